/// Options of curl, git, saml2aws, openconnect-sso and others, and what does the same here.
enum FamiliarOptions {
    /// What does the same.
    struct Meaning {
        /// The options of other programs.
        let others: [Substring]
        /// The option that the command must have for the advice to fit; nil: any command.
        let option: String?
        /// The only commands for which it is; empty: all.
        let commands: [Substring]
        let advice: String

        init?(_ line: Substring) {
            let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4 else { return nil }
            others = parts[0].split(separator: " ")
            option = parts[1].isEmpty ? nil : String(parts[1])
            commands = parts[2].split(separator: ",")
            advice = String(parts[3])
        }
    }

    /// Returns advice for an option that a command does not have; nil for an option that is not in the table.
    static func advice(for option: String, of command: [String], has: (String) -> Bool) -> String? {
        let command = Substring(command.joined(separator: " "))
        return meanings.first { meaning in
            meaning.others.contains(Substring(option)) && meaning.option.map(has) ?? true
                && (meaning.commands.isEmpty || meaning.commands.contains(command))
        }?.advice
    }

    /// The first one that fits the command counts.
    static let meanings = table.split(separator: "\n").compactMap(Meaning.init)

    /// One line each: options of other programs | the option that the command must have | the only commands | the advice.
    private static let table = """
        --no-store||token,export-cookies,export-headers|'fedauth exec --no-store NAME -- COMMAND' signs in and gives it to one command
        --check --checks --only||doctor|all is checked; 'fedauth doctor NAME' adds a profile, 'fedauth store doctor' checks the store alone
        --fix --repair||doctor,store doctor|nothing is repaired by itself; each finding says what to do
        --no-newline -n --newline||store get,token|the value is printed as it is; only a terminal gets a line break behind it
        --clean-env --clear-env --env-clear --ignore-environment -i||exec|the command gets this environment: 'fedauth exec NAME -- env -u VARIABLE COMMAND' leaves one out
        --no-login --no-signin --no-auth||exec|'--no-sign-in' uses the existing session only
        --audience --relying-party --rp||adfs|'--realm URI' names the relying party
        --label||sls enroll|the label of an EST server is '--profile-code CODE'
        --out --output -o --cert-out||sls enroll,sls renew|'--pem FILE' or '--p12 FILE' writes the certificate with its key
        --key-size --key-bits --bits --keysize|--key-type||the size is part of '--key-type KIND': rsa2048, rsa3072, rsa4096, p256, p384 or ed25519
        --no-save --no-keep --ephemeral|--no-store||'--no-store' keeps nothing; else the session is kept in the store, and 'fedauth logout' removes it
        -t --ttl --time --duration --expires||store unlock|'--for TIME' says how long the store stays open
        -f -r -R --recursive --yes -y --force||store delete|entries are named one by one, and nothing is asked but for '--all'; '--if-exists' allows missing ones
        -f --yes -y --force||identity delete,profile remove,passkey delete|nothing is asked
        -a --all||store lock|'--store NAME' chooses the store to lock
        -a --all --recursive -r||store export,store list,store search|all entries are meant without an option
        -l --long --tree --details||store list,store search|'--json' shows all that is known
        --prefix||store list|'fedauth store search PATTERN' chooses names, such as 'ci/*'
        -i --ignore-case||store search|'[Cc]i*' is a pattern for both letters
        --attribute --expires --kind --type||store get|'fedauth store list --json' shows what is known of entries
        --format --output-format||store export|the format is JSON; '--plaintext' does not seal it
        --curl||export-headers,export-cookies|'--format curl' writes options for 'curl -K'
        --json-file --jar --file --cookie-jar -c||export-cookies|'--format netscape -o FILE' writes a cookie file, '--format json -o FILE' JSON
        --raw --plain||token|'fedauth token' prints the token as it is
        --min-validity --expires --warn||status|'--json' shows when a session ends; 'fedauth login NAME --min-validity TIME' renews it in time
        --origin --url||identity bind|the address is an argument: 'fedauth identity bind NAME URL'
        --cert --client-cert||identity import|the certificate is the argument: 'fedauth identity import FILE --key FILE'
        --pse --der --pkcs8||identity export|'--p12 FILE' writes what 'sapgenpse import_p12' and others read, '--pem FILE' certificate and key as text
        --cert --format --out --output -o||identity export|'--p12 FILE' or '--pem FILE' says what to write
        --remove --delete --del||profile edit|'--unset SETTING' removes a setting
        --set||profile edit|each setting is an option: 'fedauth profile edit NAME --user USER'
        --profile||sls enroll|the server's profile is '--profile-code CODE', fedauth's is the argument
        -p|--min-validity||a profile is the argument, or '--profile NAME' for a request; \(password)
        --key-file --keyfile|--new-key-file||'--new-key-file FILE' is the new key, '--store-key-file FILE' opens the store
        --key-file --keyfile|--store-key-file||'--store-key-file FILE' opens the encrypted store
        --label --description||store search|'--attribute KEY=PATTERN' compares an attribute
        --oidc-issuer-url --issuer-url --oidc-client-id|--client-id||the issuer is the argument: 'fedauth oauth ISSUER --client-id ID'
        --password-env|--password-command||'--password-command "printenv NAME"' reads it from a variable
        -u --username --login --login-name --user-name --user-password|--user||\(user)
        --password --pass --passwd --pw|--password-file||\(password)
        --from-file --in --input -i|--if-absent||'--file FILE' reads the value from a file
        --password --pass --passwd --pw -p|--if-absent||\(seen)the secret is read from standard input
        --password --pass --passwd --passphrase -p --passout --passin|--passphrase-file|identity export,identity import,sls enroll,sls renew,sls csr,store export,store import|\(seen)leave it out and fedauth asks, or use '--passphrase-file FILE'
        --passphrase --passphrase-file --store-password --store-password-file|--store-passphrase-file||'--store-passphrase-file FILE' opens the encrypted store; without it fedauth asks
        --totp --otp --mfa --2fa|--code||'--code' prints the current code of the key
        --otp --code --mfa --mfa-code --mfa-token --otp-secret --totp-secret --2fa|--totp||\(code)
        --ca --ca-bundle --cafile --ca-file --capath --ca-cert --ca-certificate|--cacert||'--cacert FILE' trusts an authority
        --cert -E --certificate --client-cert --p12 --pfx --key --private-key|--identity||\(identity)
        -k --no-verify --skip-verify --ssl-no-verify --no-check-certificate|--insecure||\(unchecked)
        -x --http-proxy --https-proxy|--proxy||'--proxy URL' names the proxy
        --content-type|--data||'-H "Content-Type: VALUE"' sends that field
        --accept|--expect||'--expect TYPE' says what is accepted, such as application/json
        --follow --follow-redirects --redirect --redirects|--location||'--location' follows redirects
        --jq --query --paginate --raw-output|--data||'fedauth request URL | jq FILTER' does that
        --jq --query --template --filter --raw-output|--json||'--json' prints JSON, of which '| jq FILTER' chooses
        --trace-ascii --log|--trace||'--trace FILE' writes the whole exchange to a file
        --pinnedpubkey|--pin||'--pin KEY' takes it as curl does: sha256//BASE64
        --idp-url --idp-entity-id --provider-id|--idp||'--idp NAME' chooses the identity provider
        --cron --unattended|--no-input||'--no-input' never asks, and fails instead
        -m --max-time --connect-timeout --request-timeout -t|--timeout||'--timeout TIME' limits the time
        -s -S --silent --show-error --no-progress-meter|--quiet||'--quiet' prints only what went wrong
        --debug --log-level --loglevel -l|--trace||\(steps), '--trace FILE' the whole exchange
        --debug --log-level --loglevel -l|--verbose||\(steps)
        --batch --non-interactive --noninteractive --yes -y --skip-prompt --no-prompt|--no-input||'--no-input' never asks
        --interactive --ask --prompt|--no-input||questions are asked where there is a terminal; '--no-input' never asks
        --no-color --no-colour --monochrome|--color||'--color never' prints without colours
        --no-browser --terminal|--presenter||'--presenter form' fills in forms without a browser
        --hidden --no-window|--headless||'--headless' runs the browser without a window
        --refresh --renew --again --reauth|--fresh||'--force' signs in again, '--fresh 0' with the password
        --refresh --renew --again --reauth|--force||'--force' signs in again
        --kerberos --negotiate --spnego --gssapi|--scheme||'--scheme negotiate' uses a Kerberos ticket
        --kerberos --negotiate --spnego --gssapi|--integrated||'--integrated always' uses a Kerberos ticket
        --anyauth --digest --ntlm --basic|--scheme||the scheme is '--scheme SCHEME': basic, digest or negotiate
        --keyring --backend --vault|--store||'--store keyring' or '--store file' names the store
        --format --output-format --output -o|--json||'--json' prints JSON, of which '| jq FILTER' chooses
        --request --method|--request-method||the method is '--request-method METHOD', or '-X METHOD'
        --oauth2-bearer|--header||a token goes by '--header @FILE'
        --data-raw --data-binary --data-ascii|--data||'--data' sends its text as it is
        --data-urlencode|--data-field||'--data-field NAME=VALUE' encodes a field
        -G --get --url-query|--data||the query is part of the address
        --compressed|--data||compressed answers are always taken, except with '--output'
        -C --continue --continue-at|--upload-file||'fedauth export-cookies --format curl' writes options for 'curl -K - -C - -o FILE.part URL', which continues it
        -O --remote-name -J|--upload-file||'--output DIRECTORY' names the file as the address does
        -b --cookie|--header||the session's cookies are sent without an option; others by '--header @FILE'
        -c --cookie-jar|--header||sessions are kept without an option; 'fedauth export-cookies' writes a file
        -A --user-agent|--header||'--header "User-Agent: VALUE"' sends that field
        -e --referer|--header||'--header "Referer: VALUE"' sends that field
        --location-trusted|--location||'--location' follows; a password is for one origin only
        -w --write-out|--status-exit||'--json' prints status and fields
        --fail-with-body|--status-exit||'--status-exit' derives the exit status and writes the content
        -D --dump-header|--include||'--include' writes the fields
        --url --uri --endpoint --server --host --address --site --start-url --login-url --sso-url|--authorization-url|profile edit|'--authorization-url URL' changes it; 'fedauth profile show NAME' shows which of '--sap', '--adfs', '--issuer', '--base-url' and others it has
        --url --uri --endpoint --server --host --address --site --start-url --login-url --sso-url|--timeout||the address is the argument
        -n --netrc --netrc-file|--timeout||'fedauth store import --from netrc' takes those passwords into the store
        --output-document|--output||'--output FILE' writes the content to a file
        --body-data --post-data --body --json-data|--data||'--data TEXT' or '--data @FILE' is the content
        --bearer --auth|--header||a token goes by '--header @FILE'; a kept session needs no option
        \(curlsOwn)|--upload-file||curl has it: 'eval $(fedauth export-cookies)', then curl -b "$FEDAUTH_COOKIE_JAR"
        --raw --show|--clip||'fedauth store get NAME' prints the value as it is
        -c --clipboard --copy|--clip||'--clip' copies the value to the clipboard
        --username --field|--clip||'fedauth store list --json' shows attributes, such as the user
        --password|--clip||'fedauth store get NAME' prints the value alone
        --stdin --multiline -m -e --echo|--if-absent||the value is read from standard input, to its end
        --label --description|--if-absent||'--attribute NAME=VALUE' describes an entry
        --type|--kind||'--kind KIND' says what the value is
        --ttl --valid-for --expiry|--expires||'--expires TIME' limits how long the entry is kept
        --force --overwrite -f|--if-absent||an existing value is replaced, except with '--if-absent'
        -a|--all||'--all' takes all
        -a --all|--force||sessions are made one by one: name the profile, as in 'fedauth login NAME'
        --profile --name|||the profile's name is the argument
        --type|--authorization-url||the method follows from the address: '--authorization-url', '--sap', '--adfs', '--base-url'
        --default|--authorization-url||'profile = "NAME"' below [defaults] of the file makes it the default
        --dry-run --test|--min-validity||'fedauth doctor NAME' checks a profile without a sign-in
        --open --gui --web --window|--presenter||'--presenter chromium' shows the login in a browser
        --save --save-password --remember-me|--remember||'--remember' keeps the password
        --duo --push --sms --device --factor|--field||a way is chosen by '--field NAME=text:VALUE', or on the terminal
        --yubikey --fido2 --webauthn --security-key|--headless||a window of '--presenter chromium' asks for the key; 'fedauth passkey add URL' keeps one of its own
        --idp-provider --provider|--presenter||the pages of any provider are read, '--presenter' says by what: form or a browser
        --browser-type|--presenter||'--presenter chromium' or '--presenter firefox' shows the login in that browser
        --device-code|--presenter||'--presenter remote' shows the login in the browser of another machine
        --region||credential|'AWS_REGION', or 'region' in ~/.aws/config, chooses the region; '--token-service URL' names its token service
        --role --account --region --idp-account --session-duration|--presenter||'fedauth help aws' prints what to write so that AWS's programs get keys of a role
        --force-refresh --reauthenticate --authenticate|--force||'--force' signs in again
        --token|--presenter||'fedauth token' prints the token of a session
        --scope|--exchange-scope||'--exchange-scope SCOPE' goes to the token endpoint
        --tenant --domain|--home-realm||the address has the tenant; '--home-realm' and '--idp' choose a provider; a user is written 'DOMAIN\\USER'
        --port|--timeout||the port is part of the address, as in https://host:8443/
        --config-file|--config||'--config FILE' names the configuration
        --env --export --print --shell --dotenv|--presenter||'eval $(fedauth export-cookies)' gives the session to the shell
        --json-output|--json||'--json' prints JSON
        --log-file --logfile|--trace||'--trace FILE' writes the whole exchange to a file
        --retry --retries|||nothing is sent twice by itself; '--timeout TIME' waits longer
        --wait|--no-wait||'fedauth login' waits for another sign-in by itself
        --ttl --valid-for|--min-validity||the server sets the time; '--min-validity TIME' signs in earlier
        --keytab|--integrated||'kinit -k -t FILE USER' gets a ticket, which '--integrated always' uses
        --lang --language --locale --useragent --window-size --width --height|--browser||the browser has its own settings: '--keep-browser-profile' keeps them
        --on-connect --exec --run|--presenter||'fedauth login NAME && COMMAND' runs what follows
        --everywhere --global|||'fedauth logout --all' ends all sessions
        --sessions|||'fedauth status --all' shows all sessions
        --watch|||'watch fedauth status --all' repeats it
        --netscape --file|--format||'--format netscape -o FILE' writes a cookie file
        --domain --host|--format||'--url URL' chooses the cookies of one address
        --bash --zsh --fish --sh|--shell||'--shell NAME' writes for that shell
        --jwt --claims|--output||'--output claims' shows the claims of the token
        """

    /// Options of curl for single transfers, which have no counterpart.
    private static let curlsOwn =
        "-Z --parallel -K --http1.0 --http1.1 --http2 --http3 -0 -4 -6 --ipv4 --ipv6 --tlsv1.2 --tlsv1.3 --ciphers "
        + "--interface --connect-to --unix-socket --limit-rate --max-redirs --post301 --post302 --post303 --create-dirs "
        + "--remove-on-error -z --time-cond --etag-save --etag-compare --expect100-timeout -N --no-buffer --raw "
        + "--path-as-is --dns-servers --local-port --keepalive-time --no-keepalive --tcp-nodelay --hsts --alt-svc"

    private static let user =
        "the user is '--user NAME', the password comes from the store, '--password-file FILE' or a question"
    private static let seen = "other users see what is on a command line; "
    private static let password = seen + "leave it out and fedauth asks, or use '--password-file FILE'"
    private static let code =
        "'--totp ENTRY' makes the code of a key in the store; without it fedauth asks for the code"
    private static let identity =
        "'fedauth identity import FILE' keeps a client certificate with its key, '--identity NAME' shows it"
    private static let unchecked = "'--cacert FILE' trusts an authority, '--insecure' checks no certificate"
    private static let steps = "'--verbose' prints each step"
}
