/// Options of curl, git, saml2aws, openconnect-sso and others, and what does the same here.
enum FamiliarOptions {
    /// What does the same.
    struct Meaning {
        /// The options of other programs.
        let others: [Substring]
        /// The option in the advice, which the command must have.
        let option: String
        let advice: String

        init(_ others: String, _ option: String, _ advice: String) {
            self.others = others.split(separator: " ")
            self.option = option
            self.advice = advice
        }
    }

    /// Returns advice for an option that a command does not have; nil for an option that is not in the table.
    ///
    /// - Parameter has: whether the command has an option.
    static func advice(for option: String, has: (String) -> Bool) -> String? {
        meanings.first { $0.others.contains(Substring(option)) && has($0.option) }?.advice
    }

    /// The first one whose option the command has counts.
    static let meanings = [
        Meaning("-u --username --login --login-name --user-name --user-password", "--user", user),
        Meaning("--password --pass --passwd -p", "--password-file", password),
        Meaning("--password --pass --passwd -p", "--if-absent", seen + "the secret is read from standard input"),
        Meaning("--totp", "--code", "'--code' prints the current code of the key"),
        Meaning("--otp --code --mfa --mfa-code --mfa-token --otp-secret --totp-secret --2fa", "--totp", code),
        Meaning(
            "--ca --ca-bundle --cafile --ca-file --capath --ca-cert", "--cacert", "'--cacert FILE' trusts an authority"),
        Meaning("--cert -E --certificate --client-cert --p12 --pfx --key --private-key", "--identity", identity),
        Meaning("-k --no-verify --skip-verify --ssl-no-verify --no-check-certificate", "--insecure", unchecked),
        Meaning("-x --http-proxy --https-proxy", "--proxy", "'--proxy URL' names the proxy"),
        Meaning("-m --max-time --connect-timeout -t", "--timeout", "'--timeout TIME' limits the time"),
        Meaning("-s -S --silent --show-error --no-progress-meter", "--quiet", "'--quiet' prints only what went wrong"),
        Meaning("--debug --log-level --loglevel -l", "--trace", steps + ", '--trace FILE' the whole exchange"),
        Meaning("--debug --log-level --loglevel -l", "--verbose", steps),
        Meaning(
            "--batch --non-interactive --yes -y --skip-prompt --no-prompt", "--no-input", "'--no-input' never asks"),
        Meaning("--no-browser --terminal", "--presenter", "'--presenter form' fills in forms without a browser"),
        Meaning("--hidden --no-window", "--headless", "'--headless' runs the browser without a window"),
        Meaning(
            "--refresh --renew --again --reauth", "--fresh", "'--force' signs in again, '--fresh 0' with the password"),
        Meaning("--refresh --renew --again --reauth", "--force", "'--force' signs in again"),
        Meaning("--kerberos --negotiate --spnego --gssapi", "--scheme", "'--scheme negotiate' uses a Kerberos ticket"),
        Meaning(
            "--kerberos --negotiate --spnego --gssapi", "--integrated", "'--integrated always' uses a Kerberos ticket"),
        Meaning(
            "--anyauth --digest --ntlm --basic", "--scheme", "the scheme is '--scheme basic', 'digest' or 'negotiate'"),
        Meaning("--keyring --backend --vault", "--store", "'--store keyring' or '--store file' names the store"),
        Meaning("--format --output-format", "--json", "'--json' prints JSON"),
        Meaning("--request --method", "--request-method", "the method is '--request-method METHOD', or '-X METHOD'"),
        Meaning("--oauth2-bearer", "--header", "a token goes by '--header @FILE'"),
        Meaning("--data-raw --data-binary --data-ascii", "--data", "'--data' sends its text as it is"),
        Meaning("--data-urlencode", "--data-field", "'--data-field NAME=VALUE' encodes a field"),
        Meaning("-G --get --url-query", "--data", "the query belongs into the address"),
        Meaning("--compressed", "--data", "compressed answers are always taken, except with '--output'"),
        Meaning("-O --remote-name -J", "--upload-file", "'--output DIRECTORY' names the file as the address does"),
        Meaning(
            "-b --cookie", "--header", "the session's cookies are sent without an option; others by '--header @FILE'"),
        Meaning(
            "-c --cookie-jar", "--header", "sessions are kept without an option; 'fedauth export-cookies' writes a file"
        ),
        Meaning("-A --user-agent", "--header", "'--header \"User-Agent: VALUE\"' sends that field"),
        Meaning("-e --referer", "--header", "'--header \"Referer: VALUE\"' sends that field"),
        Meaning("--location-trusted", "--location", "'--location' follows; a password is for one origin only"),
        Meaning("-w --write-out", "--status-exit", "'--json' prints status and fields"),
        Meaning("--fail-with-body", "--status-exit", "'--status-exit' derives the exit status and writes the content"),
        Meaning("-D --dump-header", "--include", "'--include' writes the fields"),
        Meaning("--url --uri --endpoint", "--timeout", "the address is the argument"),
        Meaning("-n --netrc", "--timeout", "passwords come from the store"),
    ]

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
