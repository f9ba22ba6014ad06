public import Core
public import Secrets
internal import System

/// The settings of an import.
public struct IdentityImportSettings: Sendable {
    /// The file, `-` for stdin, or the address of a key in a token.
    public var file: String
    /// The certificate of a key in a token; nil: the one in the token.
    public var certificate: String?
    /// The file with the key, if the certificate is in another one.
    public var key: String?
    /// Which of several keys, by the name that the file gives it.
    public var friendlyName: String?
    /// The name; nil: that of the file without its ending.
    public var name: String?
    /// The servers that it may be shown to, as they are typed.
    public var origins: [String] = []
    /// Files with missing issuers.
    public var chain: [String] = []
    /// The file with the trusted authorities; nil: those of the system.
    public var authorities: String?
    /// Whether it replaces the identity of that name.
    public var isForced = false

    /// Creates the settings for a file.
    public init(_ file: String) { self.file = file }
}

/// What an import reads outside of the application.
public protocol IdentityImportParts: FilePassphrases {
    /// Reads private keys and certificates.
    var reader: any IdentityReader { get }
    /// Reads certificates in tokens.
    var tokens: any TokenReader { get }

    /// Returns the content of a file, of stdin for `-`; one with a key should be closed to other users.
    func content(of path: String, isKey: Bool) throws(FedauthError) -> SharedSecret
}

/// Puts a certificate and its private key into the store.
public struct IdentityImportFlow {
    private let services: any Services
    private let parts: any IdentityImportParts

    /// Creates the flow.
    public init(_ services: any Services, _ parts: any IdentityImportParts) {
        self.services = services
        self.parts = parts
    }

    /// The key and certificates to import.
    private struct Found {
        var chain: CertificateChain
        var key: Identity.Key
        var source: String
        /// The subjects of the roots that were given. Servers have them, so the chain has none.
        var roots: [String]
        /// The file that an outdated algorithm encrypts.
        var outdated: String?
    }

    /// Returns the stored identity, and whether it is trusted here. Throws `usage`, `busy` for a name that is taken, and
    /// the errors of `IdentityReader`.
    public func run(_ settings: IdentityImportSettings) throws(FedauthError) -> (Identity, TrustCheck) {
        let now = services.clock.now
        let name = settings.name ?? Self.name(ofFile: settings.file)
        try IdentityEntry.check(name: name)
        let origins = try IdentityOrigins.parse(settings.origins)
        var others: [Certificate] = []
        for path in settings.chain { others += try certificates(path) }
        let identities = IdentityStore(try services.store())
        // Checked before any prompt for a passphrase.
        let old = try identities.named(name)
        guard old == nil || settings.isForced else { throw IdentityStore.exists(name) }
        let found =
            TokenAddress.isMeant(settings.file) ? try inToken(settings, name, others) : try inFile(settings, others)
        let check = try parts.reader.check(found.chain, authorities: settings.authorities)
        let leaf = check.chain.leaf
        let identity = Identity(
            name: name, certificates: check.chain.certificates.map(\.der), key: found.key,
            origins: origins.isEmpty ? old?.origins ?? [] : origins, source: found.source, imported: now,
            begins: leaf.notBefore > now ? leaf.notBefore : nil, expires: leaf.notAfter, subject: leaf.subject)
        try identities.keep(identity, replacing: settings.isForced)
        try identities.warn(ofRivalsOf: identity, at: now, services.reporter)
        if let file = found.outdated {
            services.reporter.warning(
                "'\(file.folded(to: 100))' is encrypted by an outdated algorithm, which protects little; 'fedauth identity "
                    + "export \(name.shellWord) --p12 FILE' writes it anew by AES-256")
        }
        IdentityWarnings(identity: identity, check: check, roots: found.roots, now: now).say(to: services.reporter)
        return (identity, check)
    }

    private func inFile(_ settings: IdentityImportSettings, _ others: [Certificate]) throws(FedauthError) -> Found {
        let file = settings.file
        let shown = file == "-" ? "stdin" : file
        var content = try parts.content(of: file, isKey: false)
        var certificates = others
        if let key = settings.key {
            // A key in the first file does not count.
            certificates = try parts.reader.certificates(in: content, name: shown) + others
            content = try parts.content(of: key, isKey: true)
        }
        let name = settings.key ?? shown
        let read = try IdentityOpening(content, name: name, parts, parts.reader) { (names) throws(FedauthError) in
            try choice(among: names, in: name, settings.friendlyName)
        }.open()
        certificates = settings.key == nil ? read.certificates + certificates : certificates + read.certificates
        return Found(
            chain: try parts.reader.chain(certificates, key: read.key), key: .pkcs8(read.key),
            source: read.form + " " + FileNames.base(of: shown).printable,
            roots: certificates.filter(\.isSelfIssued).map(\.subject),
            outdated: read.usesOutdatedEncryption ? name : nil)
    }

    /// Returns which of several keys is meant: by its name in the file, else as the user says.
    private func choice(among names: [String], in file: String, _ wanted: String?) throws(FedauthError) -> Int {
        let error = IdentityOpening.several(names, in: file, hint: "'--friendly-name NAME' chooses one")
        if let wanted {
            guard let index = names.firstIndex(of: wanted) else {
                throw FedauthError(.usage, "\(error.message); none is '\(wanted.folded(to: 60))'", hint: error.hint)
            }
            return index
        }
        let prompter = services.prompter()
        guard prompter.canAsk else { throw error }
        for (index, name) in names.enumerated() { services.reporter.note("  \(index + 1)  \(name.folded(to: 80))") }
        let answer = try prompter.ask("Which key of '\(file.folded(to: 60))' (1 to \(names.count)): ", isSecret: false)
        guard let number = answer.withBytes({ Int(String(decoding: $0, as: UTF8.self)) }),
            names.indices.contains(number - 1)
        else { throw FedauthError(.cancelled, "no key was chosen", hint: error.hint) }
        return number - 1
    }

    /// Makes an identity of a key in a token. With the certificate in a file, it does not ask the token: the first use
    /// shows whether the key belongs to the certificate.
    private func inToken(
        _ settings: IdentityImportSettings, _ name: String, _ others: [Certificate]
    ) throws(FedauthError) -> Found {
        try TokenAddress(settings.file).check()
        guard let path = settings.certificate else { return try ofToken(settings.file, name, others) }
        let own = try certificates(path)
        guard let leaf = own.first else { throw FedauthError(.badFile, "'\(path)' holds no certificate") }
        return Found(
            chain: parts.reader.chain(leaf, from: own + others), key: .token(uri: settings.file),
            source: "PKCS#11 token", roots: (own + others).filter(\.isSelfIssued).map(\.subject))
    }

    /// Takes the certificate from the token, by the key's identifier or name. When it is not the only one there, it is the
    /// certificate of the key that is valid longest; so it is where the PIN is at hand, because an engine tells of one when
    /// there are several. The other certificates in the token may be its issuers.
    private func ofToken(_ address: String, _ name: String, _ others: [Certificate]) throws(FedauthError) -> Found {
        let pins = StoredIdentities(
            named: nil, store: services.store, prompter: services.prompter, reporter: services.reporter,
            clock: services.clock, refusals: { (try? services.store()).map { services.refusals(in: $0) } })
        let pin = { () throws(FedauthError) -> TokenPIN? in try pins.pin(at: TokenAddress(address), of: name) }
        let own = try parts.tokens.certificates(at: TokenAddress(address).ofCertificate, for: name, pin: pin)
        let all = try parts.tokens.certificates(at: TokenAddress(address).ofCertificates, for: name) { nil }
        var matching = own
        if own.count != 1 || TokenAddress(address).pinFile != nil {
            let candidates = own + all.filter { !own.contains($0) }
            matching =
                try candidates.isEmpty
                ? [] : parts.tokens.certificates(candidates, ofKeyAt: address, for: name, pin: pin)
        }
        let read = matching.compactMap(parts.reader.certificate)
        guard let leaf = read.max(by: { $0.notAfter < $1.notAfter }) else {
            throw FedauthError(
                .badFile,
                own.isEmpty
                    ? "no token has a certificate of the key '\(address.folded(to: 60))'"
                    : "the certificate found by '\(address.folded(to: 60))' does not belong to the key",
                hint: (own.isEmpty ? "" : "the key's own 'id=' finds another one than its name does; ")
                    + "'p11tool --list-all' lists what tokens have; '--certificate FILE' names a certificate in a file")
        }
        let issuers = all.compactMap(parts.reader.certificate).filter { $0 != leaf } + others
        return Found(
            chain: parts.reader.chain(leaf, from: [leaf] + issuers), key: .token(uri: address), source: "PKCS#11 token",
            roots: issuers.filter(\.isSelfIssued).map(\.subject))
    }

    private func certificates(_ path: String) throws(FedauthError) -> [Certificate] {
        try parts.reader.certificates(in: try parts.content(of: path, isKey: false), name: path)
    }

    private static func name(ofFile path: String) -> String {
        let base = FileNames.base(of: path)
        let stem = base.lastIndex(of: ".").map { $0 == base.startIndex ? base : String(base[..<$0]) }
        return (stem ?? base).printable
    }
}
