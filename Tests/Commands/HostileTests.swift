import Glibc
import Testing

@testable import CommandSupport

/// The expected result of a page.
struct HostileCase: Sendable, CustomTestStringConvertible {
    let page: String
    let status: Int32
    /// Words of the message that name the cause.
    let words: String

    init(_ page: String, _ status: Int32 = 0, _ words: String = "") {
        self.page = page
        self.status = status
        self.words = words
    }

    var testDescription: String { page }
}

/// Tests every page of the hostile servers: one clear line and the right status within the time limit, and nothing stored.
struct HostileTests {
    static let redirects = [
        HostileCase("/redirect/loop", 15, "more than 20 redirects"),
        HostileCase("/redirect/ping", 15, "more than 20 redirects"),
        HostileCase("/redirect/pong", 15, "more than 20 redirects"),
        HostileCase("/redirect/endless/0", 15, "more than 20 redirects"),
        HostileCase("/redirect/refresh-loop", 15, "page after page"),
        HostileCase("/redirect/post-loop", 15, "again after it was answered"),
        HostileCase("/redirect/many"), HostileCase("/redirect/codes"),
        HostileCase("/redirect/http", 15, "is not the finish endpoint"),
        HostileCase("/redirect/http-elsewhere", 7, "not encrypted"),
        HostileCase("/redirect/refresh-http", 7, "not encrypted"),
        HostileCase("/redirect/https-elsewhere", 7, "cannot resolve 'elsewhere.example.test'"),
        HostileCase("/redirect/lookalike", 7, "cannot resolve 'good.localhost.example.test'"),
        HostileCase("/redirect/ftp", 15, "the scheme 'ftp'"),
        HostileCase("/redirect/file", 15, "the scheme 'file'"),
        HostileCase("/redirect/data", 15, "the scheme 'data'"),
        HostileCase("/redirect/javascript", 15, "the scheme 'javascript'"),
        HostileCase("/redirect/refresh-javascript", 15, "the page 'Wait' leads to"),
        HostileCase("/redirect/userinfo", 15, "holds a user name"),
        HostileCase("/redirect/other-port", 15, "is not the finish endpoint"),
        HostileCase("/redirect/empty", 15, "names no address to go on to"),
        HostileCase("/redirect/nowhere", 15, "names no address to go on to"),
        HostileCase("/redirect/garbage", 15, "no valid IPv6 address"),
        HostileCase("/redirect/two", 15, "two different addresses"),
        HostileCase("/redirect/long", 15, "bytes of header"),
        HostileCase("/redirect/scheme-relative"), HostileCase("/redirect/relative"),
        HostileCase("/redirect/fragment"), HostileCase("/redirect/inject"),
    ]

    static let statuses = [
        // The server judges the content in parts.
        HostileCase("/signin/multipart"),
        HostileCase("/status/400", 15, "status 400: Error 400"), HostileCase("/status/401", 3, "status 401"),
        HostileCase("/status/403", 3, "status 403"), HostileCase("/status/404", 15, "does not exist"),
        HostileCase("/status/410", 15, "does not exist"), HostileCase("/status/418", 15, "status 418"),
        HostileCase("/status/429", 15, "status 429"), HostileCase("/status/500", 15, "failed with status 500"),
        HostileCase("/status/502", 15, "failed with status 502"),
        HostileCase("/status/503", 15, "failed with status 503"),
        HostileCase("/status/504", 15, "failed with status 504"), HostileCase("/status/500-form"),
    ]

    static let bodies = [
        HostileCase("/body/drip", 6, "timed out after 4 s"),
        HostileCase("/body/gigabyte-promised", 6, "timed out after 4 s"),
        HostileCase("/body/flood", 15, "more than 4194304 bytes"),
        HostileCase("/body/flood-chunked", 15, "more than 4194304 bytes"),
        HostileCase("/body/gigabyte", 15, "more than 4194304 bytes"),
        HostileCase("/body/gzip-bomb", 15, "more than 4194304 bytes"),
        HostileCase("/body/gzip-broken", 15, "no login form"),
        HostileCase("/body/encoding-unknown", 15, "cannot be decoded"),
        HostileCase("/body/short", 15, "cut short"), HostileCase("/body/chunk-cut", 15, "cut short"),
        HostileCase("/body/chunk-invalid", 15, "breaks the rules of HTTP"),
        HostileCase("/body/chunk-huge", 15, "breaks the rules of HTTP"),
        HostileCase("/body/lengths", 15, "two different lengths|cut short"),
        HostileCase("/body/empty", 15, "no login form"),
        HostileCase("/body/binary", 15, "no login form"), HostileCase("/body/json", 3, "shows an error"),
        HostileCase("/body/no-type"),
        HostileCase("/head/slow", 6, "timed out after 4 s"), HostileCase("/head/silent", 6, "timed out after 4 s"),
        HostileCase("/head/closed", 7, "without an answer|broke"), HostileCase("/head/cut", 15, "cut short"),
        HostileCase("/head/flood", 15, "bytes of header"), HostileCase("/head/garbage", 15, "not HTTP"),
        HostileCase("/head/nul", 15, "not HTTP"), HostileCase("/slow-end", 6, "timed out after 4 s"),
    ]

    static let stuck = [
        HostileCase("/stuck/no-form", 15, "no login form"), HostileCase("/stuck/script", 11, "needs scripts"),
        HostileCase("/stuck/webauthn", 11, "security key"), HostileCase("/stuck/captcha", 11, "CAPTCHA"),
        HostileCase("/stuck/waiting", 6, "timed out after 4 s"),
        HostileCase("/stuck/polling", 6, "timed out after 4 s"),
    ]

    static let markup =
        [
            HostileCase("/markup/attributes", 15, "no login form"),
            HostileCase("/markup/nested", 15, "/other' does not exist"),
            HostileCase("/markup/long-value", 15, "more than 4194304 bytes"),
            HostileCase("/markup/text", 15, "no login form"), HostileCase("/markup/frameset"),
        ]
        + [
            "unclosed", "deep", "table", "comment", "comment-form", "script-form", "template", "cdata", "xhtml",
            "entity-bomb", "entity-file", "nul", "many-fields", "many-forms", "no-html", "truncated", "doubled",
            "terminal",
        ].map { HostileCase("/markup/" + $0) }

    static let connections = [
        HostileCase("expired", 7, "has expired"), HostileCase("wrongname", 7, "is for another name"),
        HostileCase("unknownca", 7, "signed by an unknown authority"),
        HostileCase("selfsigned", 7, "is self-signed"), HostileCase("oldtls", 7, "no TLS 1.2 or later"),
        HostileCase("refused", 7, "refused the connection"), HostileCase("silent", 6, "timed out after 4 s"),
        HostileCase("plain-on-tls-port", 7, "does not speak TLS"),
        HostileCase("unknown-host", 7, "cannot resolve 'elsewhere.example.test'"),
        HostileCase("http-elsewhere", 7, "not encrypted"),
    ]

    @Test(arguments: redirects + statuses + bodies + stuck + markup + connections)
    func everyPageEndsAsItShould(_ page: HostileCase) throws {
        let hostile = try Hostile.get()
        try Self.run(page, hostile, CommandHome())
    }

    /// Signs in from a page and expects the result in the table.
    static func run(_ page: HostileCase, _ hostile: Hostile, _ home: Home) throws {
        // Long pages take minutes on a busy machine.
        let timeout = page.status == 6 ? "4s" : "300s"
        let outcome = try home.fedauth(
            hostile.words(from: try hostile.url(page.page), timeout: timeout), input: hostile.password)
        if page.status == 0 {
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            let header = try home.fedauth("export-cookies", "--format", "header", "--url", hostile.done)
            #expect(header.text.contains("session=ok"), "\(header)")
            return
        }
        // The versions of libcurl differ in what they notice first.
        let words = page.words.split(separator: "|").map(String.init)
        outcome.expectComplaint(page.status, words.first { outcome.errors.contains($0) } ?? page.words)
        // The hints contain the word 'secrets'.
        #expect(!outcome.errors.replacing("secrets", with: "").contains(hostile.password), "\(outcome)")
        #expect(home.hasNoStore)
    }

    @Test func noPageIsForgotten() throws {
        let hostile = try Hostile.get()
        let known = Set(
            (Self.redirects + Self.statuses + Self.bodies + Self.stuck + Self.markup + Self.connections).map(\.page)
                + HostileFormTests.forms.map(\.page.page) + HostileCookieTests.pages + [Self.repeats])
        // The tests with a real browser cover these.
        let ofBrowsers = ["/browser/", "/lost/", "/scripted/", "/guarded/", "/shapes/"]
        let all = Set(hostile.pages.keys.filter { page in !ofBrowsers.contains { page.hasPrefix($0) } })
            .union(hostile.tls.keys).subtracting(["/done", "/recorded"])
        #expect(all.subtracting(known).isEmpty)
    }

    @Test func theTerminalIsSafeFromTitlesAndErrors() throws {
        let hostile = try Hostile.get()
        let home = try CommandHome()
        let words = hostile.words(from: try hostile.url("/markup/terminal")).filter { $0 != "--password-stdin" }
        try home.fedauth(words).expectComplaint(4, "asks for the password")
        // This also applies to messages about the pages on the way.
        let verbose = try home.fedauth(words + ["--verbose"])
        #expect(verbose.errors.contains("/markup/terminal'"), "\(verbose)")
        #expect(
            !verbose.errors.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
            })
    }

    static let repeats = "/signin/repeats"

    /// A message quotes the server's text, without a password that the server repeats in it.
    @Test func noMessageShowsAPassword() throws {
        let hostile = try Hostile.get()
        let home = try CommandHome()
        let password = "wr0ng+Pass/word"
        let words = hostile.words(from: try hostile.url(Self.repeats))
        for more in [[], ["--json", "--verbose", "--send-refused"]] {
            let outcome = try home.fedauth(words + more, input: password)
            #expect(outcome.status == 3, "\(outcome)")
            #expect(outcome.errors.contains("Wrong: ***, ***, ***."), "\(outcome)")
            #expect(!(outcome.errors + outcome.text).contains("wr0ng"), "\(outcome)")
            #expect(more.isEmpty || outcome.text.contains("Wrong: ***, ***, ***."), "\(outcome)")
        }
    }
}

/// Tests the posted forms, and the places that must not receive a password. The records of a server belong to all its requests,
/// so these tests run one at a time, with separate servers.
@Suite(.serialized)
struct HostileFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let page: HostileCase
        /// The path on the https server that may receive the form, and its content; nil if there is none.
        let posted: (path: String, fields: [[String]])?

        init(_ page: HostileCase, posted path: String? = "/signin/check", _ fields: [[String]] = Form.plain) {
            self.page = page
            posted = path.map { ($0, fields) }
        }

        static let plain = [["user", "ada"], ["pass", "secret"]]
        var testDescription: String { page.page }
    }

    static let forms: [Form] =
        [
            "plain", "two", "duplicates", "action-relative", "action-base", "action-absolute",
            "action-scheme-relative", "action-spaces", "uppercase", "outside", "nameless", "self-post", "latin-1",
            "latin-1-meta", "utf-16", "charset-lie", "charset-unknown", "check",
        ].map { Form(HostileCase("/signin/" + $0)) }
        + ["action-missing", "action-empty", "action-query"].map {
            Form(HostileCase("/signin/" + $0), posted: "/signin/" + $0)
        }
        + [
            Form(
                HostileCase("/signin/hidden"), posted: "/signin/check",
                [["token", "a\"b&c\r\nd <e>"]] + Form.plain),
            Form(
                HostileCase("/signin/controls"), posted: "/signin/check",
                Form.plain + [
                    ["area", "b"], ["first", "one"], ["r", "2"], ["news", "on"], ["note", "line one\r\nline two"],
                    ["go", "1"],
                ]),
            Form(HostileCase("/signin/loop", 3, "the login form came back"), posted: "/signin/loop"),
            Form(HostileCase("/signin/get", 15, "would put the password into the address"), posted: nil),
            Form(HostileCase("/signin/action-port-443", 4, "which no step of the sign-in has named"), posted: nil),

            Form(HostileCase("/leave/port", 4, "which no step of the sign-in has named"), posted: nil),
            Form(HostileCase("/leave/http", 7, "which is not encrypted"), posted: nil),
            Form(HostileCase("/leave/host", 4, "'elsewhere.example.test'"), posted: nil),
            Form(HostileCase("/leave/lookalike", 4, "'good.localhost.example.test'"), posted: nil),
            Form(HostileCase("/leave/base", 4, "'elsewhere.example.test'"), posted: nil),
            Form(HostileCase("/leave/javascript", 11, "needs scripts to send its form"), posted: nil),
            Form(HostileCase("/leave/mailto", 15, "the scheme 'mailto'"), posted: nil),
            Form(HostileCase("/leave/file", 15, "the scheme 'file'"), posted: nil),
            Form(HostileCase("/leave/frame")),
            Form(HostileCase("/leave/formaction")),
            Form(HostileCase("/leave/307", 3, "passed on to 'elsewhere.example.test'"), posted: "/leave/307"),
            Form(HostileCase("/leave/307-port", 3, "passed on to 'good.localhost"), posted: "/leave/307-port"),
        ]

    @Test(arguments: forms)
    func theContentGoesWhereItBelongsAndNowhereElse(_ form: Form) throws {
        let hostile = try Hostile.getRecording()
        _ = try hostile.takeRecords()
        try HostileTests.run(form.page, hostile, CommandHome())
        let records = try hostile.takeRecords()
        #expect(!records.isEmpty)
        let telling = records.filter { $0.holds(hostile.password) }
        guard let posted = form.posted else {
            #expect(telling.isEmpty, "\(telling)")
            #expect(records.allSatisfy { $0.method == "GET" }, "\(records)")
            return
        }
        #expect(telling.count == 1, "\(telling)")
        let record = try #require(telling.first)
        #expect(record.server == "https" && record.method == "POST" && record.path == posted.path, "\(record)")
        #expect(record.form == posted.fields, "\(record)")
        #expect(record.query == (form.page.page == "/signin/action-spaces" ? "a=1&b=2" : ""), "\(record)")
    }
}
