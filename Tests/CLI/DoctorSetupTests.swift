import Application
import Core
import Glibc
import Secrets
import Support
import System
import Testing

@testable import CLI

/// Tests which settings the doctor's checks get from options, variables and the configuration file, and how the results
/// are shown.
struct DoctorSetupTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Returns the parts for these words, variables and lines of the configuration file.
    private func setup(
        _ words: [String] = [], _ variables: [String: String] = [:], _ file: String = ""
    ) throws -> DoctorSetup {
        scratch.file("c.toml", file)
        var values = variables
        values["HOME"] = scratch.path
        values["FEDAUTH_CONFIG"] = scratch["c.toml"]
        var doctor = Doctor()
        try CommandLineParser.parse(words[...], into: &doctor)
        let context = try CommandContext(
            environment: Environment(
                values: values, storePassphrase: variables["PASSPHRASE"].map { SharedSecret(text: $0) }),
            global: GlobalOptions())
        return DoctorSetup(context, network: doctor.network, browsing: doctor.browsing, storage: doctor.storage)
    }

    @Test func theConfigurationFileIsReadWithAllItsMistakes() throws {
        let found = try setup([], [:], "[defaults]\nprxy = 'x'\n[profile.p]\nusre = 'x'\nsap = 'h'\n").configuration()
        #expect(found.path == scratch["c.toml"] && found.content?.profiles.map(\.name) == ["p"])
        #expect(found.mistakes.count == 2)
        let unreadable = try setup([], [:], "no TOML").configuration()
        #expect(unreadable.content == nil && unreadable.mistakes.map(\.code) == [.configuration])
    }

    @Test func aFileThatOthersCanWriteIsNotTrusted() throws {
        let parts = try setup()
        chmod(scratch["c.toml"], 0o602)
        #expect(parts.configuration().mistakes.first?.message.hasPrefix("anyone may write") == true)
    }

    @Test func aSettingComesWithItsSource() throws {
        let file = "[defaults]\ncacert = '/d'\n[profile.p]\nsap = 'h'\ncacert = '/p'\n"
        let profile = try #require(try setup([], [:], file).configuration().content?.profile("p"))
        let path = scratch["c.toml"]
        func cacert(_ words: [String] = [], _ variables: [String: String] = [:], for profile: Profile?) throws -> String
        {
            let named = try setup(words, variables, file).network(for: profile).authorities
            return named.map { "\($0.value) \($0.source)" } ?? ""
        }
        #expect(try cacert(for: nil) == "/d '\(path)' line 2, column 10")
        #expect(try cacert(for: profile) == "/p '\(path)' line 5, column 10")
        #expect(try cacert(["--cacert", "/o"], for: profile) == "/o '--cacert'")
        // The command has read the variable as an option by then.
        #expect(try cacert(["--cacert", "/v"], ["FEDAUTH_CACERT": "/v"], for: profile) == "/v FEDAUTH_CACERT")
    }

    @Test(arguments: [
        "[defaults]\ntimeout = 'soon'\n", "[defaults]\nprxy = 'http://127.0.0.1:1'\n",
        "[profile.p]\nsap = 'h'\ncacret = '/nowhere'\n",
    ])
    func aMistakeStopsTheNetwork(_ file: String) throws {
        let parts = try setup([], [:], file)
        #expect(parts.network(for: parts.configuration().content?.profile("p")).failure?.code == .configuration)
    }

    /// A mistake in another profile does not.
    @Test func aMistakeElsewhereDoesNotStopTheNetwork() throws {
        let file = "[profile.p]\nsap = 'h'\n[profile.q]\nsap = 'h'\nusre = 'x'\n"
        let parts = try setup([], [:], file)
        #expect(parts.network(for: parts.configuration().content?.profile("p")).failure == nil)
    }

    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func aProxyOfTheEnvironmentIsShownWithoutItsPassword(_ variable: String) throws {
        let found = try setup([], [variable: "http://ada:needle@proxy.test:3128", "no_proxy": "localhost"])
            .network(for: nil)
        let proxy = try #require(found.proxy)
        #expect(proxy.shown.value == "http://…@proxy.test:3128" && proxy.shown.source == variable)
        #expect(!proxy.isForEveryRequest && proxy.exceptions == "localhost")
        try found.readProxy()
        for (text, words) in [
            ("gopher://ada:needle@proxy.test", "'gopher://proxy.test' is not a proxy"),
            ("//proxy.test:3128", "'//proxy.test:3128' is not a proxy"),
            ("socks5h:proxy.test:1080", "'socks5h:proxy.test:1080' is not a proxy"),
            ("http://[::1]", "the proxy '[::1]' has no port"), ("proxy.test", "the proxy 'proxy.test' has no port"),
        ] {
            let wrong = try setup([], [variable: text]).network(for: nil)
            let error = failure { try wrong.readProxy() }
            #expect(
                error?.code == .usage && error?.message == words
                    && (error?.hint?.contains("https_proxy") == true
                        || words.contains("has no port")),
                "\(error as Any)")
        }
    }

    @Test func aProxyOfTheOptionsIsForEveryRequest() throws {
        let found = try setup(["--proxy", "http://proxy.test:3128"], ["https_proxy": "http://other.test"])
            .network(for: nil)
        #expect(found.proxy?.shown.source == "'--proxy'" && found.proxy?.isForEveryRequest == true)
        try found.readProxy()
        let withPassword = try setup(["--proxy", "http://ada:needle@proxy.test"]).network(for: nil)
        let error = failure { try withPassword.readProxy() }
        #expect(error?.message.contains("needle") == false)
    }

    @Test func theStoreIsThatOfOptionVariableOrFile() throws {
        func choice(_ words: [String], _ variables: [String: String] = [:], _ file: String = "") throws -> String {
            let wanted = try setup(words, variables, file).stores.wanted
            return "\(wanted.backend.rawValue) \(wanted.reason.word)"
        }
        #expect(try choice([]) == "auto configuration")
        #expect(try choice(["--store", "file"]) == "file option")
        #expect(try choice(["--store", "keyring"], ["FEDAUTH_STORE": "keyring"]) == "keyring environment")
        #expect(try choice([], [:], "[defaults]\nstore = 'file'\n") == "file configuration")
    }

    @Test func theSourceOfTheStoresKeyIsNamed() throws {
        func origin(_ words: [String], _ variables: [String: String] = [:], _ file: String = "") throws -> String? {
            try setup(words, variables, file).stores.opener.origin
        }
        #expect(try origin(["--store-key-file", "/key"]) == "the key file '/key'")
        #expect(try origin(["--store-passphrase-file", "/p"])?.hasSuffix("/p") == true)
        #expect(try origin([], [:], "[defaults]\nstore-passphrase-fd = 3\n")?.contains("3") == true)
        scratch.file("fedauth.store")
        #expect(
            try origin([], ["CREDENTIALS_DIRECTORY": scratch.path, "PASSPHRASE": "x"])?
                .hasSuffix(scratch["fedauth.store"]) == true)
        #expect(try origin([], ["PASSPHRASE": "x"]) == "FEDAUTH_STORE_PASSPHRASE")
        #expect(try origin(["--no-input"]) == nil)
    }

    @Test func theBrowserIsThatOfTheSettings() throws {
        let found = try setup([], [:], "[defaults]\nbrowser = 'edge'\n").browser(for: nil)
        #expect(found?.value == "edge" && found?.source == "'\(scratch["c.toml"])' line 2, column 11")
    }

    @Test func theLibrariesAreThere() throws {
        let libraries = try setup().libraries
        let curl = try libraries.transport()
        #expect(curl.usesOpenSSL && curl.missing.isEmpty && curl.features == ["PSL", "HTTP/2", "IDN", "GSS"])
        #expect(try libraries.version(of: .xml2)?.hasPrefix("2.") == true && libraries.hasLegacyProvider)
        #expect(try libraries.version(of: .crypto)?.hasPrefix("OpenSSL ") == true)
        for library in [Dependency.microhttpd, .psl] { #expect(try libraries.version(of: library) != nil) }
    }

    @Test func aProcessThatReadsIsHeld() throws {
        let held = try #require(try setup().machine.documentConfinement)
        #expect(held.isHeldByCalls)
        #expect(held.landlockVersion == Confinement.landlockVersion)
    }

    @Test func certificatesAreCounted() throws {
        let authorities = try setup().authorities
        #expect(failure { _ = try authorities.count(inFile: "/nowhere") }?.message.hasPrefix("cannot open") == true)
        #expect(try authorities.count(inFile: scratch.file("a.pem", "no certificate\n")) == 0)
        let pem = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n"
        #expect(try authorities.count(inFile: scratch.file("b.pem", pem)) == 1)
    }

    /// The findings of all checks begin in the same column.
    @Test func theLinesStandBelowOneAnother() throws {
        let context = try CommandContext(
            environment: Environment(values: ["HOME": scratch.path, "FEDAUTH_CONFIG": scratch["c.toml"]]),
            global: GlobalOptions())
        scratch.file("c.toml", "")
        let parts = try setup()
        let report = try DoctorFlow(context.services(NetworkSettings(), StoreSettings()), parts).run(nil)
        let lines = context.lines(of: report.checks).split(separator: "\n").dropLast()
        let columns = lines.compactMap { line -> Int? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let finding = line[colon...].dropFirst().firstIndex { $0 != " " }
            return finding.map { line.distance(from: line.startIndex, to: $0) }
        }
        #expect(lines.count > 15 && Set(columns).count == 1, "\(lines)")
    }
}
