/// The scripts that connect a shell to `CompletionRequest`.
enum CompletionScript {
    static func text(for shell: CompletionShellName) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = #"""
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

        """#

    private static let zsh = #"""
        #compdef fedauth
        # zsh completion for fedauth; made by 'fedauth completions zsh'.
        _fedauth() {
            emulate -L zsh
            # For _files below: a pattern without a match must not be an error.
            setopt no_nomatch
            local program=${(Q)words[1]} directive line display
            local -a answer parts names described plain suffix
            local -i width=0
            [[ $program == '~/'* ]] && program=$HOME/${program[3,-1]}
            # The name may be an alias that uses this completion.
            whence -p -- $program >/dev/null || program=fedauth
            answer=("${(@f)$("$program" ---complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
            parts=(${=answer[1]})
            answer=("${(@)answer[2,-1]}")
            [[ $parts[2] == continues ]] && suffix=(-S '')
            for line in "${answer[@]}"; do
                [[ $line == *$'\t'* ]] && (( ${#line%%$'\t'*} > width )) && width=${#line%%$'\t'*}
            done
            for line in "${answer[@]}"; do
                [[ -n $line ]] || continue
                if [[ $line == *$'\t'* ]]; then
                    names+=("${line%%$'\t'*}")
                    display="${(r:width:)${line%%$'\t'*}}  -- ${line#*$'\t'}"
                    # zsh would cut a longer line and the rest of the list.
                    described+=("${display[1,COLUMNS-2]}")
                else
                    plain+=("$line")
                fi
            done
            case $parts[1] in
                files) compset -p ${parts[3]:-0}; _files; return ;;
                directories) compset -p ${parts[3]:-0}; _files -/; return ;;
            esac
            (( ${#names} + ${#plain} )) || return 1
            (( ${#names} )) && compadd -V fedauth -l -d described "${suffix[@]}" -- "${names[@]}"
            (( ${#plain} )) && compadd -V fedauth "${suffix[@]}" -- "${plain[@]}"
            return 0
        }
        # compinit loads this file to call the function; a sourced file only registers it.
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _fedauth "$@"
        else
            compdef _fedauth fedauth
        fi

        """#

    private static let fish = #"""
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
            end
            set -q answer[2]; and printf '%s\n' $answer[2..-1]
        end
        complete -c fedauth -e
        complete -c fedauth -f -k -a '(__fedauth_complete)'

        """#
}
