public import Core
import Secrets

/// The requirements for every presenter, as steps that run for each presenter with one site. A step fails by throwing `Broken`.
public struct PresenterContract {
    /// A requirement that a presenter did not meet.
    public struct Broken: Error, CustomStringConvertible {
        /// The actual and the expected behaviour.
        public let description: String
    }

    /// The steps, so that a test can name the failed one.
    public enum Step: String, CaseIterable, Sendable {
        case cookies, decoys, jar, waiting, hanging, hosts, encryption, cancel
        /// Only for presenters that can end before the finish is requested.
        case asked
    }

    private let presenter: any Presenter
    private let site: PresenterSite
    private let clock: any WallClock
    private let leftovers: () throws -> [String]

    /// - Parameters:
    ///   - presenter: has no user; it cancels a login form.
    ///   - clock: the clock of the presenter.
    ///   - leftovers: returns what an ended sign-in has left, such as processes and files.
    public init(
        _ presenter: any Presenter, at site: PresenterSite, clock: any WallClock,
        leftovers: @escaping () throws -> [String] = { [] }
    ) {
        self.presenter = presenter
        self.site = site
        self.clock = clock
        self.leftovers = leftovers
    }

    /// Runs one step.
    public func run(_ step: Step) throws {
        switch step {
        case .cookies: try cookies()
        case .decoys: try decoys()
        case .jar: try jar()
        case .waiting: try deadline("/wait")
        case .hanging: try deadline("/hang")
        case .hosts: try hosts()
        case .encryption: try encryption()
        case .cancel: try cancel()
        case .asked: try asked()
        }
        let left = try leftovers()
        try expect(left.isEmpty, "\(step.rawValue) leaves \(left) behind")
    }

    private func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        guard condition else { throw Broken(description: "\(presenter.name): \(what())") }
    }

    private func url(_ path: String, host: String = "sp.localhost") throws -> WebURL {
        try WebURL("http://\(host):\(site.port)\(path)")
    }

    private func present(
        _ start: String, finish: String = "/finish", moment: FinishEndpoint.Moment = .shown, jar: [Cookie] = [],
        seconds: Int64 = 180, hosts: [String] = []
    ) throws -> Presentation {
        try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try url(start)), finish: FinishEndpoint(try url(finish), moment: moment),
                jar: CookieJar(jar), deadline: Deadline(seconds: seconds, from: clock),
                policy: NavigationPolicy(allowedHosts: hosts)))
    }

    private func expect(_ codes: [ErrorCode], _ what: String, _ body: () throws -> Presentation) throws {
        do {
            let end = try body().answer.url
            try expect(false, "\(what): it ended at '\(end)'")
        } catch let error as FedauthError {
            try expect(codes.contains(error.code), "\(what): \(error.code.name) (\(error))")
        }
    }

    /// Checks all cookies of all hosts with all their attributes.
    private func cookies() throws {
        let before = clock.now
        let presentation = try present("/start")
        try expect(try presentation.answer.url == url("/finish"), "it ended at '\(presentation.answer.url)'")
        let jar = presentation.jar.cookies
        let names = Set(jar.map { "\($0.domain) \($0.name)" })
        try expect(
            names == ["sp.localhost visitor", "sp.localhost session", "idp.localhost known", "idp.localhost here"],
            "the cookies are \(names.sorted())")
        func cookie(_ name: String) throws -> Cookie {
            guard let cookie = jar.first(where: { $0.name == name }) else { throw Broken(description: name) }
            return cookie
        }
        let visitor = try cookie("visitor")
        try expect(
            visitor.value.equals("v=1") && visitor.isHostOnly && visitor.path == "/" && visitor.isHTTPOnly
                && !visitor.isSecure && visitor.sameSite == .lax, "an HttpOnly cookie is \(visitor)")
        let end = visitor.expires ?? Timestamp(seconds: 0)
        try expect(
            end >= before.adding(seconds: 3500) && end <= clock.now.adding(seconds: 3700), "an end is \(end)")
        let known = try cookie("known")
        try expect(
            known.expires == nil && known.isHTTPOnly && known.path == "/login" && known.sameSite == nil,
            "a session cookie is \(known)")
        let here = try cookie("here")
        try expect(here.path == "/login/deep" && here.value.equals("\"q\""), "a cookie in quotes is \(here)")
    }

    /// Checks that addresses similar to the finish do not end the sign-in, and that the finish does.
    private func decoys() throws {
        let presentation = try present("/decoys", finish: "/end?ok=1")
        try expect(
            try presentation.answer.url == url("/end?x=&ok=2"), "it ended at '\(presentation.answer.url)'")
        let names = Set(presentation.jar.cookies.map(\.name))
        try expect(
            names == ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "session"], "it went by \(names.sorted())")
    }

    /// Checks that initial cookies are sent to their own hosts only.
    private func jar() throws {
        func cookie(_ name: String, _ host: String, path: String = "/", expires: Timestamp? = nil) throws -> Cookie {
            Cookie(
                name: name, value: SharedSecret(text: "1"), domain: host, isHostOnly: true, path: path,
                isHTTPOnly: true, expires: expires, created: clock.now, setBy: try url("/", host: host).origin)
        }
        let later = clock.now.adding(seconds: 600)
        let presentation = try present(
            "/who",
            jar: [
                try cookie("mine", "idp.localhost", expires: later), try cookie("deep", "idp.localhost", path: "/deep"),
                try cookie("over", "idp.localhost", expires: clock.now.adding(seconds: -5)),
                try cookie("other", "other.localhost"),
            ])
        func value(_ name: String) -> String {
            presentation.jar.cookies.first { $0.name == name }?.value.withBytes { String(decoding: $0, as: UTF8.self) }
                ?? ""
        }
        try expect(value("sp") == "none", "the service got a cookie of another host")
        try expect(value("idp") == "mine.1", "the identity provider got '\(value("idp"))'")
        let kept = presentation.jar.cookies.first { $0.name == "mine" }
        try expect(kept?.expires == later && kept?.isHTTPOnly == true, "the cookie that was given is \(kept as Any)")
    }

    /// Checks a page that leads nowhere, and a server that never answers.
    private func deadline(_ path: String) throws {
        try expect([.timedOut], "'\(path)'") { try present(path, seconds: 2) }
    }

    private func hosts() throws {
        let before = site.asked.count
        // Other steps may send the same request at this time, but only this step uses this address of the identity provider.
        try expect([.refusedHost], "a host that is not allowed") {
            try present("/start?hosts", hosts: ["sp.localhost"])
        }
        let after = site.asked.dropFirst(before).filter { $0 == "idp.localhost:this/hosts/" }
        try expect(after.isEmpty, "a host that is not allowed was asked")
    }

    private func encryption() throws {
        try expect([.insecureAddress], "an address that is not encrypted") { try present("/plain") }
    }

    private func cancel() throws {
        try expect([.cancelled], "a login that is given up") { try present("/password") }
    }

    /// Checks that the last address carries the result and is not requested.
    private func asked() throws {
        let presentation = try present("/asked", finish: "/callback", moment: .asked)
        try expect(
            presentation.answer.value(of: "token")?.equals("needle") == true, "the result is not there")
        try expect(presentation.jar.cookies.map(\.name) == ["asked"], "the cookies are \(presentation.jar.cookies)")
        try expect(!site.asked.contains { $0.contains("/callback") }, "the finish was asked")
    }
}
