/// The scripts that connect a shell to `CompletionRequest`.
enum CompletionScript {
    static func text(for shell: CompletionShellName) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        case .elvish: elvish
        case .nushell: nushell
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

        """#

    private static let zsh = #"""
        #compdef fedauth
        # zsh completion for fedauth; made by 'fedauth completions zsh'.
        _fedauth() {
            emulate -L zsh
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
            # The functions of zsh's completion need its options, such as extended_glob.
            [[ $parts[1] == none ]] || setopt $_comp_options
            case $parts[1] in
                files) compset -p ${parts[3]:-0}; _files; return ;;
                directories) compset -p ${parts[3]:-0}; _files -/; return ;;
                command) shift $parts[3] words; (( CURRENT -= parts[3] )); _normal -P; return ;;
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
                case command
                    set -l line (string join ' ' -- (commandline -cp) | string replace -rf '^.*?\s--\s+' '')
                    set -q line[1]; and complete -C "$line"
            end
            set -q answer[2]; and printf '%s\n' $answer[2..-1]
        end
        complete -c fedauth -e
        complete -c fedauth -f -k -a '(__fedauth_complete)'

        """#

    private static let elvish = #"""
        # elvish completion for fedauth; made by 'fedauth completions elvish'.
        set edit:completion:arg-completer[fedauth] = {|@words|
            use str
            var directive @answer = ((external $words[0]) ---complete elvish (all $words[1..]) 2>/dev/null </dev/null)
            var kind end count = (str:split ' ' $directive)
            if (eq $kind command) {
                edit:complete-sudo sudo (all $words[$count..])
            } elif (not-eq $kind none) {
                var prefix = $words[-1][..$count]
                edit:complete-filename $words[-1][$count..] | each {|found|
                    edit:complex-candidate $prefix$found[stem] &code-suffix=$found[code-suffix]
                }
            }
            var suffix = (if (eq $end ends) { put ' ' } else { put '' })
            for line $answer {
                var word @meaning = (str:split "\t" $line)
                var display = (str:join '  -- ' [$word $@meaning])
                edit:complex-candidate $word &code-suffix=$suffix &display=$display
            }
        }

        """#

    private static let nushell = #"""
        # nushell completion for fedauth; made by 'fedauth completions nushell'.
        let fedauth_next = $env.config.completions?.external?.completer?
        $env.config.completions.external.enable = true
        $env.config.completions.external.completer = {|words|
            if ($words.0 | path basename) == "fedauth" {
                let answer = (run-external $words.0 "---complete" "nushell" ...($words | skip 1) | lines)
                if ($answer | first | str starts-with "none") {
                    $answer | skip 1 | each {|line|
                        let parts = ($line | split row "\t")
                        { value: $parts.0, description: ($parts.1? | default "") }
                    }
                }
            } else if $fedauth_next != null {
                do $fedauth_next $words
            }
        }

        """#
}
