"""Runs the bundled server, or says with `--probe` what this Python is; the extension starts it with `-I -S`.

Only the standard library and the folders beside this file are importable, whatever is installed in the interpreter's
environment; after `--libraries FOLDER` what is in that folder as well. Written so that any Python since 2.7 can answer `--probe`.
"""

import json
import os
import runpy
import sys
import sysconfig

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = "reachweaver_lsp"


def compiled_libraries():
    """The folder with the compiled libraries for this very Python, whether it is there or not."""
    tag = "cp%d%d" % sys.version_info[:2]
    if getattr(sys, "abiflags", "") or sysconfig.get_config_var("Py_GIL_DISABLED"):
        tag += "t"
    return os.path.join(HERE, "libs", "%s-%s" % (tag, system()))


def system():
    """The operating system and processor, as the folders are named."""
    platform = sysconfig.get_platform()
    name = "mac" if sys.platform == "darwin" else "windows" if sys.platform == "win32" else sys.platform
    if sys.platform == "linux" and "musl" in str(sysconfig.get_config_var("HOST_GNU_TYPE")):
        name = "musl"
    if sys.platform == "darwin":
        # A universal build runs as one or the other.
        return "%s-%s" % (name, "arm64" if os.uname()[4] == "arm64" else "x64")
    arm = platform.endswith(("arm64", "aarch64"))
    x64 = platform.endswith(("amd64", "x86_64"))
    return "%s-%s" % (name, "arm64" if arm else "x64" if x64 else platform)


def description():
    """What the extension wants to know about an interpreter."""
    return {
        "executable": sys.executable,
        "version": list(sys.version_info[:3]),
        "bundled": sys.implementation.name == "cpython" and os.path.isdir(compiled_libraries()),
        "system": system(),
    }


def main():
    """Describe this Python, or become the server."""
    if sys.argv[1:] == ["--probe"]:
        if sys.version_info < (3, 11):
            print(json.dumps({"executable": sys.executable, "version": list(sys.version_info[:3])}))
        else:
            print(json.dumps(description()))
        return
    sys.path[:0] = [os.path.join(HERE, "libs", "common"), compiled_libraries()]
    if sys.argv[1:2] == ["--libraries"]:
        sys.path.append(sys.argv[2])
        del sys.argv[1:3]
    sys.argv[0] = MODULE
    runpy.run_module(MODULE, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
