import Core
import Glibc
import HTTP

/// Checks which certificates are trusted: the file of `--cacert`, else the system's.
struct TrustChecks {
    let settings: NetworkSettings
    let environment: Environment
    /// The directory of the system's certificates.
    var directory = "/etc/ssl/certs"

    var checks: [Check] { [trusted] + variables }

    private var trusted: Check {
        let name = "network.ca"
        if let path = settings.options.cacert {
            let source = settings.source(of: "cacert")
            guard let found = TrustedCertificates.inFile(path) else {
                return .problem(
                    name, "\(SystemCall.error("open", path).message); \(source) names it",
                    "'--cacert' takes a file of PEM certificates")
            }
            guard found.count > 0 else {
                return .problem(
                    name, "'\(path)' holds no certificate; \(source) names it",
                    "'--cacert' takes a file of PEM certificates")
            }
            return .ok(name, "\(Self.words(found)) and no others; \(source) names it")
        }
        if settings.failure != nil { return .absent(name, "not known before the configuration file is right") }
        let bundle = (try? TransportLibrary())?.defaultBundle
        guard let found = TrustedCertificates.ofSystem(directory: directory, bundle: bundle), found.count > 0 else {
            return .problem(
                name, "no certificates in '\(directory)': no server can be trusted", "apt install ca-certificates")
        }
        return .ok(name, Self.words(found))
    }

    private static func words(_ found: TrustedCertificates) -> String {
        "'\(found.location)', \(found.count) certificate\(found.count == 1 ? "" : "s")"
    }

    /// Other programs read these variables; users may expect the same of fedauth.
    private var variables: [Check] {
        let names = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"].filter { environment[$0] != nil }
        if names.isEmpty { return [] }
        return [
            .warning(
                "network.ca-variable", "\(names.joined(separator: ", ")): set, and not used",
                "'--cacert FILE' names a file, also as a setting")
        ]
    }
}
