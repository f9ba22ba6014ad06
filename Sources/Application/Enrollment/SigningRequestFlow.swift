public import Core
public import Secrets
internal import System

/// Makes a certificate signing request (PKCS#10), and the key for it where there is none.
public struct SigningRequestFlow {
    /// What the flow does with keys.
    public struct Keys {
        let cryptography: any EnrollmentCryptography
        let read: (_ path: String) throws(FedauthError) -> SharedSecret
        let pem: (_ key: SharedSecret) throws(FedauthError) -> Secret

        /// `read` returns the key in a file (PKCS#8, DER), `pem` a new key as PEM, encrypted if wanted.
        public init(
            _ cryptography: any EnrollmentCryptography,
            read: @escaping (_ path: String) throws(FedauthError) -> SharedSecret,
            pem: @escaping (_ key: SharedSecret) throws(FedauthError) -> Secret
        ) {
            self.cryptography = cryptography
            self.read = read
            self.pem = pem
        }
    }

    /// The file of the key: used if it exists, and never overwritten.
    public let keyFile: String
    /// The file that the request will be written to; nil: stdout.
    public var requestFile: String?
    /// The kind that the key must have; nil: any, and `KeyKind.usual` for a new one.
    public var kind: KeyKind?
    /// The names in the request; `run` sets key and key usages.
    public var template = CertificateTemplate()

    /// Creates a flow without wishes.
    public init(keyFile: String) { self.keyFile = keyFile }

    /// Returns the request (DER), and whether it has made the key. Throws before a key is made when one of the files
    /// cannot be written (`usage`), and `busy` when another process makes the key's file meanwhile.
    public func run(_ keys: Keys) throws(FedauthError) -> (request: [UInt8], isNewKey: Bool) {
        if let requestFile {
            try check(requestFile)
            guard FileNames.place(requestFile) != FileNames.place(keyFile) else {
                throw FedauthError(
                    .usage, "'\(requestFile.folded(to: 200))' is the key's file",
                    hint: "name another file for the request")
            }
        }
        let isThere = FileNames.exists(keyFile)
        if !isThere { try check(keyFile) }
        let key = try isThere ? keys.read(keyFile) : keys.cryptography.makeKey(kind ?? .usual)
        var template = template
        template.key = try keys.cryptography.kind(ofKey: key)
        if let kind, template.key != kind {
            throw FedauthError(
                .usage, "the key in '\(keyFile.folded(to: 200))' is \(template.key), not \(kind)",
                hint: "leave out '--key-type', or name another file for a new key")
        }
        if case .rsa = template.key { template.keyUsages = ["digitalSignature", "keyEncipherment"] }
        let request = try keys.cryptography.request(template, key: key)
        // The key is written first: a request without its key is useless.
        if !isThere { try write(try keys.pem(key)) }
        return (request, !isThere)
    }

    private func check(_ path: String) throws(FedauthError) {
        try AtomicFile.checkPlace(path)
        try AtomicFile.checkDirectory(FileNames.directory(of: path), for: path)
    }

    private func write(_ block: borrowing Secret) throws(FedauthError) {
        let isMade = try block.withBytes { (bytes) throws(FedauthError) in try AtomicFile.make(bytes, at: keyFile) }
        guard isMade else {
            throw FedauthError(
                .busy, "'\(keyFile.folded(to: 200))' was created meanwhile", hint: "try it again, to use that key")
        }
    }
}
