# bash completion for fedauth; made by 'fedauth completions bash'.
# fedauth parses the line itself, because bash splits its words at every colon.
_fedauth() {
    local program=$1 directive line
    COMPREPLY=()
    # Passes the name as it was typed.
    [[ $program == "~/"* ]] && program=$HOME/${program:2}
    # The name may be an alias that uses this completion.
    type -P -- "$program" >/dev/null || program=fedauth
    {
        IFS= read -r directive || return 0
        while IFS= read -r line; do COMPREPLY+=("$line"); done
    } < <("$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
    case $directive in
        files*) compopt -o default -o bashdefault ;;
        directories*) compopt -o dirnames ;;
        command*) _fedauth_command ;;
    esac
    [[ $directive != *continues* ]] || compopt -o nospace
    return 0
}
# Completes the command after 'exec --': by its own completion if the package bash-completion is loaded.
_fedauth_command() {
    local -i first
    for ((first = 1; first < COMP_CWORD; first++)); do
        [[ ${COMP_WORDS[first - 1]} != -- ]] || break
    done
    compopt +o nosort
    if declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$first"
    elif declare -F _command_offset >/dev/null; then
        _command_offset "$first"
    elif ((first == COMP_CWORD)); then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[first]}")
    else
        compopt -o default -o bashdefault
    fi
}
complete -o nosort -F _fedauth fedauth
