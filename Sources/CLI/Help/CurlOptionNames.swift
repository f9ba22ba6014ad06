/// curl's options that `fedauth request` spells differently or does not have.
enum CurlOptionNames {
    /// Returns the replacement for a curl option; nil for an unknown one.
    static func meaning(of option: String) -> String? { meanings[option] }

    private static let meanings: [String: String] = [
        "--request": "the method is '--request-method METHOD', or '-X METHOD'",
        "-u": user, "--user-password": user, "--anyauth": scheme, "--digest": scheme, "--ntlm": scheme,
        "--basic": scheme, "--negotiate": scheme, "--oauth2-bearer": "a token goes by '--header @FILE'",
        "-k": "'--insecure' checks no certificate",
        "--data-raw": data, "--data-binary": data, "--data-ascii": data,
        "--data-urlencode": "'--data-field NAME=VALUE' encodes a field",
        "-G": query, "--get": query, "--url-query": query,
        "--compressed": "compressed answers are always taken, but with '--output'",
        "-s": quiet, "-S": quiet, "--silent": quiet, "--show-error": quiet, "--no-progress-meter": quiet,
        "-O": name, "--remote-name": name, "-J": name,
        "-b": cookie, "--cookie": cookie,
        "-c": "sessions are kept by themselves; 'fedauth export-cookies' writes a file of cookies",
        "--cookie-jar": "sessions are kept by themselves; 'fedauth export-cookies' writes a file of cookies",
        "-A": field("User-Agent"), "--user-agent": field("User-Agent"), "-e": field("Referer"),
        "--referer": field("Referer"),
        "-m": "'--timeout TIME' limits the time", "--max-time": "'--timeout TIME' limits the time",
        "-x": "'--proxy URL' names the proxy",
        "--location-trusted": "'--location' follows; a password is for one origin only",
        "-w": json, "--write-out": json,
        "--fail-with-body": "'--status-exit' tells the status and writes the content",
        "-D": "'--include' writes the fields", "--dump-header": "'--include' writes the fields",
        "--url": "the address is the argument",
        "-n": "passwords come from the store", "--netrc": "passwords come from the store",
    ]

    private static let user =
        "the user is '--user NAME', the password comes from the store, '--password-file FILE' or a question"
    private static let scheme = "the scheme is '--scheme basic', 'digest' or 'negotiate'"
    private static let data = "'--data' sends its text as it is"
    private static let query = "the query belongs into the address"
    private static let quiet = "'--quiet' says only what went wrong"
    private static let name = "'--output DIRECTORY' calls the file as the address does"
    private static let cookie = "the session's cookies are sent by themselves; others go by '--header @FILE'"
    private static let json = "'--json' tells status and fields"

    private static func field(_ name: String) -> String { "'--header \"\(name): VALUE\"' sends that field" }
}
