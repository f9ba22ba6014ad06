import Core
import System

/// Checks the libraries that are loaded on demand, and libcrypto. The check of the keyring covers libsecret.
struct LibraryChecks {
    let libraries: any InstalledLibraries

    /// The libraries besides libcurl, with what is lost without them; nil: every sign-in needs it.
    private static let others: [(name: String, words: String, library: Dependency, loss: String?)] = [
        ("library.xml", "libxml2 ", .xml2, nil),
        ("library.microhttpd", "libmicrohttpd ", .microhttpd, "no sign-in can end at an address of this machine"),
        ("library.qrencode", "libqrencode ", .qrencode, "addresses for telephones are shown as text alone"),
        ("library.psl", "libpsl ", .psl, "only the commonest public suffixes are known"),
        ("library.openssl", "", .crypto, nil),
        ("library.openssl-tokens", "keys in tokens are used by ", .tokenProvider, "no key in a token can be used"),
    ]

    var checks: [Check] { [curl] + Self.others.map(other) + [legacy] }

    private var curl: Check {
        let name = "library.curl"
        do throws(FedauthError) {
            let library = try libraries.transport()
            let finding = "libcurl \(library.version) with \(library.tls), " + library.features.joined(separator: ", ")
            let fault =
                !library.usesOpenSSL
                ? ": not OpenSSL's, so errors of certificates cannot be explained"
                : library.missing.isEmpty ? nil : "; without \(library.missing.joined(separator: ", "))"
            return fault.map { .warning(name, finding + $0, Distribution.current.install(.curl)) }
                ?? .ok(name, finding + file(.curl))
        } catch { return .failure(name, error) }
    }

    private func other(_ name: String, _ words: String, _ library: Dependency, _ loss: String?) -> Check {
        do throws(FedauthError) {
            if let version = try libraries.version(of: library) { return .ok(name, words + version + file(library)) }
            return .absent(name, "missing: \(loss ?? "nothing works")", Distribution.current.install(library))
        } catch {
            guard let loss else { return .failure(name, error) }
            return .absent(name, "\(error.message): \(loss)", error.hint)
        }
    }

    /// Returns the file that was opened, as the end of a finding.
    private func file(_ dependency: Dependency) -> String { libraries.file(of: dependency).map { "; '\($0)'" } ?? "" }

    private var legacy: Check {
        let name = "library.openssl-legacy"
        return libraries.hasLegacyProvider
            ? .ok(name, "its legacy provider can be loaded")
            : .absent(name, "its legacy provider is missing: old PKCS#12 files cannot be opened")
    }
}
