# fish completion for fedauth; made by 'fedauth completions fish'.
function __fedauth_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # The word without quotes and backslashes; a quote may still be open.
    set -l plain (string unescape -- $current"'" 2>/dev/null; or string unescape -- $current'"' 2>/dev/null)
    set -l bare (string unescape -- $current 2>/dev/null; or true)
    set -q bare[1]; and set plain $bare
    set -q plain[1]; or set plain $current
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    # The name may be an alias that wraps fedauth.
    command -q $program; or set program fedauth
    set -l answer (command $program ---complete fish $words[2..-1] "$plain" 2>/dev/null </dev/null)
    set -l directive (string split ' ' -- $answer[1])
    switch "$directive[1]"
        case files directories
            set -l prefix (string sub -l $directive[3] -- "$plain")
            set -l path (string sub -s (math $directive[3] + 1) -- "$plain")
            set -l finder __fish_complete_path
            test $directive[1] = directories; and set finder __fish_complete_directories
            for found in ($finder "$path")
                printf '%s%s\n' $prefix $found
            end
        case command
            set -l line (string join ' ' -- (commandline -cp) | string replace -rf '^.*?\s--\s+' '')
            set -q line[1]; and complete -C "$line"
    end
    set -q answer[2]; and printf '%s\n' $answer[2..-1]
end
complete -c fedauth -e
complete -c fedauth -f -k -a '(__fedauth_complete)'
