import Core
import Crypto
import HTTP
import Loopback
import Markup

/// Checks the libraries that are loaded on demand, and libcrypto. The check of the keyring covers libsecret.
struct LibraryChecks {
    var checks: [Check] { [curl, xml, microhttpd, qrencode, xmlsec, suffixes, openssl, legacy] }

    private var curl: Check {
        let name = "library.curl"
        do throws(FedauthError) {
            let library = try TransportLibrary()
            let there = TransportLibrary.Feature.allCases.filter(library.features.contains).map(\.rawValue)
            let finding = "libcurl \(library.version) with \(library.tls), " + there.joined(separator: ", ")
            guard library.usesOpenSSL else {
                return .warning(
                    name, "\(finding): not OpenSSL's, so errors of certificates cannot be explained",
                    "apt install libcurl4")
            }
            let missing = TransportLibrary.Feature.allCases.filter { !library.features.contains($0) }.map(\.rawValue)
            guard missing.isEmpty else {
                return .warning(name, "\(finding); without \(missing.joined(separator: ", "))", "apt install libcurl4")
            }
            return .ok(name, finding)
        } catch {
            return .failure(name, error)
        }
    }

    private var xml: Check {
        let name = "library.xml"
        do throws(FedauthError) {
            return .ok(name, "libxml2 \(try ReaderLibrary.version())")
        } catch {
            return .failure(name, error)
        }
    }

    private var microhttpd: Check {
        let name = "library.microhttpd"
        do throws(FedauthError) {
            return .ok(name, "libmicrohttpd \(try LoopbackLibrary.version())")
        } catch {
            return .absent(
                name, "libmicrohttpd cannot be used: no sign-in can end at an address of this machine",
                "apt install libmicrohttpd12")
        }
    }

    private var qrencode: Check {
        let name = "library.qrencode"
        do throws(FedauthError) {
            return .ok(name, "libqrencode \(try QRCode.libraryVersion())")
        } catch {
            return .absent(
                name, "libqrencode cannot be used: addresses for telephones are shown as text alone",
                "apt install libqrencode4")
        }
    }

    private var xmlsec: Check {
        let name = "library.xmlsec"
        do throws(FedauthError) {
            return .ok(name, "libxmlsec1 \(try AssertionSignature.libraryVersion())")
        } catch {
            return .absent(
                name, "libxmlsec1 cannot be used: no signature can be checked by '--verify'",
                "apt install libxmlsec1-openssl")
        }
    }

    private var suffixes: Check {
        let name = "library.psl"
        return LibPSLSuffixes().isComplete
            ? .ok(name, "libpsl has the public suffix list")
            : .absent(
                name, "libpsl has no public suffix list: only the commonest suffixes are known", "apt install libpsl5")
    }

    private var openssl: Check { .ok("library.openssl", CryptoLibrary.version) }

    private var legacy: Check {
        let name = "library.openssl-legacy"
        return CryptoLibrary.hasLegacyProvider
            ? .ok(name, "its legacy provider can be loaded")
            : .absent(name, "its legacy provider is missing: old PKCS#12 files cannot be opened")
    }
}
