import Application
import Core
import System
import Testing

@testable import CLI

/// Tests what `--version --json` reads out of the facts of a build.
struct BuildReportTests {
    private func report(_ facts: String) -> BuildReport { BuildReport(facts: facts, installed: SomeLibraries()) }

    @Test func aReleaseSaysWhatItIsMadeOf() {
        let report = report(
            """
            commit 0123456789abcdef0123456789abcdef01234567
            compiler Swift 6.3.1
            static swift-stdlib 6.3.1
            news Sign-ins by SAML and other pages (saml)
            news "One" word

            """)
        #expect(report.news == ["Sign-ins by SAML and other pages (saml)", #""One" word"#])
        #expect(report.commit == "0123456789abcdef0123456789abcdef01234567" && report.modified == false)
        #expect(report.compiler == "Swift 6.3.1")
        #expect(
            report.libraries.first
                == BuildReport.Library(name: "swift-stdlib", version: "6.3.1", linked: "static"))
    }

    @Test func changedSourcesAreNotTheCommit() {
        let report = report("commit 0123456789abcdef0123456789abcdef01234567 modified\n")
        #expect(report.commit == "0123456789abcdef0123456789abcdef01234567" && report.modified == true)
    }

    @Test func aBuildWithoutFactsSaysNoneOfThem() {
        let report = report("")
        #expect(report.commit == nil && report.modified == nil && report.compiler == nil)
        #expect(report.libraries.first?.name == "toml++" && report.libraries.first?.version?.isEmpty == false)
    }

    @Test func aLibraryOfTheMachineHasTheVersionThatIsThere() {
        let libraries = report("").libraries
        #expect(libraries.contains(BuildReport.Library(name: "libcurl", version: "7.88.1", linked: "on-demand")))
        #expect(libraries.contains(BuildReport.Library(name: "libcrypto", version: "3.0.17", linked: "on-demand")))
        #expect(libraries.contains(BuildReport.Library(name: "libqrencode", version: nil, linked: "on-demand")))
    }
}

/// libqrencode is missing.
private final class SomeLibraries: InstalledLibraries {
    func transport() throws(FedauthError) -> InstalledTransport {
        (version: "7.88.1", tls: "OpenSSL/3.0.17", usesOpenSSL: true, features: [], missing: [])
    }

    func version(of dependency: Dependency) throws(FedauthError) -> String? {
        switch dependency {
        case .xml2: "2.9.14"
        case .microhttpd: "0.9.75"
        case .crypto: "OpenSSL 3.0.17 1 Jul 2025"
        case .qrencode: throw FedauthError(.other, "no libqrencode")
        default: nil
        }
    }
    func file(of dependency: Dependency) -> String? { nil }
    let hasLegacyProvider = true
}
