"""`reachweaver-lsp`: starts the language server on standard input and output, or on a socket."""

from __future__ import annotations

import argparse
import gc
import sys

from reachweaver import __version__

DESCRIPTION = """\
The ReachWeaver language server. An editor starts it and talks to it over standard
input and output; there is nothing to do here by hand. See editors/ in the project for
Neovim and VS Code.
"""

EPILOG = """\
examples:
  reachweaver-lsp
  reachweaver-lsp --tcp 127.0.0.1:7070        for an editor, or a person, that talks to a socket
"""


def main(argv: list[str] | None = None) -> int:
    """Serve one client; the exit status: 0 after an orderly end, 1 after any other, 2 when it could not start."""
    parser = argparse.ArgumentParser(
        prog="reachweaver-lsp",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"reachweaver-lsp {__version__}")
    parser.add_argument("--stdio", action="store_true", help="use standard input and output (the default)")
    parser.add_argument(
        "--tcp", type=_address, metavar="HOST:PORT", help="wait for one client at a socket, for debugging"
    )
    parser.add_argument(
        "--allow-private",
        action="store_true",
        help="let a look-up open addresses of this machine and its own network, too, which are refused otherwise",
    )
    # Editors add it of their own accord; the same number comes with `initialize`.
    parser.add_argument("--clientProcessId", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    # Nearly all that is made while starting stays. The session collects the rest once the first findings are out.
    gc.disable()
    try:
        return _serve(options.tcp, allow_private=options.allow_private)
    finally:
        gc.enable()


def _serve(address: tuple[str, int] | None, *, allow_private: bool) -> int:
    from reachweaver_lsp.compiling import compiling_once, kept_at

    with compiling_once(kept_at()):
        from reachweaver_lsp.server import create_server

    from reachweaver_lsp.logs import to_standard_error
    from reachweaver_lsp.transport import serve_stdio, serve_tcp

    to_standard_error()
    server = create_server()
    server.allow_private = allow_private
    if address is None:
        return serve_stdio(server.protocol)
    try:
        return serve_tcp(server.protocol, *address)
    except OSError as error:
        sys.stderr.write(f"reachweaver-lsp: error: cannot listen at {address[0]}:{address[1]}: {error.strerror}\n")
        return 2


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port[:6]) > 65535:
        raise argparse.ArgumentTypeError(f"HOST:PORT is needed, such as 127.0.0.1:7070, not {text!r}")
    return host.strip("[]"), int(port)


if __name__ == "__main__":
    sys.exit(main())
