import Core
import System

/// Checks which certificates are trusted: the file of `--cacert`, else the system's.
struct TrustChecks {
    let settings: NetworkInspection
    let authorities: any TrustedAuthorities
    let environment: Environment

    var checks: [Check] { [trusted] + variables }

    private var trusted: Check {
        let name = "network.ca"
        if let file = settings.authorities {
            let fault: String
            do throws(FedauthError) {
                let count = try authorities.count(inFile: file.value)
                if count > 0 {
                    return .ok(name, "\(Self.text(file.value, count)) and no others; \(file.source) names it")
                }
                fault = "'\(file.value)' holds no certificate"
            } catch { fault = error.message }
            return .problem(
                name, "\(fault); \(file.source) names it", "'--cacert' takes a file of PEM certificates")
        }
        if settings.failure != nil { return .absent(name, "not known before the configuration file is right") }
        guard let found = authorities.ofSystem, found.count > 0 else {
            let places = authorities.systemDirectories.map { "'\($0)'" }.joined(separator: " or ")
            return .problem(
                name, "no certificates in \(places): no server can be trusted",
                Distribution.current.install(.authorityFiles))
        }
        return .ok(name, Self.text(found.location, found.count))
    }

    private static func text(_ location: String, _ count: Int) -> String {
        "'\(location)', \(count) certificate\(count == 1 ? "" : "s")"
    }

    /// Other programs read these variables; users may expect the same of fedauth.
    private var variables: [Check] {
        let names = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"].filter { environment[$0] != nil }
        let finding = "\(names.joined(separator: ", ")): set, and not used"
        let advice = "'--cacert FILE' names a file, also as a setting"
        return names.isEmpty ? [] : [.warning("network.ca-variable", finding, advice)]
    }
}
