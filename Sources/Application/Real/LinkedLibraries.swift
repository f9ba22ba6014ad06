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
        return (
            version: library.version, tls: library.tls, usesOpenSSL: library.usesOpenSSL,
            features: all.filter(library.features.contains).map(\.rawValue),
            missing: all.filter { !library.features.contains($0) }.map(\.rawValue)
        )
    }

    /// Returns the version of a library, or what it offers; nil: it is missing, or is libcurl.
    public func version(of dependency: Dependency) throws(FedauthError) -> String? {
        switch dependency {
        case .xml2: try ReaderLibrary.version()
        case .microhttpd: try LoopbackLibrary.version()
        case .qrencode: try QRCode.libraryVersion()
        case .crypto: CryptoLibrary.version
        case .psl: LibPSLSuffixes().isComplete ? "has the public suffix list" : nil
        case .tokenProvider: try TokenLibrary.version()
        default: nil
        }
    }
    /// The file that was opened; nil: none yet.
    public func file(of dependency: Dependency) -> String? { dependency.openedFile }
    /// Whether old files can be opened.
    public var hasLegacyProvider: Bool { CryptoLibrary.hasLegacyProvider }
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
