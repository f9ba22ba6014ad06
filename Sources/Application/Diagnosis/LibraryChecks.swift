import Core

/// Checks the libraries that are loaded on demand, and libcrypto. The check of the keyring covers libsecret.
struct LibraryChecks {
    let libraries: any InstalledLibraries

    var checks: [Check] {
        [
            curl, xml,
            optional(
                "library.microhttpd", "libmicrohttpd", libraries.microhttpd,
                else: "no sign-in can end at an address of this machine", "libmicrohttpd12"),
            optional(
                "library.qrencode", "libqrencode", libraries.qrencode,
                else: "addresses for telephones are shown as text alone", "libqrencode4"),
            optional(
                "library.xmlsec", "libxmlsec1", libraries.xmlsec, else: "no signature can be checked by '--verify'",
                "libxmlsec1-openssl"),
            suffixes, .ok("library.openssl", libraries.cryptography), legacy, tokens,
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
                    "apt install libcurl4")
            }
            guard library.missing.isEmpty else {
                return .warning(
                    name, "\(finding); without \(library.missing.joined(separator: ", "))", "apt install libcurl4")
            }
            return .ok(name, finding)
        } catch {
            return .failure(name, error)
        }
    }

    private var xml: Check {
        let name = "library.xml"
        do throws(FedauthError) {
            return .ok(name, "libxml2 \(try libraries.xml())")
        } catch {
            return .failure(name, error)
        }
    }

    /// Returns the check of a library that only some commands need.
    private func optional(
        _ name: String, _ library: String, _ version: () throws(FedauthError) -> String, else loss: String,
        _ package: String
    ) -> Check {
        do throws(FedauthError) {
            return .ok(name, "\(library) \(try version())")
        } catch {
            return .absent(name, "\(library) cannot be used: \(loss)", "apt install \(package)")
        }
    }

    private var suffixes: Check {
        let name = "library.psl"
        return libraries.hasPublicSuffixes
            ? .ok(name, "libpsl has the public suffix list")
            : .absent(
                name, "libpsl has no public suffix list: only the commonest suffixes are known", "apt install libpsl5")
    }

    private var tokens: Check {
        let name = "library.openssl-tokens"
        let loss = "no key in a token can be used"
        do throws(FedauthError) {
            guard let found = try libraries.tokens() else {
                return .absent(
                    name, "it has no provider or engine pkcs11: \(loss)",
                    "apt install pkcs11-provider; before Debian 13, libengine-pkcs11-openssl")
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
