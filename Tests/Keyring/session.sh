#!/bin/sh
# Runs a scenario script in a fresh home with a fresh session bus:
# session.sh PROBE HOME [--no-bus|--no-service|--service=EXEC] SCRIPT
# functions.sh contains the functions for scenarios.
probe_program=$1
home=$2
shift 2
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run" XDG_CONFIG_HOME="$home/config"
mkdir -p "$home/data" "$home/config" && mkdir -p -m 700 "$home/run" && chmod 700 "$home"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS SECRET_BACKEND
scripts=$(dirname "$0")
export probe_program scripts
functions=". '$scripts/functions.sh'
"
case $1 in
--no-bus)
    exec sh -c "$functions$2"
    ;;
--no-service | --service=*)
    folder=
    case $1 in --service=*)
        mkdir "$home/services"
        printf '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=%s\n' "${1#*=}" >"$home/services/s.service"
        folder="<servicedir>$home/services</servicedir>"
        ;;
    esac
    cat >"$home/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
$folder
</busconfig>
CONF
    exec dbus-run-session --config-file="$home/bus.conf" -- sh -c "$functions$2"
    ;;
*)
    exec dbus-run-session -- sh -c "$functions$1"
    ;;
esac
