"""Runs interactive shells on a pseudo terminal: types a line, completes it with Tab, and reads it back."""

import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import time

# Ends a shell that hangs, so that the tests do not hang.
PATIENCE = 60
# What newer shells tell the terminal before the output of a command (ECMA-48, OSC 133).
ESCAPES = re.compile(r"\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|\[[0-?]*[ -/]*[@-~]|[=>])")

RC = {
    "bash": """
PS1='ready> '
set +o history
bind 'set bell-style none' 'set show-all-if-ambiguous on' 'set enable-bracketed-paste off'
bind 'set page-completions off' 'set completion-query-items 0'
{package}
source '{script}'
alias f=fedauth; complete -F _fedauth f
complete -W 'alpha beta' gizmo
bind -x '"\\C-xp": printf "\\n<<%s|%s>>\\n" "$READLINE_LINE" "$READLINE_POINT"; READLINE_LINE='
""",
    "zsh": """
PS1='ready> '
unsetopt prompt_sp list_beep beep
setopt no_always_last_prompt
fpath=('{folder}' $fpath)
autoload -Uz compinit && compinit -u -d '{home}/zcompdump'
zstyle ':completion:*' list-prompt ''
show() {{ print -r -- $'\\n<<'"$BUFFER|$CURSOR>>"; BUFFER=; zle reset-prompt }}
zle -N show
alias f=fedauth
_gizmo() {{ compadd alpha beta }}
compdef _gizmo gizmo
bindkey '^Xp' show
""",
    "fish": """
function fish_prompt; echo 'ready> '; end
function fish_greeting; end
function fish_title; end
source '{script}'
set -g fish_autosuggestion_enabled 0
function show; printf '\\n<<%s|%s>>\\n' (commandline) (commandline -C); commandline ''; end
bind \\cxp show
alias f fedauth
complete -c gizmo -f -a 'alpha beta'
""",
    "elvish": """
set edit:prompt = {{ put 'ready> ' }}
set edit:rprompt = {{ }}
eval (slurp < '{script}')
set edit:completion:arg-completer[gizmo] = {{|@words| put alpha beta }}
var show~ = {{ print "\n<<"$edit:current-command"|>>\n"; set edit:current-command = '' }}
set edit:insert:binding[Ctrl-X] = $show~
set edit:completion:binding[Ctrl-X] = {{ edit:completion:accept; show }}
""",
}

COMMANDS = {
    "bash": lambda home: ["bash", "--noprofile", "--rcfile", f"{home}/rc", "-i"],
    "zsh": lambda home: ["zsh", "-i"],
    "fish": lambda home: ["fish", "--no-config", "-i", "-C", f"source {home}/rc"],
    "elvish": lambda home: ["elvish", "-rc", f"{home}/rc"],
}


class Shell:
    """One interactive shell; `with Shell(…) as shell: shell.complete("fedauth st")`."""

    def __init__(self, kind, home, environment, script, package=""):
        self.kind = kind
        home = pathlib.Path(home)
        folder = home / "functions"
        folder.mkdir(exist_ok=True)
        path = folder / {"bash": "fedauth.bash", "zsh": "_fedauth"}.get(kind, f"fedauth.{kind}")
        path.write_text(script)
        rc = RC[kind].format(script=path, folder=folder, home=home, package=package)
        (home / ".zshrc" if kind == "zsh" else home / "rc").write_text(rc)
        environment = dict(environment, TERM="xterm", COLUMNS="200", LINES="50", ZDOTDIR=str(home))
        if kind == "fish":
            environment["TERM"] = "dumb"
        main, other = pty.openpty()
        # A wide terminal, so that no line wraps on the screen.
        subprocess.run(["stty", "rows", "50", "cols", "400"], stdin=other, check=True)
        self.process = subprocess.Popen(
            COMMANDS[kind](home), stdin=other, stdout=other, stderr=other, env=environment, cwd=home,
            start_new_session=True, preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
        os.close(other)
        self.main = main
        self.screen = ""
        self.wait_for("ready> ")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.main)

    def wait_for(self, text):
        """Reads until the screen shows `text`."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen:
            if not select.select([self.main], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{self.kind} does not show {text!r}; the screen is {self.screen!r}")
            self.screen += os.read(self.main, 65536).decode(errors="replace")

    def complete(self, typed, tabs=1):
        """Types, presses Tab, and returns the completed line and the screen."""
        self.screen = ""
        os.write(self.main, typed.encode() + b"\t" * tabs)
        os.write(self.main, b"\x18" if self.kind == "elvish" else b"\x18p")
        self.wait_for(">>")
        shown, _, rest = self.screen.rpartition("<<")
        line = rest.partition(">>")[0].rpartition("|")[0]
        self.screen = ""
        return line, shown

    def run(self, typed):
        """Types, presses Tab and Return, and returns the output of the line."""
        self.screen = ""
        os.write(self.main, typed.encode() + b"\t")
        os.write(self.main, b"|cat;echo '>>end'\r")
        self.wait_for(">>end\r\n")
        output = ESCAPES.sub("", self.screen.rpartition(">>end\r\n")[0]).splitlines()[-1]
        self.screen = self.screen.rpartition(">>end\r\n")[2]
        self.wait_for("ready> ")
        return output
