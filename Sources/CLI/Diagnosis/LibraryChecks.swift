import Core
import HTTP
import Markup

/// The libraries that are opened when they are needed. Whether libsecret is there is the keyring's matter.
struct LibraryChecks {
    var checks: [Check] {
        [
            check("library.curl", "libcurl can be used", TransportLibrary.check),
            check("library.xml", "libxml2 can be used", ReaderLibrary.check),
            LibPSLSuffixes().isComplete
                ? .ok("library.psl", "libpsl has the public suffix list")
                : .absent(
                    "library.psl", "libpsl has no public suffix list: only the commonest suffixes are known",
                    "apt install libpsl5"),
        ]
    }

    private func check(
        _ name: String, _ finding: String, _ open: () throws(FedauthError) -> Void
    ) -> Check {
        do throws(FedauthError) {
            try open()
            return .ok(name, finding)
        } catch {
            return .failure(name, error)
        }
    }
}
