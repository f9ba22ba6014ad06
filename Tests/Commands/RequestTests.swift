import Testing

@testable import CommandSupport

/// Tests requests and responses of `fedauth request`.
struct RequestTests: EchoRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    @Test func methodAndFields() throws {
        let plain = try echo()
        #expect(plain.method == "GET" && plain.field("accept") == "*/*" && plain.body.isEmpty)
        #expect(try echo("-X", "options").method == "OPTIONS")
        let file = try home.file("fields", "X-One: 1\r\nX-Two:2\n\n")
        let fields = try echo("-H", "X-Own: a: b", "-H", "@\(file)", "-H", "accept: text/csv")
        #expect(fields.field("x-own") == "a: b" && fields.field("x-one") == "1" && fields.field("x-two") == "2")
        #expect(fields.headers.filter { $0[0].lowercased() == "accept" } == [["accept", "text/csv"]])
        #expect(try echo("-H", "@-", input: "X-In: 3").field("x-in") == "3")
        #expect(try echo("--expect", "application/json").field("accept") == "application/json")
    }

    @Test(arguments: [
        (["-H", "nonsense"], "without a name"), (["-H", ": x"], "without a name"),
        (["-d", "a", "-T", "/etc/hostname"], "exclude each other"), (["-d", "@/nosuch"], "/nosuch"),
        (["-T", "/etc"], "is a directory"), (["--data-field", "x"], "NAME=VALUE"),
        (["-F", "a=@-", "-F", "b=@-"], "sent twice"), (["-F", "a=@/etc/hostname;type=x"], "not a media type"),
        (["-o", "/tmp"], "names no file"),
    ]) func whatMakesNoSenseIsRefused(_ words: [String], _ complaint: String) throws {
        let outcome = try home.fedauth(["request", try lab.page("/")] + words + ["--no-input"])
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect("\(outcome.errors)".contains(complaint), "\(outcome)")
    }

    @Test(arguments: [
        ("--request", "'-X METHOD'"), ("-u", "--user NAME"), ("-k", "--insecure"), ("--data-raw", "'--data'"),
        ("--data-binary", "'--data'"), ("--data-urlencode", "--data-field"), ("--compressed", "always"),
        ("-s", "--quiet"), ("-S", "--quiet"), ("-b", "without an option"), ("-O", "--output DIRECTORY"),
    ]) func habitsOfCurlAreKnown(_ option: String, _ meant: String) throws {
        let outcome = try home.request("https://h.test/", option, "x")
        #expect(outcome.status == 2 && outcome.errors.contains(meant), "\(outcome)")
    }

    @Test func contentOfEveryKind() throws {
        let data = try echo("-d", "a=1", "-d", "b")
        #expect(data.method == "POST" && data.body == "a=1&b")
        #expect(data.field("content-type") == "application/x-www-form-urlencoded")
        let file = try home.file("content", "c & d\n")
        #expect(try echo("-d", "@\(file)").body == "c & d\n")
        #expect(
            try echo("-d", "x=y", "--data-field", "n=a b&c", "--data-field", "f=@\(file)").body
                == "x=y&n=a+b%26c&f=c+%26+d%0A")
        let json = try echo("--data-json", "{}")
        #expect(json.body == "{}" && json.field("content-type") == "application/json")
        #expect(json.field("accept") == "application/json" && json.method == "POST")
        #expect(try echo("--data-json", "{}", "-X", "PATCH", "-H", "Content-Type: a/b").method == "PATCH")
        let upload = try echo("-T", file)
        #expect(upload.method == "PUT" && upload.body == "c & d\n" && upload.length == 6)
        let empty = try echo("-d", "")
        #expect(empty.method == "POST" && empty.field("content-length") == "0")
    }

    @Test func aFormWithFiles() throws {
        let file = try home.file("a \"b\".txt", "content")
        let form = try echo("-F", "x=1", "-F", "f=@\(file);type=text/plain", "-F", "s=@-", input: "in")
        let type = try #require(form.field("content-type"))
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type.hasPrefix("multipart/form-data; boundary=") && form.method == "POST")
        #expect(
            form.body == """
                --\(boundary)\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--\(boundary)\r\nContent-\
                Disposition: form-data; name="f"; filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n\
                --\(boundary)\r\nContent-Disposition: form-data; name="s"\r\nContent-Type: application/octet-stream\
                \r\n\r\nin\r\n--\(boundary)--\r\n
                """)
    }

    @Test(arguments: [
        ("/code/200", [], 0), ("/code/404", [], 0), ("/code/404", ["--fail"], 10), ("/code/403", ["-f"], 3),
        ("/code/503", ["--status-exit"], 50), ("/code/418", ["--status-exit", "--fail"], 40),
        ("/code/302", ["-L"], 0), ("/code/302", ["--fail"], 3), ("/code/503", ["--fail", "--retry", "1"], 1),
        ("/head/garbage", [], 15),
        ("/stall", ["--timeout", "2s"], 6), ("/body/short", [], 15), ("/body/chunk-cut", [], 15),
        ("/body/encoding-unknown", [], 15), ("/schemes/bearer", [], 11), ("/schemes/unknown", [], 11),
        ("/schemes/basic", [], 4), ("/schemes/no-challenge", [], 15), ("/schemes/bearer", ["--no-sign-in"], 0),
    ]) func theExitStatusTells(_ path: String, _ words: [String], _ status: Int32) throws {
        let outcome = try home.fedauth(["request", try lab.page(path)] + words + ["--no-input"])
        #expect(outcome.status == status, "\(path) \(words): \(outcome)")
        if words.contains("--fail") || words.contains("-f"), status != 0 { #expect(outcome.output.isEmpty) }
        if words.contains("--retry") { #expect(outcome.errors.contains("(sent 2 times)"), "\(outcome)") }
        if status == 0 || (status >= 20 && !words.contains("--fail")) { #expect(outcome.errors.isEmpty, "\(outcome)") }
    }

    /// Whether libcurl sees the reset or an early end depends on how much it has read by then.
    @Test func aResetConnectionIsToldAsOneOrAsAnEnd() throws {
        let outcome = try home.fedauth("request", try lab.page("/reset"), "--no-input")
        #expect([7, 15].contains(outcome.status), "\(outcome)")
    }

    @Test func anUnreachableServerIsReported() throws {
        #expect(try home.request("https://app.localhost:1/").status == 7)
        #expect(try home.request("https://nosuch.invalid/").status == 7)
        home.environment["FEDAUTH_CACERT"] = nil
        #expect(try home.request(try lab.page("/echo")).status == 7)
    }

    @Test(arguments: ["gzip", "deflate", "deflate-raw", "twice"]) func packedContentIsUnpacked(_ coding: String) throws
    {
        let outcome = try home.request(try lab.page("/packed/\(coding)"))
        #expect(outcome.status == 0 && outcome.output.count == 25200, "\(outcome.status ?? -1)")
    }

    @Test func brotliIsUnpacked() throws {
        let apache = try #require(lab.challenges.urls["https"])
        let outcome = try home.request(apache + "/compressed/br", "-i")
        #expect(outcome.text.contains("content-encoding: br") && outcome.output.count > 25200, "\(outcome.errors)")
    }

    @Test func fieldsAreShown() throws {
        let shown = try home.request(try lab.page("/cookie"), "-i").text
        #expect(shown.hasPrefix("HTTP/1.1 200 ") && shown.contains("\r\nset-cookie: ") && shown.contains("\r\n\r\n{"))
        let head = try home.request(try lab.page("/echo"), "-I")
        #expect(head.text.contains("content-type: application/json\r\n") && head.text.hasSuffix("\r\n\r\n"), "\(head)")
    }

    @Test func jsonTellsAll() throws {
        let text = try home.request(try lab.page("/code/404"), "--json")
        #expect(
            text.status == 0 && text.text.contains("\"status\":404") && text.text.contains("\"body\":\""), "\(text)")
        // A response that counts as a failure is one object too, without content.
        let failure = try home.request(try lab.page("/code/404"), "--json", "--fail")
        #expect(failure.status == 10 && failure.text.contains("not-found"), "\(failure)")
        #expect(!failure.text.contains("\"headers\"") && !failure.text.contains("\"body\""), "\(failure)")
        let binary = try home.request(try lab.page("/body/binary"), "--json", "--no-sign-in")
        #expect(binary.text.contains("\"bodyBase64\":\""), "\(binary.text.prefix(300))")
        let file = home.path + "/out"
        let written = try home.request(try lab.page("/range/10"), "--json", "-o", file)
        #expect(written.text.contains("\"output\":\"\(file)\"") && !written.text.contains("body"), "\(written)")
    }

    @Test func redirectsAreFollowedWhereThatIsAsked() throws {
        let address = try lab.page("/code/302")
        #expect(try home.request(address, "-i").text.hasPrefix("HTTP/1.1 302"))
        #expect(try Lab.Echo(try home.request(address, "-L")).path == "/echo")
        #expect(try Lab.Echo(try home.request(try lab.page("/code/303"), "-L", "-d", "x")).method == "GET")
        let kept = try Lab.Echo(try home.request(try lab.page("/code/307"), "-L", "-d", "x"))
        #expect(kept.method == "POST" && kept.body == "x")
    }

    @Test func aLoginPageInPlaceOfDataIsNoData() throws {
        let page = try lab.page("/login-page")
        #expect(try home.request(page).text.contains("<form"))
        let outcome = try home.request(page, "--expect", "application/json")
        #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.errors.contains("--user NAME"), "\(outcome)")
    }
}
