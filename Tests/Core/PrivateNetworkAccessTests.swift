import Secrets
import Support
import Testing

@testable import Core

/// Tests which servers get a form, by how near they are to this machine.
struct PrivateNetworkAccessTests {
    private let web = RequestWeb()
    private let reader = ScriptedReader()
    private let clock = TestClock()

    // MARK: addresses

    @Test(
        arguments: [
            ("127.0.0.1", .machine), ("127.255.255.254", .machine), ("0.0.0.0", .machine), ("0.1.2.3", .machine),
            ("::1", .machine), ("[::1]", .machine), ("::", .machine), ("0:0:0:0:0:0:0:1", .machine),
            ("::ffff:127.0.0.1", .machine), ("[::ffff:7f00:1]", .machine), ("::127.0.0.1", .machine),
            ("64:ff9b::127.0.0.1", .machine), ("::ffff:0.0.0.0", .machine),
            ("169.254.0.1", .link), ("169.254.255.255", .link), ("fe80::1", .link), ("febf::1", .link),
            ("::ffff:169.254.1.1", .link),
            ("10.0.0.1", .site), ("10.255.255.255", .site), ("172.16.0.1", .site), ("172.31.255.255", .site),
            ("192.168.0.1", .site), ("100.64.0.1", .site), ("100.127.255.255", .site), ("fc00::1", .site),
            ("fdff::1", .site), ("fec0::1", .site), ("::ffff:10.0.0.1", .site), ("64:ff9b::a00:1", .site),
            ("1.0.0.1", .world), ("9.255.255.255", .world), ("11.0.0.0", .world), ("126.0.0.1", .world),
            ("128.0.0.1", .world),
            ("169.253.0.1", .world), ("172.15.0.1", .world), ("172.32.0.1", .world), ("192.167.0.1", .world),
            ("100.63.0.1", .world), ("100.128.0.1", .world), ("2001:db8::1", .world), ("fe00::1", .world),
            ("7f00::1", .world), ("a00::1", .world), ("::1:127.0.0.1", .world), ("64:ff9b:1::127.0.0.1", .world),
            ("localhost", nil), ("127.0.0.1.example", nil), ("", nil), ("[]", nil), ("1.2.3", nil), ("1.2.3.4.5", nil),
            ("1.2.3.04", nil), ("1.2.3.+4", nil), ("[1.2.3.4]", nil), ("::1::", nil), ("1:2:3:4:5:6:7", nil),
            ("1:2:3:4:5:6:7:8:9", nil), ("1:2:3:4:5:6:7:8::", nil), ("1.2.3.4::", nil), ("::1%lo", nil),
            ("::12345", nil),
        ] as [(String, AddressSpace?)])
    func anAddressSaysWhereItIs(_ address: String, _ space: AddressSpace?) {
        #expect(AddressSpace(address: address) == space)
    }

    @Test func aHostSaysItByItsNameToo() throws {
        for (host, space) in [
            ("localhost", AddressSpace.machine), ("a.localhost", .machine), ("LOCALHOST", .machine),
            ("[::1]", .machine),
            ("192.168.1.1", .site), ("localhost.example", nil), ("idp", nil),
        ] {
            #expect(try WebURL("https://\(host)/").origin.space == space, "\(host)")
        }
    }

    // MARK: ways

    /// What a server does with each request.
    enum Step {
        /// Its page posts a form by itself.
        case posts(String)
        case redirects(Int, String)
    }

    /// Follows a way from its first address, and returns what was posted, and with which Origin, and the error.
    ///
    /// - Parameters:
    ///   - fields: those of each form.
    ///   - later: where hosts are after the first answer; nil: where they were.
    private func follow(
        _ way: [(String, Step)], finish: String, allowing hosts: [String] = [], fields: [FormField] = [message()],
        moving later: [String: AddressSpace]? = nil
    ) throws -> (posted: [String], origins: [String], error: FedauthError?) {
        for case (let url, .posts(let target)) in way {
            reader.pages["page of \(url)"] = Page(
                title: url, forms: [LoginForm(action: target, method: .post, fields: fields)], submitsItself: true)
        }
        web.answer = { [web] asked in
            let step = way.first { $0.0 == asked.url }?.1
            if let later, case .posts = step { web.spaces = later }
            return switch step {
            case .posts: RequestWeb.Answer(headers: [("content-type", "text/html")], content: "page of \(asked.url)")
            case .redirects(let status, let target):
                RequestWeb.Answer(status: status, headers: [("location", target)])
            case nil: RequestWeb.Answer(cookies: ["a=1"])
            }
        }
        var known = LoginCredentials.Known()
        known.user = "ada"
        let presenter = unattendedForms(web, reader, clock, known: known)
        let request = PresentationRequest(
            start: AuthorizationEndpoint(try WebURL(way[0].0)), finish: FinishEndpoint(try WebURL(finish)),
            deadline: Deadline(seconds: 60, from: clock),
            policy: NavigationPolicy(allowedHosts: hosts, allowsPlainHTTP: true))
        let error = failure { _ = try presenter.present(request) }
        let posts = web.arrived.filter { $0.method == "POST" }
        return (posts.map(\.url), posts.map { $0.field("origin") ?? "" }, error)
    }

    private static func message(_ name: String = "SAMLResponse") -> FormField {
        FormField(kind: .hidden, name: name, value: SharedSecret(text: "eA=="))
    }

    /// A page of another site posts nothing together with a cookie that its server keeps from that.
    @Test(
        arguments: [
            ("https://sp.example/a", "strict=1; lax=1; open=1; plain=1"),
            ("https://idp.example.org/a", "strict=1; lax=1; open=1; plain=1"),
            ("https://idp.example.net/a", "open=1; plain=1"), ("https://other.test/a", "open=1; plain=1"),
        ])
    func aPostOfAnotherSiteHasNoCookieOfItsOwn(_ start: String, _ sent: String) throws {
        let provider = start.contains("sp.example") ? "https://sp.example/in" : "https://login.example.org/in"
        reader.pages["post"] = Page(
            title: "One moment", forms: [LoginForm(action: provider, method: .post, fields: [Self.message()])],
            submitsItself: true)
        web.answer = { asked in
            asked.url == start
                ? RequestWeb.Answer(headers: [("content-type", "text/html")], content: "post")
                : RequestWeb.Answer(cookies: ["a=1"])
        }
        let origin = try WebURL(provider).origin
        let jar = CookieJar(
            [("strict", .strict), ("lax", .lax), ("open", Cookie.SameSite.none), ("plain", nil)].map { name, same in
                Cookie(
                    name: name, value: SharedSecret(text: "1"), domain: origin.host, isHostOnly: true, sameSite: same,
                    created: clock.now, setBy: origin)
            })
        let presenter = unattendedForms(web, reader, clock)
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL(start)), finish: FinishEndpoint(try WebURL(provider)), jar: jar,
                deadline: Deadline(seconds: 60, from: clock)))
        #expect(web.arrived.last { $0.method == "POST" }?.field("cookie") == sent)
    }

    private static let near = [
        "http://localhost:631/a", "https://localhost/a", "http://127.0.0.1:631/a", "https://127.8.8.8/a",
        "https://0.0.0.0/a",
        "https://[::1]/a", "https://[::]/a", "https://[::ffff:127.0.0.1]/a", "https://x.localhost/a",
        "https://169.254.169.254/a", "https://[fe80::1]/a", "https://rebound/a", "http://10.0.0.1/a",
        "http://printer/a",
    ]
    /// Servers of a private network whose certificate is checked.
    private static let inside = [
        "https://10.0.0.1/a", "https://172.20.0.1/a", "https://192.168.1.1/a", "https://100.64.0.1/a",
        "https://[fd00::1]/a", "https://printer/a",
    ]

    @Test(arguments: near + inside, ["SAMLResponse", "SAMLRequest", "wresult", "state"])
    func aPageOfAnotherServerPostsNothingToANearOne(_ target: String, _ field: String) throws {
        let isSent = Self.inside.contains(target) && field != "state"
        try post(to: target, [Self.message(field)], isSent)
    }

    /// A form with a message is not only a message if the user fills it.
    @Test(arguments: inside)
    func whatTheUserTypesIsNoMessage(_ target: String) throws {
        try post(to: target, [Self.message(), FormField(kind: .text, name: "user")], false)
    }

    /// Posts by an auto-posting page, by a redirect of what it posted to its own server, and by redirects through others.
    private func post(to target: String, _ fields: [FormField], _ isSent: Bool) throws {
        web.spaces = ["rebound": .machine, "printer": .site, "evil": .world]
        for way: [(String, Step)] in [
            [("https://evil/", .posts(target))],
            [("https://evil/", .posts("https://evil/2")), ("https://evil/2", .redirects(307, target))],
            [
                ("https://sp/", .redirects(302, "https://evil/")), ("https://evil/", .posts("https://evil/2")),
                ("https://evil/2", .redirects(308, "https://other/")), ("https://other/", .redirects(307, target)),
            ],
        ] {
            let (posted, _, error) = try follow(way, finish: "https://sp/finish", fields: fields)
            #expect(posted.contains(target) == isSent, "\(way)")
            guard !isSent else { continue }
            // A redirect takes nothing that was typed to another origin at all.
            guard let error, !error.message.contains("passed on"), !error.message.contains("no step") else {
                #expect(fields.count > 1)
                continue
            }
            #expect(error.code == .refusedHost && error.message.hasPrefix("a page from outside would post"), "\(way)")
            #expect(error.hint?.contains("name every host of the sign-in by '--allow-host'") == true)
        }
    }

    @Test(arguments: near + inside)
    func itDoesWhereTheUserNamesIt(_ target: String) throws {
        web.spaces = ["rebound": .machine, "printer": .site]
        let url = try WebURL(target)
        let back = (target, Step.redirects(302, "https://sp/finish"))
        #expect(
            try follow(
                [("https://idp/", .posts(target)), back], finish: "https://sp/finish",
                allowing: [url.host, "idp", "sp"]
            ).error == nil)
        #expect(try follow([("https://idp/", .posts(target))], finish: target).error == nil)
        // The address at which the sign-in begins, and the origin of the finish.
        let start = url.with(path: "/start").description
        #expect(
            try follow(
                [(start, .redirects(302, "https://idp/")), ("https://idp/", .posts(target)), back],
                finish: "https://sp/finish"
            ).error == nil)
    }

    /// What goes on without a form, and what stays among servers that are as near.
    @Test(
        arguments: [
            // An address without content leads anywhere.
            (
                [
                    ("https://evil/", .redirects(302, "http://127.0.0.1/a")),
                    ("http://127.0.0.1/a", .redirects(302, "https://sp/f")),
                ], true
            ),
            // A service in the cloud, and a provider inside.
            (
                [
                    ("https://cloud/", .redirects(302, "https://adfs/")), ("https://adfs/", .posts("https://adfs/in")),
                    ("https://adfs/in", .posts("https://mfa/")), ("https://mfa/", .posts("https://cloud/acs")),
                    ("https://cloud/acs", .redirects(302, "https://sp/f")),
                ], true
            ),
            // A service inside, at two servers, and a provider in the cloud.
            (
                [
                    ("https://app/", .redirects(302, "https://adfs/")), ("https://adfs/", .posts("https://cloud/")),
                    ("https://cloud/", .posts("https://adfs/acs")),
                    ("https://adfs/acs", .redirects(302, "https://sp/f")),
                ], true
            ),
            // A service in the cloud, a broker inside, and a provider in the cloud.
            (
                [
                    ("https://cloud/", .redirects(302, "https://adfs/")),
                    ("https://adfs/", .redirects(302, "https://entra/")),
                    ("https://entra/", .posts("https://adfs/acs")), ("https://adfs/acs", .posts("https://cloud/acs")),
                    ("https://cloud/acs", .redirects(302, "https://sp/f")),
                ], true
            ),
            // A provider in the cloud begins.
            (
                [("https://cloud/", .posts("https://app/acs")), ("https://app/acs", .redirects(302, "https://sp/f"))],
                true
            ),
            // A sign-in on this machine stays there.
            (
                [
                    ("http://localhost:1/", .redirects(302, "http://127.0.0.1:2/")),
                    ("http://127.0.0.1:2/", .posts("http://127.0.0.1:3/")),
                    ("http://127.0.0.1:3/", .redirects(302, "https://sp/f")),
                ], true
            ),
            // A page of this machine that another one has loaded for its form.
            (
                [
                    ("https://evil/", .redirects(302, "http://127.0.0.1/a")),
                    ("http://127.0.0.1/a", .posts("http://127.0.0.1/b")),
                ], false
            ),
            (
                [
                    ("https://app/", .redirects(302, "http://127.0.0.1/a")),
                    ("http://127.0.0.1/a", .posts("http://127.0.0.1/b")),
                ], false
            ),
            // From a private network to this machine.
            ([("https://app/", .posts("http://127.0.0.1/a"))], false),
            ([("https://app/", .posts("https://adfs/")), ("https://adfs/", .redirects(302, "https://sp/f"))], true),
        ] as [([(String, Step)], Bool)])
    func serversThatAreAsNearGetForms(_ way: [(String, Step)], _ isSent: Bool) throws {
        web.spaces = ["cloud": .world, "entra": .world, "evil": .world, "app": .site, "adfs": .site, "mfa": .site]
        let error = try follow(way, finish: "https://sp/f").error
        #expect(error?.code == (isSent ? nil : .refusedHost), "\(String(describing: error))")
    }

    /// The name of a server that the sign-in has reached leads to this machine when the form is sent (DNS rebinding).
    @Test(arguments: [(AddressSpace.machine, false), (.link, false), (.site, true), (.world, true)])
    func aServerDoesNotMoveToThisMachine(_ space: AddressSpace, _ isSent: Bool) throws {
        web.spaces = ["evil": .world]
        let (posted, _, error) = try follow(
            [("https://evil/", .posts("https://evil/2")), ("https://evil/2", .redirects(302, "https://sp/f"))],
            finish: "https://sp/f", moving: ["evil": space])
        #expect(error?.code == (isSent ? nil : .refusedHost) && posted == (isSent ? ["https://evil/2"] : []))
    }

    /// Without a certificate, and not named by the user, it does not move nearer at all.
    @Test(
        arguments: [
            ("https", [], true), ("http", [], false), ("http", ["evil", "sp"], true),
        ] as [(String, [String], Bool)])
    func aServerOfHTTPDoesNotMoveToThePrivateNetwork(_ scheme: String, _ allowed: [String], _ isSent: Bool) throws {
        web.spaces = ["sp": .world, "evil": .world]
        let (posted, _, error) = try follow(
            [
                ("https://sp/a", .redirects(302, "\(scheme)://evil/")),
                ("\(scheme)://evil/", .posts("\(scheme)://evil/2")),
                ("\(scheme)://evil/2", .redirects(302, "https://sp/f")),
            ], finish: "https://sp/f", allowing: allowed, moving: ["sp": .world, "evil": .site])
        #expect(error?.code == (isSent ? nil : .refusedHost) && posted == (isSent ? ["\(scheme)://evil/2"] : []))
    }

    /// The Origin of a form is that of its page; it is not told to http, nor by a redirect through a third server.
    @Test(
        arguments: [
            ([("https://a/", .posts("https://a/2"))], ["https://a"]),
            ([("https://a:8443/", .posts("https://b/"))], ["https://a:8443"]),
            (
                [
                    ("https://a/", .posts("https://b/")), ("https://b/", .redirects(307, "https://c/")),
                    ("https://c/", .redirects(308, "https://a/3")),
                ],
                ["https://a", "null", "null"]
            ),
            (
                [("https://a/", .posts("https://a/2")), ("https://a/2", .redirects(307, "https://c/"))],
                ["https://a", "https://a"]
            ),
            (
                [("https://a/", .posts("https://b/")), ("https://b/", .redirects(307, "https://b/2"))],
                ["https://a", "https://a"]
            ),
            ([("https://a/", .posts("https://b/")), ("https://b/", .redirects(303, "https://c/"))], ["https://a"]),
            ([("https://sp/", .redirects(302, "https://a/")), ("https://a/", .posts("https://sp/2"))], ["https://a"]),
            ([("http://localhost:1/", .posts("https://a/"))], ["http://localhost:1"]),
            ([("https://localhost:1/", .posts("http://localhost:2/"))], ["null"]),
        ] as [([(String, Step)], [String])])
    func aFormNamesTheOriginOfItsPage(_ way: [(String, Step)], _ origins: [String]) throws {
        #expect(try follow(way, finish: "https://sp/f").origins == origins)
        #expect(web.arrived.allSatisfy { ($0.method == "POST") == ($0.field("origin") != nil) })
    }
}
