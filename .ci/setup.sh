#!/bin/sh
# Makes .venv with the locked packages and sees to it that Qt can start and draw Chinese.
# Runs before every make target: when all is up to date it looks at two files and ends.
set -eu
cd "$(dirname "$0")/.."

py=.venv/bin/python
stamp=.venv/vaultloom-setup

fail() { echo "vaultloom: $*" >&2; exit 1; }

# What this set-up was made from, in full: equal files mean that nothing is to be done.
# The folder is in it since a venv that was copied or moved points to its old place.
wanted() { pwd; echo "${DISPLAY:+with a screen}"; cat .ci/setup.sh requirements.lock pyproject.toml; }

# apt-get, where there is one and we may use it; nothing is ever installed that is there already.
may_install() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

install() {
    echo "Installing Debian packages: $*"
    as_root=$([ "$(id -u)" = 0 ] || echo "sudo -n")
    # apt says much that is of no interest unless it fails
    said=$({ $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@"; } 2>&1) || echo "$said" >&2
}

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        recent "$python" && return
    done
    fail "Python 3.11 or later is missing; install it or name it: make PYTHON=/path/to/python3"
}

# The pip that fills .venv: its own, or else the system's, as where Debian's python3-pip is
# installed and python3-venv is not.
pip() {
    if $py -c 'import pip' 2>/dev/null; then
        $py -m pip "$@"
    else
        "$python" -m pip --python $py "$@"
    fi
}

make_venv() {
    if [ -x $py ] && recent $py && pip --version >/dev/null 2>&1; then return; fi
    rm -rf .venv
    if "$python" -c 'import ensurepip' 2>/dev/null; then
        "$python" -m venv .venv
    elif "$python" -m venv --without-pip .venv && pip --version >/dev/null 2>&1; then
        return
    elif may_install && install python3-venv && "$python" -c 'import ensurepip' 2>/dev/null; then
        "$python" -m venv --clear .venv
    else
        fail "Python's ensurepip is missing; install it with: sudo apt-get install python3-venv"
    fi
}

# The project itself runs from this folder: a path for imports and a command. An editable install
# would need the build backend, and would copy the data files that are read from here.
link_project() {
    site=$($py -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    pwd >"$site/vaultloom.pth"
    cat >.venv/bin/vaultloom <<END
#!/bin/sh
exec "$(pwd)/$py" -m ui "\$@"
END
    chmod +x .venv/bin/vaultloom
}

# What keeps Qt from starting (without a screen: "offscreen"; on one: "xcb"), in the loader's
# words; nothing when all is well.
qt_problem() {
    QT_QPA_PLATFORM=offscreen $py - "$1" 2>&1 <<'END' | tail -n 1
import ctypes, pathlib, sys
import PySide6.QtWidgets
plugins = pathlib.Path(PySide6.QtWidgets.__file__).parent / "Qt/plugins/platforms"
if (plugins / f"libq{sys.argv[1]}.so").exists():
    ctypes.CDLL(str(plugins / f"libq{sys.argv[1]}.so"))
END
}
draws_chinese() {
    QT_QPA_PLATFORM=offscreen $py - 2>/dev/null <<'END'
import sys
from PySide6.QtGui import QFontDatabase, QGuiApplication
app = QGuiApplication([])
sys.exit(not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))
END
}

# shellcheck disable=SC2086  # lists of names
see_to_qt() {
    for_qt="libgl1 libegl1 libxkbcommon0 libfontconfig1 libglib2.0-0 libdbus-1-3"
    if [ -n "$(qt_problem offscreen)" ] && may_install; then install $for_qt; fi
    problem=$(qt_problem offscreen)
    [ -z "$problem" ] || fail "Qt cannot start: $problem (on Debian: sudo apt-get install $for_qt)"

    for_screen="libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1"
    if [ -n "${DISPLAY:-}" ] && [ -n "$(qt_problem xcb)" ]; then
        if may_install; then install $for_screen; fi
        problem=$(qt_problem xcb)
        [ -z "$problem" ] || echo "vaultloom: the window cannot open: $problem" \
            "(on Debian: sudo apt-get install $for_screen)" >&2
    fi

    draws_chinese && return
    if may_install; then install fonts-wqy-microhei; fi
    draws_chinese || echo "vaultloom: no font for Chinese and Japanese was found;" \
        "on Debian: sudo apt-get install fonts-wqy-microhei" >&2
}

if [ -x $py ] && wanted | cmp -s - $stamp; then
    exit 0
fi
echo "Setting up .venv (once; a minute or two) ..."
find_python
make_venv
# -qq: pip's remarks about a machine's own settings are not for the person who waits
pip install -qq --no-input --disable-pip-version-check --require-hashes -r requirements.lock ||
    fail "the packages of requirements.lock could not be installed; see pip's words above"
link_project
see_to_qt
wanted >$stamp
