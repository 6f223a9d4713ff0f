#!/usr/bin/env bash
# Installs a real VS Code for the tests, code-server's build of it, and what drives it, under .vscode-test/web.
# Takes about two minutes and 450 MB the first time, nothing after that. Needs Node 20 or newer, npm and a C++ compiler;
# Chromium and ripgrep are taken from the machine, or from Debian's packages when this runs as root there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=4.99.4 # VS Code 1.99.3, the newest that runs on Node 20
target=.vscode-test/web

missing=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
command -v rg >/dev/null || missing+=(ripgrep)
if [ ${#missing[@]} -gt 0 ]; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" fonts-noto-color-emoji >/dev/null 2>&1
  else
    echo "The VS Code tests need ${missing[*]}; install them and run this again." >&2
    exit 1
  fi
fi

[ "$(cat $target/.ready 2>/dev/null)" = "$version" ] && exit 0
echo "Installing VS Code for the tests (about two minutes) …"
rm -rf "$target"
mkdir -p "$target"
cd "$target"
echo '{ "private": true }' >package.json
quietly() { "$@" --no-audit --no-fund --loglevel=error >install.log 2>&1 || { cat install.log >&2; exit 1; }; }
# Install scripts fetch binaries from elsewhere, so none runs; what has to be compiled is compiled here.
quietly npm install --ignore-scripts "code-server@$version" playwright-core@1.65.1
quietly npm rebuild argon2
code=node_modules/code-server/lib/vscode
(cd $code && quietly npm install --ignore-scripts --omit=dev && quietly npm rebuild @vscode/spdlog native-watchdog @parcel/watcher)
(cd $code/extensions && quietly npm install --ignore-scripts --omit=dev)
mkdir -p $code/node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" $code/node_modules/@vscode/ripgrep/bin/rg
echo "$version" >.ready
