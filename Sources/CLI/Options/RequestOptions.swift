import Application

/// The request to send.
struct RequestOptions: OptionGroup {
    var header: [String] = []
    var settings = RequestSettings()

    mutating func declare(_ list: OptionList) {
        list.option(
            "request-method", &settings.method, "method", "The method (default: GET, or what fits the content).",
            short: "X")
        list.option(
            "header", &header, "field",
            "Send this field, 'NAME: VALUE'; '@FILE' reads fields from a file, one a line ('@-' is stdin). They go to the "
                + "first origin only. Repeat it for more.", short: "H")
        list.flag("head", &settings.isHead, "Ask for the fields of the answer only (HEAD).", short: "I")
        list.flag("location", &settings.followsRedirects, "Follow redirects.", short: "L")
        list.option(
            "range", &settings.range, "range", "Ask for this part of the content only: 0-499, 500-, -200.", short: "r",
            values: .any)
        list.option(
            "expect", &settings.expected, "type",
            "The expected media type, such as application/json: a page in its place is a login.")
        list.option(
            "retry", &settings.retries, "count",
            "Send it again, up to this often, when the connection fails or the answer is 408, 429, 502, 503 or 504; within "
                + "--timeout, and not before a Retry-After.")
        list.flag("no-sign-in", clears: &settings.signsIn, "Send the request unchanged, and answer no challenge.")
    }
}

/// The destination of the response.
struct AnswerOptions: OptionGroup {
    var output: String?
    var include = false
    var statuses = StatusSettings()

    mutating func declare(_ list: OptionList) {
        list.option(
            "output", &output, "file",
            "Write the content to this file, which only you can read; it appears when it is complete, and '-' is stdout.",
            short: "o", completion: .file)
        list.flag("include", &include, "Write status and fields before the content.", short: "i")
        list.flag(
            "fail", &statuses.fails,
            """
            Fail, without content: 3 for 401, 403 and a redirect that is not followed, 10 for 404 and 410, 1 for another \
            status of 400 and more.
            """, short: "f")
        list.flag(
            "status-exit", &statuses.isExitStatus,
            "Derive the exit status from the answer's: 30 for 3xx, 40 for 4xx, 50 for 5xx.")
    }
}
