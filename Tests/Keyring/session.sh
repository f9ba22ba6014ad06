#!/bin/sh
# Runs a scenario script in a fresh home with a fresh session bus: session.sh PROBE HOME [--no-service] SCRIPT
# In the script: probe … is the driver, keyring starts gnome-keyring unlocked with "testpw", keepassxc_ring KeePassXC.
probe_program=$1
home=$2
shift 2
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run" XDG_CONFIG_HOME="$home/config"
mkdir -p "$home/data" "$home/config" && mkdir -p -m 700 "$home/run" && chmod 700 "$home"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS SECRET_BACKEND
scripts=$(dirname "$0")
export probe_program scripts
functions='
probe() { timeout 20 "$probe_program" "$@"; }
keyring() { printf %s testpw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; }
# keepassxc_ring unlocked|locked [setting]: KeePassXC as the service, for the rest of the script.
keepassxc_ring() {
    ring_pid=$("$scripts/keepassxc.sh" "$@" 2>/dev/null)
    trap "kill -9 $ring_pid" EXIT
    tries=100
    while [ $tries -gt 0 ]; do
        case $1:$(probe state) in unlocked:ready | locked:locked | locked:absent) break ;; esac
        sleep 0.1
        tries=$((tries - 1))
    done
}
service_pid() {
    dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus \
        org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | sed "s/.* //"
}
'
case $1 in
--no-bus)
    exec sh -c "$functions$2"
    ;;
--no-service)
    cat >"$home/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
CONF
    exec dbus-run-session --config-file="$home/bus.conf" -- sh -c "$functions$2"
    ;;
*)
    exec dbus-run-session -- sh -c "$functions$1"
    ;;
esac
