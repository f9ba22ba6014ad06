function __fedauth_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __fedauth_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __fedauth_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __fedauth_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __fedauth_parse_tokens -S
    set -l unparsed_tokens (__fedauth_tokens -pc)
    switch $unparsed_tokens[1]
    case 'fedauth'
        __fedauth_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'login'
            __fedauth_parse_subcommand 1 'authorization-url=' 'finish=' 'sap=' 'ecp' 'ecp-endpoint=' 'logout-url=' 'user=' 'password-stdin' 'password-file=' 'password-fd=' 'password-command=' 'password-store=' 'field=+' 'accept-consent' 'keep-signed-in' 'remember' 'presenter=' 'min-validity=' 'check=' 'force' 'no-wait' 'cacert=' 'pin=+' 'proxy=' 'resolve=+' 'allow-host=+' 'allow-http' 'insecure' 'timeout=' 'trace=' 'trace-secrets' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'saml'
            __fedauth_parse_subcommand 1 'authorization-url=' 'finish=' 'sap=' 'ecp' 'ecp-endpoint=' 'logout-url=' 'user=' 'password-stdin' 'password-file=' 'password-fd=' 'password-command=' 'password-store=' 'field=+' 'accept-consent' 'keep-signed-in' 'remember' 'presenter=' 'min-validity=' 'check=' 'force' 'no-wait' 'cacert=' 'pin=+' 'proxy=' 'resolve=+' 'allow-host=+' 'allow-http' 'insecure' 'timeout=' 'trace=' 'trace-secrets' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'logout'
            __fedauth_parse_subcommand 1 'all' 'cacert=' 'pin=+' 'proxy=' 'resolve=+' 'allow-host=+' 'allow-http' 'insecure' 'timeout=' 'trace=' 'trace-secrets' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'status'
            __fedauth_parse_subcommand 1 'all' 'check' 'cacert=' 'pin=+' 'proxy=' 'resolve=+' 'allow-host=+' 'allow-http' 'insecure' 'timeout=' 'trace=' 'trace-secrets' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'export-cookies'
            __fedauth_parse_subcommand 1 'shell=' 'format=' 'dialect=' 'url=' 'all' 'o/output=' 'unset' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'credential'
            __fedauth_parse_subcommand 1 'expires=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'docker-credential'
            __fedauth_parse_subcommand 1 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'store'
            __fedauth_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'put'
                __fedauth_parse_subcommand -r 2 'file=' 'kind=' 'attribute=+' 'content-type=' 'expires=' 'fresh' 'if-absent' 'if-version=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'get'
                __fedauth_parse_subcommand 1 'o/output=' 'even-expired' 'clip' 'for=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'list'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'search'
                __fedauth_parse_subcommand 1 'kind=' 'attribute=+' 'expired' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'delete'
                __fedauth_parse_subcommand -r 1 'if-exists' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'init'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'unlock'
                __fedauth_parse_subcommand 0 'for=' 'keyring' 'timeout=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'lock'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'rekey'
                __fedauth_parse_subcommand 0 'full' 'new-passphrase-file=' 'new-passphrase-fd=' 'new-key-file=' 'new-credential=' 'cost=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'slot'
                __fedauth_parse_subcommand 0 'version' 'h/help'
                switch $unparsed_tokens[1]
                case 'list'
                    __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
                case 'add'
                    __fedauth_parse_subcommand 0 'new-passphrase-file=' 'new-passphrase-fd=' 'new-key-file=' 'new-credential=' 'cost=' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
                case 'remove'
                    __fedauth_parse_subcommand 1 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
                end
            case 'export'
                __fedauth_parse_subcommand 0 'o/output=' 'plaintext' 'passphrase-file=' 'passphrase-fd=' 'passphrase-stdin' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'import'
                __fedauth_parse_subcommand 1 'overwrite' 'skip' 'dry-run' 'passphrase-file=' 'passphrase-fd=' 'passphrase-stdin' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'move'
                __fedauth_parse_subcommand -r 1 'to=' 'keep' 'overwrite' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'verify'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'recover'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'accept-older'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'doctor'
                __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            end
        case 'profile'
            __fedauth_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'add'
                __fedauth_parse_subcommand 1 'method=' 'authorization-url=' 'finish=' 'sap=' 'ecp' 'ecp-endpoint=' 'logout-url=' 'user=' 'password-stdin' 'password-file=' 'password-fd=' 'password-command=' 'password-store=' 'field=+' 'accept-consent' 'keep-signed-in' 'remember' 'presenter=' 'min-validity=' 'check=' 'force' 'no-wait' 'cacert=' 'pin=+' 'proxy=' 'resolve=+' 'allow-host=+' 'allow-http' 'insecure' 'timeout=' 'trace=' 'trace-secrets' 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'list'
                __fedauth_parse_subcommand 0 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'show'
                __fedauth_parse_subcommand 1 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            case 'remove'
                __fedauth_parse_subcommand 1 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
            end
        case 'doctor'
            __fedauth_parse_subcommand 0 'store=' 'store-passphrase-file=' 'store-passphrase-fd=' 'store-key-file=' 'no-cache' 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'completions'
            __fedauth_parse_subcommand 1 'json' 'q/quiet' 'v/verbose' 'color=' 'no-input' 'config=' 'version' 'h/help'
        case 'help'
            __fedauth_parse_subcommand -r 1 'version'
        end
    end
end

function __fedauth_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __fedauth_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __fedauth_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __fedauth_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__fedauth_tokens -p)
    if test -z "$(__fedauth_tokens -t)"
        set -l index (count (__fedauth_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'fedauth' -f
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'login' -d 'Sign in by whatever method the profile has.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'saml' -d 'Sign in by SAML and keep the session\'s cookies.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'logout' -d 'Sign out on the server where it offers that, and wipe the session.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'status' -d 'Tell what sessions there are, where they are kept, and until when.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'export-cookies' -d 'Hand a session\'s cookies to the shell or to another program.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'credential' -d 'Keep git\'s passwords: a credential helper over the store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'docker-credential' -d 'Keep Docker\'s passwords: a credential helper over the store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'store' -d 'Keep secrets in the desktop keyring or in an encrypted file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'profile' -d 'Add, list, show and remove profiles.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'doctor' -d 'Look over what fedauth needs: libraries, configuration, store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'completions' -d 'Print the completion script for a shell.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth login" -eq 1' -fka '(__fedauth_custom_completion ---completion login -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" authorization-url' -l 'authorization-url' -d 'The address with which the sign-in begins; on the command line the argument does the same.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" finish' -l 'finish' -d 'The address that ends the sign-in. Parameters count by their names (default: the first address).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" sap' -l 'sap' -d 'Derive both addresses from this SAP mobile services backend.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" ecp' -l 'ecp' -d 'Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" ecp-endpoint' -l 'ecp-endpoint' -d 'The identity provider\'s SOAP endpoint for --ecp (\'SingleSignOnService\' with the SOAP binding in its metadata).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" logout-url' -l 'logout-url' -d 'The service\'s sign-out address, used by \'fedauth logout\'.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" user' -l 'user' -d 'The user name.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" password-stdin' -l 'password-stdin' -d 'Read the password from stdin.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" password-file' -l 'password-file' -d 'Read the password from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" password-fd' -l 'password-fd' -d 'Read the password from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" password-command' -l 'password-command' -d 'Take the password from what this shell command prints.' -rfka '(compgen -c)'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" password-store' -l 'password-store' -d 'Take the password from this entry of the store.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login"' -l 'field' -d 'Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or text:VALUE. Repeat it for more fields.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" accept-consent' -l 'accept-consent' -d 'Agree to consent pages.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" keep-signed-in' -l 'keep-signed-in' -d 'Tick boxes such as \'stay signed in\' and \'trust this device\', which are left empty otherwise.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" remember' -l 'remember' -d 'Store the password that was typed, once the sign-in has succeeded.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" presenter' -l 'presenter' -d 'Who shows the login: \'form\' (fills forms, asks on the terminal), \'none\' (fail when one is needed), or \'auto\'.' -rfka 'auto form none'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" min-validity' -l 'min-validity' -d 'Sign in again when the session ends within this time.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" check' -l 'check' -d 'Ask this address whether the session holds.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" force' -l 'force' -d 'Sign in even when the session is still valid.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" no-wait' -l 'no-wait' -d 'Fail with exit status 9 when another sign-in to the same profile is in progress.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" cacert' -l 'cacert' -d 'Trust the certificates in this PEM file, and no others.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login"' -l 'pin' -d 'Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" proxy' -l 'proxy' -d 'Send requests through this proxy.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login"' -l 'resolve' -d 'Use this address for a host, as in curl. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login"' -l 'allow-host' -d 'Go to no other hosts than those of the endpoints and this one (\'*.example.org\' for all below a domain); a login form may send there. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" allow-http' -l 'allow-http' -d 'Go to unencrypted http: addresses too. They are always allowed on this machine.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" insecure' -l 'insecure' -d 'Do not check the servers\' certificates. Anybody on the way can read and change everything.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" timeout' -l 'timeout' -d 'Give up after this time: 90s, 5m, 1h (default: 5m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" trace' -l 'trace' -d 'Write the conversation to this file, every secret struck out.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" trace-secrets' -l 'trace-secrets' -d 'Do not strike the secrets out of the trace.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth login" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth saml" -eq 1' -fka '(__fedauth_custom_completion ---completion saml -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" authorization-url' -l 'authorization-url' -d 'The address with which the sign-in begins; on the command line the argument does the same.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" finish' -l 'finish' -d 'The address that ends the sign-in. Parameters count by their names (default: the first address).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" sap' -l 'sap' -d 'Derive both addresses from this SAP mobile services backend.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" ecp' -l 'ecp' -d 'Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" ecp-endpoint' -l 'ecp-endpoint' -d 'The identity provider\'s SOAP endpoint for --ecp (\'SingleSignOnService\' with the SOAP binding in its metadata).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" logout-url' -l 'logout-url' -d 'The service\'s sign-out address, used by \'fedauth logout\'.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" user' -l 'user' -d 'The user name.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" password-stdin' -l 'password-stdin' -d 'Read the password from stdin.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" password-file' -l 'password-file' -d 'Read the password from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" password-fd' -l 'password-fd' -d 'Read the password from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" password-command' -l 'password-command' -d 'Take the password from what this shell command prints.' -rfka '(compgen -c)'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" password-store' -l 'password-store' -d 'Take the password from this entry of the store.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml"' -l 'field' -d 'Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or text:VALUE. Repeat it for more fields.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" accept-consent' -l 'accept-consent' -d 'Agree to consent pages.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" keep-signed-in' -l 'keep-signed-in' -d 'Tick boxes such as \'stay signed in\' and \'trust this device\', which are left empty otherwise.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" remember' -l 'remember' -d 'Store the password that was typed, once the sign-in has succeeded.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" presenter' -l 'presenter' -d 'Who shows the login: \'form\' (fills forms, asks on the terminal), \'none\' (fail when one is needed), or \'auto\'.' -rfka 'auto form none'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" min-validity' -l 'min-validity' -d 'Sign in again when the session ends within this time.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" check' -l 'check' -d 'Ask this address whether the session holds.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" force' -l 'force' -d 'Sign in even when the session is still valid.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" no-wait' -l 'no-wait' -d 'Fail with exit status 9 when another sign-in to the same profile is in progress.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" cacert' -l 'cacert' -d 'Trust the certificates in this PEM file, and no others.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml"' -l 'pin' -d 'Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" proxy' -l 'proxy' -d 'Send requests through this proxy.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml"' -l 'resolve' -d 'Use this address for a host, as in curl. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml"' -l 'allow-host' -d 'Go to no other hosts than those of the endpoints and this one (\'*.example.org\' for all below a domain); a login form may send there. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" allow-http' -l 'allow-http' -d 'Go to unencrypted http: addresses too. They are always allowed on this machine.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" insecure' -l 'insecure' -d 'Do not check the servers\' certificates. Anybody on the way can read and change everything.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" timeout' -l 'timeout' -d 'Give up after this time: 90s, 5m, 1h (default: 5m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" trace' -l 'trace' -d 'Write the conversation to this file, every secret struck out.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" trace-secrets' -l 'trace-secrets' -d 'Do not strike the secrets out of the trace.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth saml" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth logout" -eq 1' -fka '(__fedauth_custom_completion ---completion logout -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" all' -l 'all' -d 'All sessions.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" cacert' -l 'cacert' -d 'Trust the certificates in this PEM file, and no others.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout"' -l 'pin' -d 'Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" proxy' -l 'proxy' -d 'Send requests through this proxy.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout"' -l 'resolve' -d 'Use this address for a host, as in curl. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout"' -l 'allow-host' -d 'Go to no other hosts than those of the endpoints and this one (\'*.example.org\' for all below a domain); a login form may send there. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" allow-http' -l 'allow-http' -d 'Go to unencrypted http: addresses too. They are always allowed on this machine.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" insecure' -l 'insecure' -d 'Do not check the servers\' certificates. Anybody on the way can read and change everything.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" timeout' -l 'timeout' -d 'Give up after this time: 90s, 5m, 1h (default: 5m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" trace' -l 'trace' -d 'Write the conversation to this file, every secret struck out.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" trace-secrets' -l 'trace-secrets' -d 'Do not strike the secrets out of the trace.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth logout" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth status" -eq 1' -fka '(__fedauth_custom_completion ---completion status -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" all' -l 'all' -d 'All sessions.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" check' -l 'check' -d 'Ask the server.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" cacert' -l 'cacert' -d 'Trust the certificates in this PEM file, and no others.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status"' -l 'pin' -d 'Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" proxy' -l 'proxy' -d 'Send requests through this proxy.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status"' -l 'resolve' -d 'Use this address for a host, as in curl. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status"' -l 'allow-host' -d 'Go to no other hosts than those of the endpoints and this one (\'*.example.org\' for all below a domain); a login form may send there. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" allow-http' -l 'allow-http' -d 'Go to unencrypted http: addresses too. They are always allowed on this machine.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" insecure' -l 'insecure' -d 'Do not check the servers\' certificates. Anybody on the way can read and change everything.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" timeout' -l 'timeout' -d 'Give up after this time: 90s, 5m, 1h (default: 5m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" trace' -l 'trace' -d 'Write the conversation to this file, every secret struck out.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" trace-secrets' -l 'trace-secrets' -d 'Do not strike the secrets out of the trace.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth export-cookies" -eq 1' -fka '(__fedauth_custom_completion ---completion export-cookies -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" shell' -l 'shell' -d 'The shell that evaluates it: auto, sh, bash, zsh or ksh.' -rfka 'auto sh bash zsh ksh'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" format' -l 'format' -d 'shell (default), netscape (a cookie file), header (a Cookie field) or json.' -rfka 'shell netscape header json'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" dialect' -l 'dialect' -d 'How the cookie file is written: portable, curl, wget or python.' -rfka 'portable curl wget python'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" url' -l 'url' -d 'Only the cookies that this address gets.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" all' -l 'all' -d 'The cookies of all hosts on the way too, those of the identity provider among them.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" o output' -l 'output' -s 'o' -d 'Write to this file (private, whole or not at all); \'-\' is stdout.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" unset' -l 'unset' -d 'Take it back: unset the variables and remove the cookie file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth export-cookies" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth credential" -eq 1' -fka 'get store erase capability fill approve reject'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" expires' -l 'expires' -d 'What is stored is of no use after this time from now.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth credential" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth docker-credential" -eq 1' -fka 'store get erase list version'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth docker-credential" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'put' -d 'Keep a value under a name, over the one that is there.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'get' -d 'Print one stored value.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'list' -d 'List the entries, without their values.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'search' -d 'Find entries by name, kind and attributes, without their values.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'delete' -d 'Remove entries, exactly those that are named.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'init' -d 'Make an empty store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'unlock' -d 'Open the store, and keep it open for a while.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'lock' -d 'Lock the store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'rekey' -d 'Change what opens the encrypted file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'slot' -d 'Choose what opens the encrypted file: passphrases, key files, credentials.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'export' -d 'Write all entries to a file, sealed under a passphrase of its own.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'import' -d 'Take entries over from an export.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'move' -d 'Move entries from the keyring to the encrypted file, or back.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'verify' -d 'Open every entry of the store, and name those that do not open.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'recover' -d 'Save what can be saved of a damaged store.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'accept-older' -d 'Go on with an older copy of the encrypted file, such as a backup.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store" -eq 1' -fa 'doctor' -d 'Say which store is used, why, and what it needs to work.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" file' -l 'file' -d 'Read the value from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" kind' -l 'kind' -d 'What it is, such as secret, password or totp (default: that of the entry that is there, else secret).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put"' -l 'attribute' -d 'What it belongs to, for searching. Not secret. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" content-type' -l 'content-type' -d 'Its media type.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" expires' -l 'expires' -d 'It is of no use after this time from now: 90 or 90s, 5m, 2h30m, 1d.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" fresh' -l 'fresh' -d 'Keep nothing of the entry that is there: its kind, attributes and media type go.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" if-absent' -l 'if-absent' -d 'Only when there is no entry of that name.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" if-version' -l 'if-version' -d 'Only over this version.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store put" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" o output' -l 'output' -s 'o' -d 'Write to this file (private, whole or not at all); \'-\' is stdout.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" even-expired' -l 'even-expired' -d 'Print it although its time is over.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" clip' -l 'clip' -d 'Put it on the clipboard instead, and take it away after a while.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" for' -l 'for' -d 'How long it stays on the clipboard: 90 or 90s, 5m, 2h30m, 1d (default: 45s).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" kind' -l 'kind' -d 'A pattern for the kind.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search"' -l 'attribute' -d 'An attribute, and a pattern for its value. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" expired' -l 'expired' -d 'Only entries whose time is over.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store search" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" if-exists' -l 'if-exists' -d 'It is no error when an entry is not there.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store delete" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" for' -l 'for' -d 'How long the encrypted file stays open: 90 or 90s, 5m, 2h30m, 1d (default: 15m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" keyring' -l 'keyring' -d 'Unlock the desktop keyring, whichever store is in use; the same as \'--store keyring\'.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" timeout' -l 'timeout' -d 'How long to wait for the keyring\'s own dialog, where it shows one (default: 2m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store unlock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store lock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" full' -l 'full' -d 'Make a new data key too, so that who has a copy and its passphrase cannot open what is written from now on. Slots for which no new key is given are dropped, and named.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" new-passphrase-file' -l 'new-passphrase-file' -d 'Take the new passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" new-passphrase-fd' -l 'new-passphrase-fd' -d 'Take the new passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" new-key-file' -l 'new-key-file' -d 'A key file, 32 random bytes or more; made when it is not there.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" new-credential' -l 'new-credential' -d 'The content of a credential that systemd will hand to a service as \'fedauth.store\'; made when it is not there.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" cost' -l 'cost' -d 'What guessing a new passphrase costs: the base-2 logarithm of scrypt\'s N, 15 to 20 (default: 17, 128 MiB of memory).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store rekey" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store slot" -eq 1' -fa 'list' -d 'List the key slots of the encrypted file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store slot" -eq 1' -fa 'add' -d 'Let one more key open the encrypted file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store slot" -eq 1' -fa 'remove' -d 'Let a key open the encrypted file no more.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" new-passphrase-file' -l 'new-passphrase-file' -d 'Take the new passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" new-passphrase-fd' -l 'new-passphrase-fd' -d 'Take the new passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" new-key-file' -l 'new-key-file' -d 'A key file, 32 random bytes or more; made when it is not there.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" new-credential' -l 'new-credential' -d 'The content of a credential that systemd will hand to a service as \'fedauth.store\'; made when it is not there.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" cost' -l 'cost' -d 'What guessing a new passphrase costs: the base-2 logarithm of scrypt\'s N, 15 to 20 (default: 17, 128 MiB of memory).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store slot remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" o output' -l 'output' -s 'o' -d 'Write to this file (private, whole or not at all); \'-\' is stdout.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" plaintext' -l 'plaintext' -d 'Write the secrets in the clear, for who reads the file to see.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" passphrase-file' -l 'passphrase-file' -d 'Read the passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" passphrase-fd' -l 'passphrase-fd' -d 'Read the passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" passphrase-stdin' -l 'passphrase-stdin' -d 'Read the passphrase from stdin.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth store import" -eq 1' -F
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" overwrite' -l 'overwrite' -d 'Replace entries that are there.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" skip' -l 'skip' -d 'Leave entries that are there as they are.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" dry-run' -l 'dry-run' -d 'Change nothing: only say what would be imported.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" passphrase-file' -l 'passphrase-file' -d 'Read the passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" passphrase-fd' -l 'passphrase-fd' -d 'Read the passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" passphrase-stdin' -l 'passphrase-stdin' -d 'Read the passphrase from stdin.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" to' -l 'to' -d 'Where to.' -rfka 'keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" keep' -l 'keep' -d 'Leave the entries where they are too.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" overwrite' -l 'overwrite' -d 'Replace entries of the same name that are there with other contents.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store move" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store recover" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store accept-older" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth store doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile" -eq 1' -fa 'add' -d 'Write a profile into the configuration file.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile" -eq 1' -fa 'list' -d 'List the profiles.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile" -eq 1' -fa 'show' -d 'Show a profile\'s settings.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile" -eq 1' -fa 'remove' -d 'Remove a profile from the configuration file; its session stays.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" method' -l 'method' -d 'How to sign in: saml.' -rfka 'saml'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" authorization-url' -l 'authorization-url' -d 'The address with which the sign-in begins; on the command line the argument does the same.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" finish' -l 'finish' -d 'The address that ends the sign-in. Parameters count by their names (default: the first address).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" sap' -l 'sap' -d 'Derive both addresses from this SAP mobile services backend.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" ecp' -l 'ecp' -d 'Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" ecp-endpoint' -l 'ecp-endpoint' -d 'The identity provider\'s SOAP endpoint for --ecp (\'SingleSignOnService\' with the SOAP binding in its metadata).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" logout-url' -l 'logout-url' -d 'The service\'s sign-out address, used by \'fedauth logout\'.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" user' -l 'user' -d 'The user name.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" password-stdin' -l 'password-stdin' -d 'Read the password from stdin.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" password-file' -l 'password-file' -d 'Read the password from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" password-fd' -l 'password-fd' -d 'Read the password from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" password-command' -l 'password-command' -d 'Take the password from what this shell command prints.' -rfka '(compgen -c)'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" password-store' -l 'password-store' -d 'Take the password from this entry of the store.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add"' -l 'field' -d 'Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or text:VALUE. Repeat it for more fields.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" accept-consent' -l 'accept-consent' -d 'Agree to consent pages.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" keep-signed-in' -l 'keep-signed-in' -d 'Tick boxes such as \'stay signed in\' and \'trust this device\', which are left empty otherwise.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" remember' -l 'remember' -d 'Store the password that was typed, once the sign-in has succeeded.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" presenter' -l 'presenter' -d 'Who shows the login: \'form\' (fills forms, asks on the terminal), \'none\' (fail when one is needed), or \'auto\'.' -rfka 'auto form none'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" min-validity' -l 'min-validity' -d 'Sign in again when the session ends within this time.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" check' -l 'check' -d 'Ask this address whether the session holds.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" force' -l 'force' -d 'Sign in even when the session is still valid.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" no-wait' -l 'no-wait' -d 'Fail with exit status 9 when another sign-in to the same profile is in progress.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" cacert' -l 'cacert' -d 'Trust the certificates in this PEM file, and no others.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add"' -l 'pin' -d 'Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" proxy' -l 'proxy' -d 'Send requests through this proxy.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add"' -l 'resolve' -d 'Use this address for a host, as in curl. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add"' -l 'allow-host' -d 'Go to no other hosts than those of the endpoints and this one (\'*.example.org\' for all below a domain); a login form may send there. Repeat it for more.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" allow-http' -l 'allow-http' -d 'Go to unencrypted http: addresses too. They are always allowed on this machine.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" insecure' -l 'insecure' -d 'Do not check the servers\' certificates. Anybody on the way can read and change everything.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" timeout' -l 'timeout' -d 'Give up after this time: 90s, 5m, 1h (default: 5m).' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" trace' -l 'trace' -d 'Write the conversation to this file, every secret struck out.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" trace-secrets' -l 'trace-secrets' -d 'Do not strike the secrets out of the trace.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile show" -eq 1' -fka '(__fedauth_custom_completion ---completion profile show -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth profile remove" -eq 1' -fka '(__fedauth_custom_completion ---completion profile remove -- positional@0 (count (__fedauth_tokens -pc)) (__fedauth_tokens -tC))'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth profile remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" store' -l 'store' -d 'Where to keep things: \'keyring\' (the desktop\'s), \'file\' (encrypted), or \'auto\': the keyring when it answers, else the file; the choice is remembered.' -rfka 'auto keyring file'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" store-passphrase-file' -l 'store-passphrase-file' -d 'Read the encrypted store\'s passphrase from this file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" store-passphrase-fd' -l 'store-passphrase-fd' -d 'Read the encrypted store\'s passphrase from this descriptor.' -rfka ''
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" store-key-file' -l 'store-key-file' -d 'Open the encrypted store by this key file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" no-cache' -l 'no-cache' -d 'Neither use nor leave the encrypted store\'s key in memory: this command alone opens it.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_positional "fedauth completions" -eq 1' -fka 'bash zsh fish'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" json' -l 'json' -d 'Print the result, and an error too, as a JSON object on stdout.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" q quiet' -s 'q' -l 'quiet' -d 'Say nothing on stderr but errors.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" v verbose' -s 'v' -l 'verbose' -d 'Say more on stderr: what is done, and what libraries said of an error.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" color' -l 'color' -d 'Colour: \'auto\' (on a terminal, unless NO_COLOR is set), \'always\' or \'never\'.' -rfka 'auto always never'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" no-input' -l 'no-input' -d 'Never ask anything: fail with exit status 4 instead, naming what is missing.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" config' -l 'config' -d 'The configuration file.' -rF
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" version' -l 'version' -d 'Show the version.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth completions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fedauth' -n '__fedauth_should_offer_completions_for_flags_or_options "fedauth help" version' -l 'version' -d 'Show the version.'
