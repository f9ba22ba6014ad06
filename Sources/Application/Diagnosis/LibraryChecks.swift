import Core
import System

/// Checks the libraries that are loaded on demand, and libcrypto. The check of the keyring covers libsecret.
struct LibraryChecks {
    let libraries: any InstalledLibraries

    var checks: [Check] {
        [
            curl, xml,
            optional(
                "library.microhttpd", "libmicrohttpd", libraries.microhttpd,
                else: "no sign-in can end at an address of this machine", .microhttpd),
            optional(
                "library.qrencode", "libqrencode", libraries.qrencode,
                else: "addresses for telephones are shown as text alone", .qrencode),
            suffixes, .ok("library.openssl", libraries.cryptography + file(.crypto)), legacy, tokens,
        ]
    }

    private var curl: Check {
        let name = "library.curl"
        do throws(FedauthError) {
            let library = try libraries.transport()
            let finding =
                "libcurl \(library.version) with \(library.tls), " + library.features.joined(separator: ", ")
            guard library.usesOpenSSL else {
                return .warning(
                    name, "\(finding): not OpenSSL's, so errors of certificates cannot be explained",
                    Distribution.current.install(.curl))
            }
            guard library.missing.isEmpty else {
                return .warning(
                    name, "\(finding); without \(library.missing.joined(separator: ", "))",
                    Distribution.current.install(.curl))
            }
            return .ok(name, finding + file(.curl))
        } catch {
            return .failure(name, error)
        }
    }

    /// Returns the file that was opened, as the end of a finding.
    private func file(_ dependency: Dependency) -> String {
        libraries.file(of: dependency).map { "; '\($0)'" } ?? ""
    }

    private var xml: Check {
        let name = "library.xml"
        do throws(FedauthError) {
            return .ok(name, "libxml2 \(try libraries.xml())" + file(.xml2))
        } catch {
            return .failure(name, error)
        }
    }

    /// Returns the check of a library that only some commands need.
    private func optional(
        _ name: String, _ library: String, _ version: () throws(FedauthError) -> String, else loss: String,
        _ dependency: Dependency
    ) -> Check {
        do throws(FedauthError) {
            return .ok(name, "\(library) \(try version())" + file(dependency))
        } catch {
            return .absent(name, "\(library) cannot be used: \(loss)", Distribution.current.install(dependency))
        }
    }

    private var suffixes: Check {
        let name = "library.psl"
        return libraries.hasPublicSuffixes
            ? .ok(name, "libpsl has the public suffix list" + file(.psl))
            : .absent(
                name, "libpsl has no public suffix list: only the commonest suffixes are known",
                Distribution.current.install(.psl))
    }

    private var tokens: Check {
        let name = "library.openssl-tokens"
        let loss = "no key in a token can be used"
        do throws(FedauthError) {
            guard let found = try libraries.tokens() else {
                return .absent(
                    name, "it has no provider or engine pkcs11: \(loss)",
                    Distribution.current.install(.tokenProvider))
            }
            return .ok(name, "keys in tokens are used by its \(found)")
        } catch {
            return .absent(name, "\(error.message): \(loss)", error.hint)
        }
    }

    private var legacy: Check {
        let name = "library.openssl-legacy"
        return libraries.hasLegacyProvider
            ? .ok(name, "its legacy provider can be loaded")
            : .absent(name, "its legacy provider is missing: old PKCS#12 files cannot be opened")
    }
}
