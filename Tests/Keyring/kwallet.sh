#!/bin/sh
# Starts KWallet without a display as the secret service of the bus: kwallet.sh open|closed; prints its process. "open": its
# wallet was opened by a key of 56 bytes, as the login (PAM) does it.
set -eu
mkdir -p "$XDG_CONFIG_HOME"
cat >"$XDG_CONFIG_HOME/kwalletrc" <<INI
[Wallet]
Enabled=true
First Use=false
Default Wallet=kdewallet
Use One Wallet=true
Prompt on Open=false
Close When Idle=false
Leave Open=true
[org.freedesktop.secrets]
apiEnabled=true
INI
call() {
    method=$1
    shift
    dbus-send --session --print-reply=literal --dest=org.kde.kwalletd5 /modules/kwalletd5 "org.kde.KWallet.$method" "$@"
}
start() {
    QT_QPA_PLATFORM=offscreen kwalletd5 </dev/null >>"$HOME/kwallet.log" 2>&1 &
    process=$!
    until call isEnabled >/dev/null 2>&1; do sleep 0.05; done
}
login() {
    call pamOpen string:kdewallet "array:byte:$(seq -s, 56)" int32:0 >/dev/null
    until call isOpen string:kdewallet | grep -q true; do sleep 0.05; done
}
start
if [ ! -e "$XDG_DATA_HOME/kwalletd/kdewallet.kwl" ]; then
    # A wallet becomes a collection at the next start.
    login
    call close string:kdewallet boolean:true >/dev/null
    until [ -e "$XDG_DATA_HOME/kwalletd/kdewallet.kwl" ]; do sleep 0.05; done
    kill "$process"
    wait "$process" 2>/dev/null || true
    start
fi
[ "$1" = closed ] || login
echo "$process"
