import ArgumentParser

/// The request to send.
struct RequestOptions: ParsableArguments {
    @Option(
        "method",
        "The method (default: GET, or what fits the content).", name: [.customShort("X", allowingJoined: true), .long])
    var requestMethod: String?

    @Option(
        "field",
        "Send this field, 'NAME: VALUE'; '@FILE' reads fields from a file, one a line ('@-' is stdin). They go to the "
            + "first origin only. Repeat it for more.", name: [.customShort("H", allowingJoined: true), .long])
    var header: [String] = []

    @Flag(name: [.customShort("I"), .long], help: "Ask for the fields of the answer only (HEAD).")
    var head = false

    @Flag(name: [.customShort("L"), .long], help: "Follow redirects.")
    var location = false

    @Option(
        "range",
        "Ask for this part of the content only: 0-499, 500-, -200.",
        name: [.customShort("r", allowingJoined: true), .long], parsing: .unconditional)
    var range: String?

    @Option("type", "The expected media type, such as application/json: a page in its place is a login.")
    var expect: String?

    @Option(
        "count",
        "Send it again, up to this often, when the connection fails or the answer is 408, 429, 502, 503 or 504; within "
            + "--timeout, and not before a Retry-After.")
    var retry: UInt8 = 0

    @Flag(help: "Send the request unchanged, and answer no challenge.")
    var noSignIn = false
}

/// The destination of the response.
struct AnswerOptions: ParsableArguments {
    @Option(
        "file",
        "Write the content to this file; it appears when it is complete, and '-' is stdout.",
        name: [.customShort("o", allowingJoined: true), .long], completion: .file())
    var output: String?

    @Flag(name: [.customShort("C"), .long], help: "Continue an incomplete file ('FILE.part') of an earlier request.")
    var `continue` = false

    @Flag(name: .shortAndLong, help: "Write status and fields before the content.")
    var include = false

    @Flag(
        name: .shortAndLong,
        help: """
            Fail, without content: 3 for 401, 403 and a redirect that is not followed, 10 for 404 and 410, 1 for another \
            status of 400 and more.
            """)
    var fail = false

    @Flag(help: "Derive the exit status from the answer's: 30 for 3xx, 40 for 4xx, 50 for 5xx.")
    var statusExit = false
}
