#!/bin/bash

__fedauth_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__fedauth_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__fedauth_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__fedauth_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_fedauth() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __fedauth_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    login|saml|logout|status|export-cookies|credential|docker-credential|store|profile|doctor|completions|help)
        # Offer subcommand argument completions
        "_fedauth_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'login saml logout status export-cookies credential docker-credential store profile doctor completions help' -- "${cur}"))
        ;;
    esac
}

_fedauth_login() {
    repeating_flags=()
    non_repeating_flags=(--ecp --password-stdin --accept-consent --keep-signed-in --remember --force --no-wait --allow-http --insecure --trace-secrets --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--field --pin --resolve --allow-host)
    non_repeating_options=(--authorization-url --finish --sap --ecp-endpoint --logout-url --user --password-file --password-fd --password-command --password-store --presenter --min-validity --check --cacert --proxy --timeout --trace --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--authorization-url')
        return
        ;;
    '--finish')
        return
        ;;
    '--sap')
        return
        ;;
    '--ecp-endpoint')
        return
        ;;
    '--logout-url')
        return
        ;;
    '--user')
        return
        ;;
    '--password-file')
        __fedauth_add_completions -f
        return
        ;;
    '--password-fd')
        return
        ;;
    '--password-command')
        __fedauth_add_completions -W "$(eval 'compgen -c')"
        return
        ;;
    '--password-store')
        return
        ;;
    '--field')
        return
        ;;
    '--presenter')
        __fedauth_add_completions -W 'auto'$'\n''form'$'\n''none'
        return
        ;;
    '--min-validity')
        return
        ;;
    '--check')
        return
        ;;
    '--cacert')
        __fedauth_add_completions -f
        return
        ;;
    '--pin')
        return
        ;;
    '--proxy')
        return
        ;;
    '--resolve')
        return
        ;;
    '--allow-host')
        return
        ;;
    '--timeout')
        return
        ;;
    '--trace')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion login -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_saml() {
    repeating_flags=()
    non_repeating_flags=(--ecp --password-stdin --accept-consent --keep-signed-in --remember --force --no-wait --allow-http --insecure --trace-secrets --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--field --pin --resolve --allow-host)
    non_repeating_options=(--authorization-url --finish --sap --ecp-endpoint --logout-url --user --password-file --password-fd --password-command --password-store --presenter --min-validity --check --cacert --proxy --timeout --trace --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--authorization-url')
        return
        ;;
    '--finish')
        return
        ;;
    '--sap')
        return
        ;;
    '--ecp-endpoint')
        return
        ;;
    '--logout-url')
        return
        ;;
    '--user')
        return
        ;;
    '--password-file')
        __fedauth_add_completions -f
        return
        ;;
    '--password-fd')
        return
        ;;
    '--password-command')
        __fedauth_add_completions -W "$(eval 'compgen -c')"
        return
        ;;
    '--password-store')
        return
        ;;
    '--field')
        return
        ;;
    '--presenter')
        __fedauth_add_completions -W 'auto'$'\n''form'$'\n''none'
        return
        ;;
    '--min-validity')
        return
        ;;
    '--check')
        return
        ;;
    '--cacert')
        __fedauth_add_completions -f
        return
        ;;
    '--pin')
        return
        ;;
    '--proxy')
        return
        ;;
    '--resolve')
        return
        ;;
    '--allow-host')
        return
        ;;
    '--timeout')
        return
        ;;
    '--trace')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion saml -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_logout() {
    repeating_flags=()
    non_repeating_flags=(--all --allow-http --insecure --trace-secrets --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--pin --resolve --allow-host)
    non_repeating_options=(--cacert --proxy --timeout --trace --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--cacert')
        __fedauth_add_completions -f
        return
        ;;
    '--pin')
        return
        ;;
    '--proxy')
        return
        ;;
    '--resolve')
        return
        ;;
    '--allow-host')
        return
        ;;
    '--timeout')
        return
        ;;
    '--trace')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion logout -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_status() {
    repeating_flags=()
    non_repeating_flags=(--all --check --allow-http --insecure --trace-secrets --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--pin --resolve --allow-host)
    non_repeating_options=(--cacert --proxy --timeout --trace --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--cacert')
        __fedauth_add_completions -f
        return
        ;;
    '--pin')
        return
        ;;
    '--proxy')
        return
        ;;
    '--resolve')
        return
        ;;
    '--allow-host')
        return
        ;;
    '--timeout')
        return
        ;;
    '--trace')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion status -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_export-cookies() {
    repeating_flags=()
    non_repeating_flags=(--all --unset --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--shell --format --dialect --url --output -o --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--shell')
        __fedauth_add_completions -W 'auto'$'\n''sh'$'\n''bash'$'\n''zsh'$'\n''ksh'
        return
        ;;
    '--format')
        __fedauth_add_completions -W 'shell'$'\n''netscape'$'\n''header'$'\n''json'
        return
        ;;
    '--dialect')
        __fedauth_add_completions -W 'portable'$'\n''curl'$'\n''wget'$'\n''python'
        return
        ;;
    '--url')
        return
        ;;
    '--output'|'-o')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion export-cookies -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_credential() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--expires --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--expires')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W 'get'$'\n''store'$'\n''erase'$'\n''capability'$'\n''fill'$'\n''approve'$'\n''reject'
        return
        ;;
    esac
}

_fedauth_docker-credential() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W 'store'$'\n''get'$'\n''erase'$'\n''list'$'\n''version'
        return
        ;;
    esac
}

_fedauth_store() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fedauth_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    put|get|list|search|delete|init|unlock|lock|rekey|slot|export|import|move|verify|recover|accept-older|doctor)
        # Offer subcommand argument completions
        "_fedauth_store_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'put get list search delete init unlock lock rekey slot export import move verify recover accept-older doctor' -- "${cur}"))
        ;;
    esac
}

_fedauth_store_put() {
    repeating_flags=()
    non_repeating_flags=(--fresh --if-absent --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--attribute)
    non_repeating_options=(--file --kind --content-type --expires --if-version --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file')
        __fedauth_add_completions -f
        return
        ;;
    '--kind')
        return
        ;;
    '--attribute')
        return
        ;;
    '--content-type')
        return
        ;;
    '--expires')
        return
        ;;
    '--if-version')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_get() {
    repeating_flags=()
    non_repeating_flags=(--even-expired --clip --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --for --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __fedauth_add_completions -f
        return
        ;;
    '--for')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_list() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_search() {
    repeating_flags=()
    non_repeating_flags=(--expired --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--attribute)
    non_repeating_options=(--kind --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--kind')
        return
        ;;
    '--attribute')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_delete() {
    repeating_flags=()
    non_repeating_flags=(--if-exists --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_init() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_unlock() {
    repeating_flags=()
    non_repeating_flags=(--keyring --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--for --timeout --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--for')
        return
        ;;
    '--timeout')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_lock() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_rekey() {
    repeating_flags=()
    non_repeating_flags=(--full --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--new-passphrase-file --new-passphrase-fd --new-key-file --new-credential --cost --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--new-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--new-passphrase-fd')
        return
        ;;
    '--new-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--new-credential')
        __fedauth_add_completions -f
        return
        ;;
    '--cost')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_slot() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fedauth_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|add|remove)
        # Offer subcommand argument completions
        "_fedauth_store_slot_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list add remove' -- "${cur}"))
        ;;
    esac
}

_fedauth_store_slot_list() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_slot_add() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--new-passphrase-file --new-passphrase-fd --new-key-file --new-credential --cost --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--new-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--new-passphrase-fd')
        return
        ;;
    '--new-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--new-credential')
        __fedauth_add_completions -f
        return
        ;;
    '--cost')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_slot_remove() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_export() {
    repeating_flags=()
    non_repeating_flags=(--plaintext --passphrase-stdin --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --passphrase-file --passphrase-fd --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __fedauth_add_completions -f
        return
        ;;
    '--passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--passphrase-fd')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_import() {
    repeating_flags=()
    non_repeating_flags=(--overwrite --skip --dry-run --passphrase-stdin --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--passphrase-file --passphrase-fd --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--passphrase-fd')
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_move() {
    repeating_flags=()
    non_repeating_flags=(--keep --overwrite --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--to --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--to')
        __fedauth_add_completions -W 'keyring'$'\n''file'
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_verify() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_recover() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_accept-older() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_store_doctor() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_profile() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fedauth_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|show|remove)
        # Offer subcommand argument completions
        "_fedauth_profile_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list show remove' -- "${cur}"))
        ;;
    esac
}

_fedauth_profile_add() {
    repeating_flags=()
    non_repeating_flags=(--ecp --password-stdin --accept-consent --keep-signed-in --remember --force --no-wait --allow-http --insecure --trace-secrets --no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=(--field --pin --resolve --allow-host)
    non_repeating_options=(--method --authorization-url --finish --sap --ecp-endpoint --logout-url --user --password-file --password-fd --password-command --password-store --presenter --min-validity --check --cacert --proxy --timeout --trace --store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--method')
        __fedauth_add_completions -W 'saml'
        return
        ;;
    '--authorization-url')
        return
        ;;
    '--finish')
        return
        ;;
    '--sap')
        return
        ;;
    '--ecp-endpoint')
        return
        ;;
    '--logout-url')
        return
        ;;
    '--user')
        return
        ;;
    '--password-file')
        __fedauth_add_completions -f
        return
        ;;
    '--password-fd')
        return
        ;;
    '--password-command')
        __fedauth_add_completions -W "$(eval 'compgen -c')"
        return
        ;;
    '--password-store')
        return
        ;;
    '--field')
        return
        ;;
    '--presenter')
        __fedauth_add_completions -W 'auto'$'\n''form'$'\n''none'
        return
        ;;
    '--min-validity')
        return
        ;;
    '--check')
        return
        ;;
    '--cacert')
        __fedauth_add_completions -f
        return
        ;;
    '--pin')
        return
        ;;
    '--proxy')
        return
        ;;
    '--resolve')
        return
        ;;
    '--allow-host')
        return
        ;;
    '--timeout')
        return
        ;;
    '--trace')
        __fedauth_add_completions -f
        return
        ;;
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_profile_list() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_profile_show() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion profile show -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_profile_remove() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W "$(__fedauth_custom_complete ---completion profile remove -- positional@0 "${COMP_CWORD}" "$(__fedauth_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fedauth_doctor() {
    repeating_flags=()
    non_repeating_flags=(--no-cache --json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--store --store-passphrase-file --store-passphrase-fd --store-key-file --color --config)
    __fedauth_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __fedauth_add_completions -W 'auto'$'\n''keyring'$'\n''file'
        return
        ;;
    '--store-passphrase-file')
        __fedauth_add_completions -f
        return
        ;;
    '--store-passphrase-fd')
        return
        ;;
    '--store-key-file')
        __fedauth_add_completions -f
        return
        ;;
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac
}

_fedauth_completions() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet -v --verbose --no-input --version -h --help)
    repeating_options=()
    non_repeating_options=(--color --config)
    __fedauth_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fedauth_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--config')
        __fedauth_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fedauth_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_fedauth_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __fedauth_offer_flags_options -1
}

complete -o filenames -F _fedauth fedauth
