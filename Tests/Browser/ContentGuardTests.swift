import Core
import Support
import Testing

@testable import Browser

/// Tests which requests with content may follow a redirect.
struct ContentGuardTests {
    /// One request of a load: method, host, and whether the browser reports a redirect.
    private typealias Hop = (load: String?, method: String, address: String, isRedirected: Bool)

    private func check(
        _ hops: [Hop], of type: String = "Fetch", hasContent: Bool = false, by guardian: ContentGuard = ContentGuard()
    ) -> [ErrorCode?] {
        hops.map { hop in
            let members: [JSONValue.Member] =
                [
                    .init("requestId", "i"), .init("resourceType", .text(type)),
                    .init(
                        "request",
                        ["url": .text(hop.address), "method": .text(hop.method), "hasPostData": .bool(hasContent)]),
                ]
                + (hop.load.map { [.init("networkId", .text($0))] } ?? [])
                + (hop.isRedirected ? [.init("redirectedRequestId", "before")] : [])
            return failure {
                guard let request = PageRequest(.object(members), session: "s", window: nil) else { return }
                try guardian.check(request)
            }?.code
        }
    }

    /// Whether the browser reports that a redirect causes the request does not matter where the load is known.
    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "QUERY"], [false, true])
    func contentStaysAtItsOrigin(_ method: String, _ isReported: Bool) {
        let first: Hop = ("1", method, "https://idp.test/login", false)
        for (address, expected) in [
            ("https://idp.test/other", nil), ("https://evil.test/login", ErrorCode.refusedHost),
            ("https://idp.test:8443/login", .refusedHost), ("http://idp.test/login", .refusedHost),
            ("https://sub.idp.test/login", .refusedHost),
        ] {
            #expect(check([first, ("1", method, address, isReported)]) == [nil, expected], "\(address)")
        }
        let inSteps: [Hop] = [
            first, ("1", method, "https://idp.test/a", isReported), ("1", method, "https://x.test", isReported),
        ]
        #expect(check(inSteps) == [nil, nil, .refusedHost])
    }

    /// The server may count each time as an attempt.
    @Test(arguments: [false, true]) func contentIsSentAgainTwice(_ isReported: Bool) {
        let hops = (0..<5).map { ("1" as String?, "POST", "https://idp.test/\($0)", isReported && $0 > 0) }
        #expect(check(hops) == [nil, nil, nil, .loop, .loop])
        #expect(
            check((0..<5).map { ("\($0)" as String?, "POST", "https://idp.test/", false) })
                == Array(repeating: nil, count: 5))
    }

    @Test func requestsWithoutContentGoOn() {
        #expect(
            check([("1", "POST", "https://idp.test", false), ("1", "GET", "https://sp.test", true)], of: "Document")
                == [nil, nil])
        // Another load is no redirect: the page itself sends it.
        #expect(
            check([("1", "POST", "https://idp.test", false), ("2", "POST", "https://sp.test", false)]) == [nil, nil])
    }

    /// Content of a method that usually has none, and fields of a script, which may have the names and values of the
    /// browser's own: a redirect takes them on like content.
    @Test(
        arguments: ["GET", "HEAD", "OPTIONS"],
        [
            ("Document", "", false), ("Image", "image", false), ("Stylesheet", "style", false),
            ("Script", "script", false),
            ("XHR", "", true), ("Fetch", "", true), ("EventSource", "", true), ("Other", "", true), ("", "", true),
        ])
    func noRedirectTakesOnWhatAScriptAdds(
        _ method: String, _ kind: (type: String, destination: String, isRefused: Bool)
    ) {
        let way: [Hop] = ["https://idp.test/a", "https://idp.test/b", "https://evil.test/b"].map {
            ("1", method, $0, false)
        }
        let expected = [nil, nil, kind.isRefused ? ErrorCode.refusedHost : nil]
        #expect(check(way, of: kind.type) == expected)
        #expect(check(way, of: kind.type, hasContent: true) == [nil, nil, .refusedHost])
        let guardian = ContentGuard()
        let codes = way.map { hop in
            failure {
                try guardian.check(
                    PageRequest(
                        "1", of: "s", isDocument: kind.type == "Document", isMainFrame: false, isRedirected: false,
                        address: hop.address, method: method, destination: kind.destination, form: nil))
            }?.code
        }
        #expect(codes == expected)
        // A server that nothing was typed for has nothing to take on.
        let other = ContentGuard()
        other.hasTyped = { $0 == nil }
        #expect(check(way, of: kind.type, by: other) == [nil, nil, nil])
    }

    /// What was not seen before may come from anywhere.
    @Test func aRedirectOfAnUnknownLoadIsRefused() {
        #expect(check([("1", "POST", "https://idp.test", true)]) == [.refusedHost])
        #expect(check([(nil, "POST", "https://idp.test", true)]) == [.refusedHost])
    }

    /// What fedauth cannot read, the browser may.
    @Test func anAddressThatCannotBeReadGetsNothing() {
        let hops: [Hop] = [("1", "POST", "https://idp.test", true), ("1", "POST", "https://evil_.test:x/", true)]
        #expect(check(Array(hops.dropFirst())) == [.refusedHost])
        let unreported = hops.map { Hop($0.load, $0.method, $0.address, false) }
        #expect(check(unreported) == [nil, .refusedHost])
        #expect(check([("1", "POST", "data:,x", false)]) == [nil])
    }

    /// The browser's own word, and none of a frame in a sandbox.
    @Test(
        arguments: [("https://idp.test:8443", "https://idp.test:8443"), ("null", nil), (nil, nil)]
            as [(String?, String?)])
    func theSenderIsKnownByItsOrigin(_ field: String?, _ expected: String?) throws {
        let fields: JSONValue = field.map { ["Origin": .text($0)] } ?? [:]
        let request = PageRequest(
            ["requestId": "i", "request": ["url": "https://a.test", "headers": fields]], session: "s", window: nil)
        #expect(try request?.sender == expected.map { try WebURL($0).origin })
        #expect(request?.isOfOtherSite == true)
    }

    /// An advertisement that is stopped says nothing about the sign-in.
    @Test func onlyServersThatSomethingWasTypedForEndIt() throws {
        let guardian = ContentGuard()
        let idp = try WebURL("https://idp.test").origin
        guardian.hasTyped = { $0 == nil || $0 == idp }
        let other: [Hop] = [("1", "POST", "https://ads.test", false), ("1", "POST", "https://x.test", true)]
        #expect(check(other, by: guardian) == [nil, .refusedHost] && guardian.refusal == nil)
        let own: [Hop] = [("2", "POST", "https://idp.test", false), ("2", "POST", "https://x.test", true)]
        #expect(check(own, by: guardian) == [nil, .refusedHost] && guardian.refusal?.code == .refusedHost)
    }

    @Test func nothingIsRefusedBeforeSomethingWasTyped() {
        let guardian = ContentGuard()
        guardian.hasTyped = { _ in false }
        let hops: [Hop] = [("1", "POST", "https://idp.test", false), ("1", "POST", "https://sp.test", true)]
        #expect(check(hops, by: guardian) == [nil, nil])
        guardian.hasTyped = { _ in true }
        #expect(check([("1", "POST", "https://x.test", true)], by: guardian) == [.refusedHost])
    }

    /// Only what the user named, or what led to the pages outside, gets content from there.
    @Test(arguments: ["POST", "PUT", "GET"], ["Document", "Fetch", "Ping", ""])
    func noPostIsNear(_ method: String, _ type: String) throws {
        let named = try WebURL("http://localhost:9000").origin
        let hosts = [
            ("http://127.0.0.1:80", true), ("https://localhost", true), ("http://[::1]:1", true),
            ("http://0.0.0.0", true),
            ("http://[::ffff:127.0.0.1]", true), ("http://169.254.169.254", true), ("http://a.localhost", true),
            ("http://localhost:9000", false), ("https://sp.test", false), ("http://127.0.0.2:8080", false),
        ]
        for (address, isKept) in hosts {
            let guardian = ContentGuard()
            guardian.isNamed = { $0 == named }
            let way: [Hop] = [("1", "GET", "http://127.0.0.2:8080", false), ("2", "GET", "https://idp.test", false)]
            #expect(check(way, of: "Document", by: guardian) == [nil, nil])
            let isRefused = isKept && method != "GET"
            #expect(
                check([("3", method, address, false)], of: type, by: guardian) == [isRefused ? .refusedHost : nil],
                "\(address)")
            #expect(
                check([("4", "GET", address, false)], of: type, hasContent: true, by: guardian)
                    == [isKept ? .refusedHost : nil], "\(address)")
        }
        #expect(check([("1", "GET", "https://idp.test", false), ("2", method, "http://[::1]", false)]) == [nil, nil])
    }
}
