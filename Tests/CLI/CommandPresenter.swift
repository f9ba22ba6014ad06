import Application
import Core
import Glibc
import Secrets
import Support

@testable import CLI
@testable import Core

/// Runs `fedauth saml --presenter NAME` as a presenter, so that the contract also tests presenters that need the whole program.
/// Each sign-in is a separate command with its own home directory.
final class CommandPresenter: Presenter {
    let name: String
    private let words: [String]
    private let site: PresenterSite
    private let clock = SystemClock()
    /// The home directory of the command.
    var home: String { scratch.path }
    private let scratch: Scratch
    /// The words before the command: a browser does not run as root.
    private let becoming: [String]

    /// - Parameters:
    ///   - name: as in `--presenter`.
    ///   - words: options for the presenter.
    ///   - isBrowser: runs the command as another user if this one is root.
    init(_ name: String, _ words: [String] = [], isBrowser: Bool = false, at site: PresenterSite) throws {
        scratch = try Scratch()
        self.name = name
        self.words = words
        self.site = site
        becoming =
            isBrowser && geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
        mkdir(home + "/run", 0o700)
    }

    /// The directories and processes of browsers that have not ended.
    var leftovers: [String] {
        get throws {
            let words = [
                "/bin/sh", "-c",
                "ls -d \"$1\"/run/fedauth/fedauth-browser-* || :; pgrep -af \"$1/run/\" || :",
            ]
            let text = try run(words + ["sh", home])
            return text.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
        }
    }

    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        if !request.jar.isEmpty { try keep(request.jar, for: request.finish.url) }
        let before = site.asked.count
        try signIn(
            request,
            [request.start.url.description, "--presenter", name] + words
                + ["--timeout", "\(max(1, request.deadline.remainingMilliseconds / 1000))s"]
                + request.policy.allowedHosts.flatMap { ["--allow-host", $0] })
        let cookies = try fedauth(["export-cookies", "--all", "--format", "json"])["cookies"]?.elements ?? []
        // The command reports the finish as configured; the site has the requested address.
        let ends = site.asked.dropFirst(before).compactMap { asked -> WebURL? in
            guard let slash = asked.firstIndex(of: "/") else { return nil }
            let host = asked[..<slash].replacing(":this", with: ":\(site.port)")
            let url = try? WebURL("http://\(host)\(asked[slash...])")
            return url.flatMap { request.finish.matches($0) ? $0 : nil }
        }
        return Presentation(FinishAnswer(ends.last ?? request.finish.url), jar: CookieJar(try cookies.map(cookie)))
    }

    private func cookie(_ object: JSONValue) throws(FedauthError) -> Cookie {
        do throws(CookieJSONReader.Mistake) {
            return try CookieJSONReader(object).cookie(suffixes: NoSuffixes(), now: clock.now)
        } catch {
            throw FedauthError(.badAnswer, "the cookie '\(error.name)' \(error.what)")
        }
    }

    private final class NoSuffixes: PublicSuffixes {
        func isPublicSuffix(_ domain: String) -> Bool { false }
    }

    private func signIn(_ request: PresentationRequest, _ words: [String]) throws(FedauthError) {
        let answer = try fedauth(
            ["saml"] + words + ["--finish", request.finish.url.description, "--force", "--json", "--no-input"])
        guard let failed = answer["error"] else { return }
        let code = failed["code"]?.text ?? ""
        let known = PresenterMessage.codes.first { $0.name == code } ?? ErrorCode(code, .other)
        throw FedauthError(known, failed["message"]?.text ?? "")
    }

    /// Stores a session with these cookies, so that the next sign-in starts with them.
    private func keep(_ jar: CookieJar, for finish: WebURL) throws(FedauthError) {
        var cookies = jar.cookies.map(\.json)
        // A session needs at least one cookie of the service.
        cookies.append(["name": "before", "value": "1", "domain": .text(finish.host)])
        var text = Secret()
        text.append("#!/bin/sh\ncat <<'END'\n")
        JSONValue.object([.init("type", "cookies"), .init("cookies", .array(cookies))]).write(to: &text)
        text.append("\n{\"type\":\"finish\",\"url\":\"\(finish)\"}\nEND\n")
        let path = home + "/before"
        try AtomicFile.write(text.withBytes { String(decoding: $0, as: UTF8.self) }, to: path)
        chmod(path, 0o700)
        try fedauth(["saml", finish.description, "--presenter", "exec:" + path, "--json"])
    }

    @discardableResult
    private func fedauth(_ words: [String]) throws(FedauthError) -> JSONValue {
        let variables = [
            "HOME=\(home)", "XDG_RUNTIME_DIR=\(home)/run", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
            "FEDAUTH_STORE=file", "FEDAUTH_STORE_PASSPHRASE=x",
        ]
        if !becoming.isEmpty {
            // The sources may be in a directory that only root can reach.
            if access(binary, F_OK) != 0 { try run(["/bin/cp", Self.binary, binary]) }
            try run(["/bin/chown", "-R", "65534:65534", home])
        }
        // The printed object contains the exit status.
        let text = try run(
            ["/usr/bin/env", "-i"] + variables + becoming + ["/bin/sh", "-c", "\"$@\" || :", "sh", binary] + words)
        return try JSONReader.parse(SharedSecret(text))
    }

    @discardableResult
    private func run(_ words: [String]) throws(FedauthError) -> Secret {
        return try Child.output(of: words, name: words[0], until: Deadline(seconds: 120, from: clock), isQuiet: true)
    }

    private var binary: String { becoming.isEmpty ? Self.binary : home + "/fedauth" }

    static let binary = BinaryUnderTest.path
}
