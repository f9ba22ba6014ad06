"""The shells of the matrix: how each is started, which variables may be set in it, and how it evaluates text."""

import shutil
from dataclasses import dataclass, field

#: In each shell's language. EMIT is the command that prints the text; dump() lists environment and variables.
SH_STYLES = {"unquoted": "eval $(EMIT)", "quoted": 'eval "$(EMIT)"'}
FISH_STYLES = {
    "unquoted": "eval (EMIT)", "source": "EMIT | source", "psub": "source (EMIT | psub)",
    "collect": "eval (EMIT | string collect)"}
CSH_STYLES = {"unquoted": "eval `EMIT`", "quoted": 'eval "`EMIT`"'}

#: Run before the evaluation, in every shell of sh's family.
SH_PRELUDES = {
    "plain": "", "strict": "set -eu", "noglob": "set -f", "noclobber": "set -C", "allexport": "set -a",
    "no IFS": "IFS=", "odd IFS": "IFS=',:*?[-.@'", "blank IFS": "IFS=' '", "readonly": "readonly RO='a b'",
    "aliases": "alias export='touch pwned;' printf='touch pwned;' eval='eval' unset='touch pwned;' test='touch pwned;' "
               "builtin='touch pwned;' command='touch pwned;' echo='touch pwned;'",
}

FUNCTIONS = ("export() { touch pwned; }; unset() { touch pwned; }; ", 'printf() { command printf "$@"; }')


@dataclass
class Shell:
    name: str
    command: list
    #: The name for `--shell`.
    form: str
    styles: dict = field(default_factory=lambda: SH_STYLES)
    preludes: dict = field(default_factory=dict)
    #: Arguments that make it read commands from stdin as an interactive shell.
    interactive: list = field(default_factory=lambda: ["-i"])
    family: str = "sh"
    #: The package that contains it.
    package: str = ""
    #: Whether it handles characters instead of bytes, of which the locale C has few.
    needs_utf8: bool = False
    #: Variables that it exports by itself.
    own: tuple = ()
    #: The number of allowed retries: the shell loses an argument of a program once in about ten thousand times, and reports it.
    again: int = 0
    #: Whether it has 'set -k', with which words with '=' are no arguments.
    keywords: bool = False
    #: The IFS with which unquoted text does nothing and the shell reports success; see Sources/Application/README.md.
    deaf: str = ""

    @property
    def all_preludes(self):
        common = {"sh": SH_PRELUDES, "fish": {"plain": ""}, "csh": {"plain": ""}}[self.family]
        return {**common, **self.preludes}

    def dump(self, name):
        """Writes environment and variables into files with programs, because an option could forbid redirections."""
        list_variables = {"sh": "set", "fish": "builtin set", "csh": "set"}[self.family]
        return (f"env -0 | dd status=none of=../{name}.env\n"
                f"{list_variables} | dd status=none of=../{name}.set\n")

    def mark(self, name):
        """Keeps the status of the previous command."""
        status = {"sh": "$?", "fish": "$status", "csh": "$status"}[self.family]
        return f"env printf %s {status} | dd status=none of=../{name}.status\n"


BASH = {
    "failglob": "shopt -s failglob", "nullglob": "shopt -s nullglob", "globs": "shopt -s extglob globstar dotglob",
    "histexpand": "set -o history -o histexpand", "posix": "set -o posix",
    "functions": FUNCTIONS[0] + FUNCTIONS[1] + "; echo() { touch pwned; }",
    "aliases on": "shopt -s expand_aliases\n" + SH_PRELUDES["aliases"], "pipefail": "set -eEu -o pipefail",
}
ZSH = {
    "splitting": "setopt sh_word_split glob_subst", "rc quotes": "setopt rc_quotes", "ksh arrays": "setopt ksh_arrays",
    "extended glob": "setopt extended_glob null_glob", "csh null glob": "setopt csh_null_glob",
    "csh junkie": "setopt csh_junkie_quotes csh_junkie_history", "braces": "setopt brace_ccl magic_equal_subst",
    "emulate sh": "emulate sh", "emulate ksh": "emulate ksh", "bang": "setopt bang_hist", "posix": "setopt posix_builtins",
    "functions": FUNCTIONS[0].replace("export()", "function export").replace("unset()", "function unset")
    + 'function printf { builtin printf "$@"; }; ',
}
KSH = {"globstar": "set -o globstar", "braces": "set -o braceexpand"}
MKSH = {"braces": "set -o braceexpand", "posix": "set -o posix"}
YASH = {"posix": "set -o posixlycorrect", "braces": "set -o braceexpand", "globs": "set -o nullglob -o extendedglob"}
CSH = {
    "noglob": "set noglob", "nonomatch": "set nonomatch", "noclobber": "set noclobber",
    "aliases": "alias base64 touch pwned\nalias export touch pwned\nalias printf touch pwned",
}

SHELLS = [
    Shell("sh", ["/bin/sh"], "sh", package="dash"),
    Shell("dash", ["dash"], "dash", package="dash"),
    Shell("bash", ["bash", "--norc"], "bash", keywords=True, preludes=BASH, interactive=["--norc", "-i"], package="bash"),
    Shell("bash --posix", ["bash", "--posix"], "bash", keywords=True, package="bash"),
    Shell("rbash", ["rbash"], "bash", keywords=True, package="bash"),
    Shell("zsh", ["zsh", "-f"], "zsh", preludes=ZSH, interactive=["-f", "-i"], package="zsh"),
    Shell("ksh93", ["ksh93"], "ksh", keywords=True, preludes=KSH, package="ksh", own=(b"IFS",), deaf="'"),
    Shell("mksh", ["mksh"], "mksh", keywords=True, preludes=MKSH, package="mksh"),
    Shell("lksh", ["lksh"], "mksh", keywords=True, package="mksh"),
    Shell("busybox ash", ["busybox", "ash"], "sh", interactive=["ash", "-i"], package="busybox"),
    Shell("yash", ["yash", "--norcfile"], "yash", preludes=YASH, interactive=["--norcfile", "-i"], package="yash",
          needs_utf8=True),
    Shell("posh", ["posh"], "posh", preludes={"aliases": ""}, package="posh"),
    Shell("fish", ["fish", "--no-config"], "fish", FISH_STYLES, interactive=["--no-config", "-i"], family="fish",
          preludes={"functions": "function export; touch pwned; end", "noglob": "set -g IFS ''"}, package="fish"),
    Shell("tcsh", ["tcsh", "-f"], "tcsh", CSH_STYLES, {**CSH, "echo style": "set echo_style=both", "backslash quote":
          "set backslash_quote"}, ["-f", "-i"], "csh", package="tcsh"),
    Shell("csh", ["bsd-csh", "-f"], "csh", CSH_STYLES, CSH, ["-f", "-i"], "csh", package="csh", again=1),
]
# The one shell of the list that Debian 13 does not have.
SHELLS = [shell for shell in SHELLS if shell.package != "yash" or shutil.which("yash")]
