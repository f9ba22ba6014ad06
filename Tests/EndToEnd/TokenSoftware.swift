import Glibc
import Testing

@testable import CommandSupport

/// What OpenSSL uses tokens by. Both can be installed: the provider is preferred.
enum TokenSoftware: String, CaseIterable, CustomTestStringConvertible {
    case provider
    case engine

    var testDescription: String { rawValue }

    static let installed = allCases.filter(\.isInstalled)

    /// The file of the provider or engine. The tester's OPENSSL_MODULES names another directory of providers, as for
    /// OpenSSL itself.
    private var file: String? {
        switch self {
        case .provider:
            Self.modules.map { $0 + "/pkcs11.so" } ?? Self.first(of: "/usr/lib*/{*/,}ossl-modules/pkcs11.so")
        case .engine: Self.first(of: "/usr/lib*/{*/,}engines-3/pkcs11.so")
        }
    }

    var isInstalled: Bool { file.map { access($0, R_OK) == 0 } ?? false }

    /// Sets the environment of a home in which fedauth finds no other software for tokens.
    func choose(_ home: Home) throws {
        switch self {
        case .provider: home.environment["OPENSSL_MODULES"] = Self.modules
        case .engine:
            mkdir(home.path + "/no-modules", 0o700)
            home.environment["OPENSSL_MODULES"] = home.path + "/no-modules"
        }
    }

    private static let modules = getenv("OPENSSL_MODULES").map { String(cString: $0) }

    private static func first(of pattern: String) -> String? {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, GLOB_BRACE, nil, &found) == 0, let path = found.gl_pathv[0] else { return nil }
        return String(cString: path)
    }
}

/// A token of SoftHSM, with objects that OpenSC's pkcs11-tool writes, and OpenSC's spy between it and fedauth.
struct TokenScene {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static let pin = "pin-of-1234"
    let home: Home
    let server: TLSServer
    let calls: String

    init(_ software: TokenSoftware) throws {
        home = try Home()
        server = try TLSServer.get()
        calls = home.path + "/calls"
        try software.choose(home)
        mkdir(home.path + "/tokens", 0o700)
        home.environment["SOFTHSM2_CONF"] = try home.file(
            "softhsm2.conf", "directories.tokendir = \(home.path)/tokens\nobjectstore.backend = file\n")
        home.environment["PKCS11_MODULE_PATH"] = Self.module
        try addToken("lab")
    }

    /// Makes a token with the PIN of all tests.
    func addToken(_ label: String) throws {
        try run(
            "/usr/bin/softhsm2-util", "--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin",
            Self.pin)
    }

    /// Imports a client's key as softhsm2-util does: its public key, too.
    func importKey(
        of client: String = "client", as label: String = "client", id: String = "01", to token: String = "lab"
    )
        throws
    {
        try run(
            "/usr/bin/softhsm2-util", "--import", "\(server.folder)/\(client).key", "--token", token, "--label", label,
            "--id", id, "--pin", Self.pin)
    }

    /// Writes a client's certificate.
    func write(
        _ client: String = "client", as label: String, id: String, to token: String = "lab", isPrivate: Bool = false
    ) throws {
        let der = "\(home.path)/\(client).der"
        try run("/usr/bin/openssl", "x509", "-in", "\(server.folder)/\(client).pem", "-outform", "DER", "-out", der)
        try run(
            "/usr/bin/pkcs11-tool", "--module", Self.module, "--token-label", token, "--login", "--pin", Self.pin,
            "--write-object", der, "--type", "cert", "--label", label, "--id", id,
            more: isPrivate ? ["--private"] : [])
    }

    /// Lets the spy write down the calls of the module from now on.
    func spy() throws {
        for folder in ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"] {
            let file = folder + "/pkcs11-spy.so"
            if access(file, R_OK) == 0 { home.environment["PKCS11_MODULE_PATH"] = file }
        }
        home.environment["PKCS11SPY"] = Self.module
        home.environment["PKCS11SPY_OUTPUT"] = calls
    }

    /// The number of attempts to log in that the spy saw.
    func logins() throws -> Int {
        String(decoding: try Files.bytes(calls), as: UTF8.self).split(separator: "\n")
            .filter { $0.hasSuffix(": C_Login") }.count
    }

    private func run(_ program: String, _ words: String..., more: [String] = []) throws {
        let done = try Run.program(program, words + more, environment: home.environment)
        guard done.status == 0 else { throw TestFailure("\(program) \(words): \(done)") }
    }

    /// Imports the identity 'card' for the server that demands a certificate.
    func take(_ address: String, _ more: String...) throws -> Outcome {
        try home.fedauth(
            ["identity", "import", address, "--name", "card", "--origin", server.url("strict13"), "--force"] + more)
    }

    func takeWithFile(_ address: String) throws -> Outcome {
        try take(address, "--certificate", server.folder + "/client.pem")
    }

    /// Runs a command on a terminal, and types the PIN.
    func typing(_ pin: String, _ words: [String]) throws -> (status: Int32, text: String) {
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("PIN of the token of 'card': ")
        terminal.type(pin)
        return (try terminal.finish(), terminal.text)
    }
}
