#!/bin/sh
# Installs fedauth from this directory, or removes it.
#
#   ./install.sh [--prefix DIRECTORY]       default: /usr/local
#   ./install.sh --remove [--prefix DIRECTORY]      (or --uninstall)
#
# It checks first that the machine has what the program needs, and says what is missing. PREFIX/share/fedauth/installed lists what was
# installed; --remove removes that and nothing else, also with the installer of a later version.
set -eu
prefix=/usr/local
remove=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?"--prefix needs a directory"}; shift 2 ;;
        --prefix=*) prefix=${1#--prefix=}; shift ;;
        --remove | --uninstall) remove=--remove; shift ;;
        *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
here=$(cd "$(dirname "$0")" && pwd)
[ -z "$remove" ] || exec "$here/scripts/install" --remove "$prefix"
libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || echo none)
version=${libc#glibc }
case $version in
    none) echo "this system has no glibc: fedauth needs glibc 2.36 or later, as in Debian 12" >&2; exit 1 ;;
esac
if [ "$(printf '2.36\n%s\n' "$version" | sort -V | head -n 1)" != 2.36 ]; then
    echo "this system has glibc $version: fedauth needs 2.36 or later, as in Debian 12" >&2
    exit 1
fi
"$here/bin/fedauth" --version >/dev/null || { echo "the program does not start here; it is for $(basename "$here")" >&2; exit 1; }
missing=$("$here/bin/fedauth" doctor --quiet 2>/dev/null | grep -E '^[a-z]+ +library\.' || :)
[ -z "$missing" ] || printf 'what some commands need is missing; install it later:\n%s\n' "$missing" >&2
parent=$prefix
while [ ! -e "$parent" ]; do parent=$(dirname "$parent"); done
[ -w "$parent" ] || { echo "'$parent' cannot be written: try 'sudo ./install.sh', or '--prefix ~/.local'" >&2; exit 1; }
"$here/scripts/install" "$here/bin/fedauth" "$prefix"
echo "installed fedauth below $prefix; '$prefix/bin/fedauth doctor' checks the rest, './install.sh --remove --prefix $prefix' removes it"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "note: $prefix/bin is not in your PATH" >&2 ;; esac
