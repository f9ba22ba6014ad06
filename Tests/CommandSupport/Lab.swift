import FoundationEssentials
import Glibc

/// The real servers of Tests/Lab, started once for all tests of this process. They exit with it.
struct Lab: Decodable, Sendable {
    struct Scenario: Decodable, Sendable {
        var start: String
        var finish: String
        var protected: String
        var user: String
        var passwordFile: String
        var totpFile: String?
        var logout: String?
    }

    struct CodeKey: Decodable, Sendable { var secretFile: String }

    struct User: Decodable, Sendable { var passwordFile: String }

    var caFile: String
    var ecpURL: String
    var idpURL: String
    var logDirectory: String
    var spURL: String
    var vpn: [String: String]
    var scenarios: [String: Scenario]
    var idpHosts: [String]
    var idpPort: Int
    var users: [String: User]
    var totp: [String: CodeKey]
    var sap: [String: String]
    var challenges: Challenges
    var federation: Federation

    /// The running lab. If it does not start, every test that needs it fails.
    static let shared = Result { try start() }

    static func get() throws -> Lab { try shared.get() }

    func scenario(_ name: String) throws -> Scenario {
        guard let scenario = scenarios[name] else { throw TestFailure("the lab has no scenario '\(name)'") }
        return scenario
    }

    /// Returns the page that the service of a scenario protects, as curl gets it with the cookies in a file.
    func page(of name: String, cookieFile: String) throws -> String {
        try Run.program(
            "/usr/bin/curl", ["-sS", "--cacert", caFile, "-b", cookieFile, try scenario(name).protected],
            environment: [:]
        ).text
    }

    /// Returns the file with a user's password.
    func passwordFile(of user: String) throws -> String {
        guard let file = users[user]?.passwordFile else { throw TestFailure("the lab has no '\(user)'") }
        return file
    }

    /// The state directory, for programs that read it.
    static let state = "/tmp/fedauth-lab-\(getpid())"

    /// The file that describes the running lab for other programs.
    static let description = state + "/lab.json"

    /// Says which of the servers may get which secret.
    private func keepSecrets(in recording: Recording) throws {
        let challengers = ["https", "http", "app"].compactMap { challenges.urls[$0] }
        let farms = federation.farms.values.flatMap { [$0.url, "https://" + $0.host] }
        let providers = idpHosts.map { "https://\($0):\(idpPort)" }
        for (name, user) in users {
            recording.keep(
                try Files.text(user.passwordFile), "the password of \(name)", for: providers + challengers + farms)
        }
        for (name, user) in challenges.names {
            recording.keep(try Files.text(user.passwordFile), "the password of \(name)", for: challengers)
        }
        for identity in challenges.identities.values {
            recording.keep(try Files.text(identity.passphraseFile), "the passphrase of an identity", for: [])
        }
        for (name, user) in totp {
            recording.keepCodes(of: try Files.text(user.secretFile), name, for: providers)
        }
        let exchanges = [federation.oauthURL] + federation.everlive.values
        for (client, secret) in federation.clients {
            recording.keep(secret, "the secret of the client '\(client)'", for: exchanges)
        }
        for farm in federation.farms.values {
            for code in farm.answers.values { recording.keep(code, "a code", for: [farm.url]) }
        }
    }

    private static func start() throws -> Lab {
        let recording = try Recording()
        let outcome = try Run.program(
            Repository.root + "/Tests/Lab/lab", ["up", "--federation", "--state", state, "--parent", "\(getpid())"],
            environment: ["PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"].merging(
                recording.environment
            ) { $1 })
        recording.leaveOut()
        guard outcome.status == 0 else { throw TestFailure("the lab does not start: \(outcome)") }
        let lab = try JSONDecoder().decode(Lab.self, from: Data(Files.bytes(description)))
        try lab.keepSecrets(in: recording)
        return lab
    }
}

/// Reads complete files, and opens files for commands.
enum Files {
    static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("cannot read \(path)") }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return all }
            all += chunk.prefix(count)
        }
    }

    static func write(_ bytes: [UInt8], _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("cannot write \(path)") }
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw TestFailure("cannot write \(path)") }
    }

    static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

    /// Opens a file, and gives its number to `body`, whose commands read it by that, as after `7<FILE` in a shell.
    static func handOver<Result>(
        _ path: String, _ mode: Int32 = O_RDONLY, to body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(path, mode)
        guard descriptor >= 0 else { throw TestFailure("cannot open \(path): errno \(errno)") }
        defer { close(descriptor) }
        return try body(descriptor)
    }
}
