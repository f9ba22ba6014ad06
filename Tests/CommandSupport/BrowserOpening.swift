import Glibc

/// What suites need that sign in with `--presenter open`.
protocol BrowserOpening {
    var home: Home { get }
    var site: OpenSite { get }
}

/// The site of `Tests/Open/server.py`, which exits with the test.
final class OpenSite {
    private let server: Child
    let origin: String

    /// Starts it, and makes `Tests/Open/browser.py` the browser of the home's user.
    init(_ home: Home) throws {
        server = try Child(
            "/usr/bin/python3", [Repository.root + "/Tests/Open/server.py", home.path + "/port"],
            environment: ["PATH": "/usr/bin:/bin"].merging(try Recording().environment) { $1 })
        try server.waitForErrors(containing: "ready")
        origin = "http://127.0.0.1:\(try Files.text(home.path + "/port"))"
        home.environment["BROWSER"] = Self.browser(home)
    }

    deinit { server.closeInput() }

    /// Returns the value of `BROWSER` for a browser that logs to the home.
    static func browser(_ home: Home) -> String {
        "/usr/bin/python3 \(Repository.root)/Tests/Open/browser.py \(home.path)/log %s"
    }
}

extension BrowserOpening {
    func words(_ kind: String, finish: String = "http://localhost:0/callback") -> [String] {
        [
            "saml", "\(site.origin)/\(kind)?redirect_uri={finish}&state={state}", "--finish", finish, "--presenter",
            "open", "--timeout", "30",
        ]
    }

    func signIn(
        _ kind: String, _ more: String..., finish: String = "http://localhost:0/callback"
    ) throws -> Outcome { try home.fedauth(words(kind, finish: finish) + more) }

    /// Returns the log of the browser after it has exited.
    func log() throws -> String {
        var text = ""
        try waitUntil("the browser has ended") {
            text = (try? Files.text(home.path + "/log")) ?? ""
            return text.hasSuffix("end\n")
        }
        return text
    }

    func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let done = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard done else { throw TestFailure("no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
