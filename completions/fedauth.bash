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
    esac
    [[ $directive != *continues* ]] || compopt -o nospace
    return 0
}
complete -o nosort -F _fedauth fedauth
