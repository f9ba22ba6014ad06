internal import Core
internal import Crypto
internal import Secrets
internal import System

/// Writes an identity into files for other programs: PKCS#12, PEM in one file, or a key and its certificates in two.
/// Each file is private and written atomically; a key and its certificates side by side change together (`FilePair`).
/// The order is PKCS#12, the issuers, PEM. A failure leaves the later files unchanged.
struct IdentityFiles {
    private let identity: Identity
    private let writer: IdentityWriter
    private let issuers: [[UInt8]]
    private let places: IdentityFilePlaces

    /// Throws `usage` when the key is in a token.
    init(_ identity: Identity, _ places: IdentityFilePlaces) throws(FedauthError) {
        let key = try PrivateKey(pkcs8: try identity.exportedKey())
        let chain = try CryptoIdentityReader().chain(of: identity)
        self.identity = identity
        self.places = places
        issuers = chain.issuers.map(\.der)
        writer = IdentityWriter(chain, key: key)
    }

    /// Throws `usage` before anything is written when a destination cannot be written. `isForced`: whether a key may be
    /// printed on a terminal; nil: the command has no such option.
    static func check(_ places: IdentityFilePlaces, isForced: Bool?, _ results: any ResultStream) throws(FedauthError) {
        if places.keyPaths.contains("-") && results.stdoutIsTerminal && isForced != true {
            throw FedauthError(
                .usage, "a private key is not printed on a terminal",
                hint: isForced == nil ? "name a file, or send it through a pipe" : "name a file, or add '--force'")
        }
        var files: [String] = []
        for place in places.paths where place != "-" {
            if place == places.pem, FileNames.isDirectory(place) {
                try AtomicFile.checkDirectory(place, for: place + "/…")
                continue
            }
            try AtomicFile.checkPlace(place)
            try AtomicFile.checkDirectory(FileNames.directory(of: place), for: place)
            files.append(FileNames.place(place))
            guard Set(files).count == files.count else {
                throw FedauthError(
                    .usage, "'\(place.folded(to: 200))' is named for two of the files", hint: "name a file for each")
            }
        }
    }

    /// Finishes or reverts an incomplete change that a killed process left in the files of the identity of that name.
    static func settle(_ places: IdentityFilePlaces, name: String) throws(FedauthError) {
        guard let pem = places.pem, FileNames.isDirectory(pem) else { return }
        try pair(in: pem, name: name).settle()
    }

    /// Returns the paths of the files of the identity; `-` is stdout.
    static func paths(_ places: IdentityFilePlaces, of name: String) throws(FedauthError) -> [String] {
        var paths = [places.p12].compactMap { $0 }
        if let pem = places.pem, FileNames.isDirectory(pem) {
            let pair = try pair(in: pem, name: name)
            paths += [pair.certificates, pair.key]
        } else if let pem = places.pem {
            paths.append(pem)
        }
        return paths + [places.chain].compactMap { $0 }
    }

    /// Writes the files. `passphrase` encrypts the key; nil only when no place has `wantPassphrase`.
    func write(passphrase: SharedSecret?, _ results: any ResultStream) throws(FedauthError) {
        if let p12 = places.p12, let passphrase {
            let bytes = try writer.pkcs12(name: identity.name, passphrase: passphrase)
            try write(Secret(bytes), to: p12, results)
        }
        // An empty file in place of the issuers that are there, perhaps another's, is never wanted.
        if let chain = places.chain, !issuers.isEmpty || FileStatus(chain) == nil {
            var content = Secret()
            content.append(PEMText.certificates(issuers))
            try write(content, to: chain, results)
        }
        if let pem = places.pem {
            try writePEM(try writer.pemKey(passphrase: places.isUnencrypted ? nil : passphrase), to: pem, results)
        }
    }

    /// Returns the identity as PKCS#12.
    func pkcs12(passphrase: SharedSecret) throws(FedauthError) -> SharedSecret {
        SharedSecret(Secret(try writer.pkcs12(name: identity.name, passphrase: passphrase)))
    }

    private func writePEM(_ key: consuming Secret, to place: String, _ results: any ResultStream) throws(FedauthError) {
        var content = Secret()
        content.append(PEMText.certificates(identity.certificates))
        if FileNames.isDirectory(place) {
            return try Self.pair(in: place, name: identity.name).write(key: key, certificates: content)
        }
        content.append(key)
        try write(content, to: place, results)
    }

    /// Returns the two files in a directory.
    static func pair(in directory: String, name: String) throws(FedauthError) -> FilePair {
        FilePair(directory: directory, name: try FileNames.plain(name))
    }

    private func write(
        _ content: borrowing Secret, to place: String, _ results: any ResultStream
    ) throws(FedauthError) {
        try content.withBytes { (bytes) throws(FedauthError) in
            if place == "-" { try results.result(bytes) } else { try AtomicFile.write(bytes, to: place) }
        }
    }
}
