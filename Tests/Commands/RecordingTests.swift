import FoundationEssentials
import Testing

@testable import CommandSupport

/// Tests the search in what the labs record: a leak that it does not see is a test that cannot fail.
@Suite(.serialized)
struct RecordingTests {
    private func curl(_ words: [String]) throws {
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSk", "-o", "/dev/null", "--max-time", "60"] + words,
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// A client that takes a password astray, in each way.
    @Test(arguments: [
        ["-u", "ada:Circle of Life"], ["-d", "x=Circle+of+Life"], ["-H", "X: Circle%20of"],
        ["-b", "a=Q2lyY2xlIG9mIExpZmU"], ["-X", "PUT", "-d", "436972636c65206f66"],
        ["--url-query", "Circle of Life"], ["-A", "Circle of Life", "-I"],
    ])
    func aPasswordIsSeenWhereItIsNotMeant(_ words: [String]) throws {
        let (server, recording) = try BasicServer.startRecorded()
        try curl([server.main + "/", "-u", "ada:Circle of Life"])
        #expect(recording.leaks().isEmpty)
        try curl([server.trap + "/"] + words)
        let leaks = recording.leaks()
        let trap = server.trap.dropFirst("http://".count)
        #expect(leaks.count == 1 && leaks[0].hasPrefix("the password of ada went to '\(trap)': "), "\(leaks)")
        // Another name of the machine is another origin.
        try curl([server.main.replacing("127.0.0.1", with: "localhost") + "/"] + words)
        #expect(recording.leaks().count == 1)
        #expect(recording.leaks().isEmpty)
    }

    /// A test fails by it, without a line of its own.
    @Test func theEndOfAHomeReportsALeak() throws {
        let server = try BasicServer.start()
        try withKnownIssue {
            let home = try CommandHome()
            try home.request(server.main + "/", "--header", "X: correct horse")
        } matching: {
            $0.comments.contains { $0.rawValue.hasPrefix("the passphrase of the store went to '127.0.0.1:") }
        }
    }

    @Test func anAssertionIsSeenAtAnotherPage() throws {
        let lab = try PasskeyLab.get()
        let hash = try #require(lab.relyingParties[lab.good])
        let text = Data(hash + [UInt8](repeating: 5, count: 5)).base64EncodedString()
        for (origin, count) in [(lab.good, 0), (lab.other, 1)] {
            try curl([origin, "-d", #"{"response":{"authenticatorData":"\#(text)"}}"#])
            let leaks = Recording.leaks()
            #expect(leaks.count == count && leaks.allSatisfy { $0.hasPrefix("an assertion of a passkey") }, "\(leaks)")
        }
    }

    /// The codes of this time are searched as words, because six digits are in many numbers.
    @Test func aOneTimeCodeIsSeen() throws {
        let home = try CommandHome()
        let lab = try CommandSupport.Lab.get()
        let key = try Files.text(try #require(lab.totp["otto"]).secretFile)
        #expect(try home.fedauth("store", "put", "key", "--kind", "totp", input: key).status == 0)
        let code = try home.fedauth("store", "get", "key", "--code").text
        for (field, count) in [("x=\(code)&y", 1), ("1\(code)", 0)] {
            try curl([lab.spURL, "-d", field])
            #expect(Recording.leaks().count { $0.hasPrefix("a code of otto went to ") } == count, "\(code)")
        }
    }

    enum Lab: CaseIterable {
        case real, hostile, basic, passkeys, openID, enrolment, certificates, open
    }

    private func origins(of lab: Lab) throws -> [String] {
        switch lab {
        case .real:
            let lab = try CommandSupport.Lab.get()
            let challenges = lab.challenges.urls
            return try [lab.idpURL, lab.spURL, lab.farm("plain").url, lab.federation.oauthURL]
                + ["https", "http", "app", "plain"].compactMap { challenges[$0] }
        case .hostile:
            let hostile = try Hostile.get()
            return [hostile.https, hostile.other, hostile.http]
        case .basic:
            let server = try BasicServer.start()
            return [server.main, server.trap]
        case .passkeys:
            let lab = try PasskeyLab.get()
            return [lab.good, lab.other]
        case .openID:
            let server = try OpenIDServer.get()
            return [server.providerURL, server.protected]
        case .enrolment:
            let server = try EnrollmentServer.get()
            return [server.sls, server.est, server.elsewhere]
        case .certificates: return [try TLSServer.get().url("good")]
        case .open: return []
        }
    }

    /// Each server is recorded, whatever serves it: Python, Apache and Glewlwyd, with TLS and without.
    @Test(arguments: Lab.allCases) func eachServerIsRecorded(_ lab: Lab) throws {
        let home = try CommandHome()
        let secret = "needle-of-\(lab)"
        Recording.keepFromAll(secret, "a needle")
        let site = lab == .open ? try OpenSite(home) : nil
        for origin in try origins(of: lab) + [site?.origin].compactMap(\.self) {
            let host = origin.split(separator: "/")[1]
            try curl([origin, "-H", "X-Needle: " + secret])
            let leaks = Recording.leaks()
            // A server may ask another one of its own, as a proxy.
            #expect(
                !leaks.isEmpty && leaks.allSatisfy { $0.hasPrefix("a needle went to '\(host)': ") },
                "\(origin): \(leaks)")
        }
    }

    /// What the client sends in its own Cookie fields, by what servers set.
    @Test(arguments: [
        ("a.test", "k=value-of-a; Path=/", "a.test:444", 0), ("a.test", "k=value-of-a", "b.test", 1),
        ("a.test", "k=value-of-a", "x.a.test", 1), ("x.a.test", "k=value-of-a; domain=.A.test", "y.a.test", 0),
        ("a.test", "k=value-of-a; Domain=a.test", "xa.test", 1), ("a.test", "k=value-of-b", "b.test", 0),
        ("a.test", "k=short", "b.test", 0), ("[::1]:80", "k=value-of-a", "[::1]:81", 0),
    ])
    func aCookieOfAnotherHostIsSeen(_ setter: String, _ field: String, _ host: String, _ count: Int) throws {
        var connections = RecordedConnections()
        let cookie = field.contains("short") ? "short" : "value-of-a"
        connections.read([
            .init(isReceived: true, connection: "1", bytes: Array("GET / HTTP/1.1\r\nHost: \(setter)\r\n\r\n".utf8)),
            .init(
                isReceived: false, connection: "1",
                bytes: Array("HTTP/1.1 200 OK\r\nset-cookie: \(field)\r\n\r\nx".utf8)),
            .init(isReceived: true, connection: "2", bytes: Array("POST /x HTTP/1.1\r\nHOST: \(host)\r\n".utf8)),
            .init(isReceived: true, connection: "2", bytes: Array("Cookie: a=b; other=\(cookie)\r\n\r\n".utf8)),
        ])
        let requests = connections.takeRequests()
        #expect(requests.map(\.authority) == [setter, host])
        #expect(requests.flatMap { connections.foreignCookies(in: $0) }.count == count)
    }
}
