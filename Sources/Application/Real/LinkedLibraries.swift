public import Core
internal import Crypto
internal import HTTP
internal import Loopback
internal import Markup
public import System

/// The libraries that fedauth is built for.
public final class LinkedLibraries: InstalledLibraries {
    /// Opens nothing yet.
    public init() {}

    /// The library for HTTP.
    public func transport() throws(FedauthError) -> InstalledTransport {
        let library = try TransportLibrary()
        let all = TransportLibrary.Feature.allCases
        return InstalledTransport(
            version: library.version, tls: library.tls, usesOpenSSL: library.usesOpenSSL,
            features: all.filter(library.features.contains).map(\.rawValue),
            missing: all.filter { !library.features.contains($0) }.map(\.rawValue))
    }

    /// The version of libxml2.
    public func xml() throws(FedauthError) -> String { try ReaderLibrary.version() }
    /// The version of libmicrohttpd.
    public func microhttpd() throws(FedauthError) -> String { try LoopbackLibrary.version() }
    /// The version of libqrencode.
    public func qrencode() throws(FedauthError) -> String { try QRCode.libraryVersion() }
    /// The file that was opened; nil: none yet.
    public func file(of dependency: Dependency) -> String? { dependency.openedFile }
    /// Whether the list of public suffixes is complete.
    public var hasPublicSuffixes: Bool { LibPSLSuffixes().isComplete }
    /// The name and version of the library for cryptography.
    public var cryptography: String { CryptoLibrary.version }
    /// Whether old files can be opened.
    public var hasLegacyProvider: Bool { CryptoLibrary.hasLegacyProvider }
    /// The version of the library for tokens; nil: none is installed.
    public func tokens() throws(FedauthError) -> String? { try TokenLibrary.version() }
}

/// The certificates that the transport trusts.
public final class SystemAuthorities: TrustedAuthorities {
    /// Reads nothing yet.
    public init() {}

    /// Where the system keeps them.
    public let systemDirectories = Distribution.authorityDirectories

    /// The system's certificates; nil: there are none.
    public var ofSystem: (location: String, count: Int)? {
        let bundle = (try? TransportLibrary())?.defaultBundle
        return TrustedCertificates.ofSystem(bundle: bundle).map { ($0.location, $0.count) }
    }

    /// Returns the number of certificates in a file.
    public func count(inFile path: String) throws(FedauthError) -> Int {
        guard let found = TrustedCertificates.inFile(path) else { throw SystemCall.error("open", path) }
        return found.count
    }
}
