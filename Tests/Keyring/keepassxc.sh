#!/bin/sh
# Starts KeePassXC without a display as the secret service of the bus, with one group of a fresh database exposed.
# keepassxc.sh unlocked|locked|beside [NAME=VALUE of its settings]; prints its process. "beside": that database stays
# locked, and another one with such a group is unlocked and the default.
set -eu
state=$1
confirm=${2:-ConfirmAccessItem=false}
# One instance runs for each TMPDIR.
export QT_QPA_PLATFORM=offscreen TMPDIR="$HOME"
folder=$HOME/keepassxc
settings=$XDG_CONFIG_HOME/keepassxc
mkdir -p "$folder" "$settings" "$HOME/.cache"
if [ ! -e "$folder/ring.kdbx" ]; then
    cd "$folder"
    printf 'kpw\nkpw\n' | keepassxc-cli db-create -q -p new.kdbx >/dev/null
    printf 'kpw\n' | keepassxc-cli mkdir -q new.kdbx Ring >/dev/null
    printf 'kpw\n' | keepassxc-cli export -q -f xml new.kdbx >new.xml
    # The exposed group is named in the database's custom data, by its UUID as KeePassXC writes it.
    python3 - <<'PYTHON'
import base64, re, uuid
text = open("new.xml").read()
group = re.search(r"<UUID>([^<]*)</UUID>\s*<Name>Ring</Name>", text).group(1)
value = "{" + str(uuid.UUID(bytes=base64.b64decode(group))) + "}"
item = f"<CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{value}</Value></Item></CustomData>"
text = re.sub(r"<CustomData\s*/>(?=\s*</Meta>)|(?=</Meta>)", item, text, count=1)
open("new.xml", "w").write(text)
PYTHON
    printf 'kpw\nkpw\n' | keepassxc-cli import -q -p new.xml ring.kdbx >/dev/null
    cp ring.kdbx other.kdbx
    rm new.kdbx new.xml
fi
cat >"$settings/keepassxc.ini" <<INI
[General]
ConfigVersion=2
UpdateCheckMessageShown=true
[GUI]
CheckForUpdates=false
[FdoSecrets]
Enabled=true
ConfirmAccessItem=false
ConfirmDeleteItem=false
ShowNotification=false
UnlockBeforeSearch=false
INI
sed -i "s/^${confirm%%=*}=.*/$confirm/" "$settings/keepassxc.ini"
case $state in
unlocked)
    printf 'kpw\n' >"$folder/password"
    keepassxc --pw-stdin "$folder/ring.kdbx" <"$folder/password" >"$folder/log" 2>&1 &
    ;;
beside)
    # A line for each database; an empty one unlocks nothing.
    printf '\nkpw\n' >"$folder/password"
    keepassxc --pw-stdin "$folder/ring.kdbx" "$folder/other.kdbx" <"$folder/password" >"$folder/log" 2>&1 &
    ;;
locked) keepassxc "$folder/ring.kdbx" </dev/null >"$folder/log" 2>&1 & ;;
esac
echo $!
