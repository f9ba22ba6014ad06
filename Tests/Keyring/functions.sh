# Functions for the scenarios of session.sh.

# The probe, a separate program: it keeps, gets, … one thing and prints the result on a line.
probe() { timeout 60 "$probe_program" "$@"; }

# without_library COMMAND…: runs the command as on a machine whose libsecret cannot be opened.
without_library() {
    mkdir -p "$HOME/broken"
    : >"$HOME/broken/libsecret-1.so.0"
    LD_LIBRARY_PATH=$HOME/broken "$@"
}

# contract [longest]: tests all promises of a store, which is slow on a busy machine.
contract() { PROBE_DEADLINE=60000 timeout 600 "$probe_program" contract "$@"; }

# keyring [--replace]: starts gnome-keyring, unlocks it with "testpw", and waits until it is on the bus: a question before that
# would start another one.
keyring() {
    printf %s testpw | gnome-keyring-daemon "$@" --unlock --components=secrets >/dev/null 2>&1
    until [ "$(service_pid)" ]; do sleep 0.05; done
}

# Ends this process together with the script.
ends_with_script() {
    children="$children $1"
    trap 'kill -9 $children 2>/dev/null' EXIT
}

# silent_bus: an address whose listener never answers.
silent_bus() {
    python3 -c 'import socket, sys, time
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(9)
time.sleep(600)' "$HOME/silent" &
    ends_with_script $!
    until [ -S "$HOME/silent" ]; do sleep 0.05; done
    export DBUS_SESSION_BUS_ADDRESS="unix:path=$HOME/silent"
}

# display: starts an X server without a user, for programs that the bus starts from now on.
display() {
    Xvfb -displayfd 3 -nolisten tcp -screen 0 320x240x24 3>"$HOME/display" 2>/dev/null &
    ends_with_script $!
    until [ -s "$HOME/display" ]; do sleep 0.05; done
    export DISPLAY=":$(cat "$HOME/display")"
    dbus-update-activation-environment DISPLAY NO_AT_BRIDGE=1
}

# keepassxc_ring unlocked|locked|beside [setting]: KeePassXC as the service, for the rest of the script.
keepassxc_ring() {
    ring_pid=$("$scripts/keepassxc.sh" "$@" 2>/dev/null)
    ends_with_script "$ring_pid"
    tries=100
    while [ $tries -gt 0 ]; do
        case $1:$(probe state) in unlocked:ready | beside:ready | locked:locked | locked:absent) break ;; esac
        sleep 0.1
        tries=$((tries - 1))
    done
}

# Locks KeePassXC, and leaves in $out what the probe said: while KeePassXC saves, it refuses to be locked.
keepassxc_lock() {
    tries=100
    while [ $tries -gt 0 ]; do
        out=$(probe lock)
        case $out in locked*) break ;; esac
        sleep 0.1
        tries=$((tries - 1))
    done
}

# Kills KeePassXC at once.
end_ring() {
    kill -9 "$ring_pid"
    children=$(echo " $children " | sed "s/ $ring_pid / /")
    while [ "$(service_pid)" ]; do sleep 0.05; done
}

# kwallet_ring open|closed: KWallet as the service, for the rest of the script.
kwallet_ring() {
    ring_pid=$("$scripts/kwallet.sh" "$1")
    ends_with_script "$ring_pid"
}

# mock WAY: starts a service that misbehaves in this way, for the rest of the script.
mock() {
    export MOCK_LOG=$HOME/mock.log
    "$scripts/mock_service.py" "$1" &
    ring_pid=$!
    ends_with_script "$ring_pid"
    tries=100
    while [ -z "$(service_pid)" ] && [ $tries -gt 0 ]; do
        sleep 0.05
        tries=$((tries - 1))
    done
    : >"$HOME/mock.log"
}

# Prints the process that owns org.freedesktop.secrets.
service_pid() {
    dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus \
        org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null | sed "s/.* //"
}
