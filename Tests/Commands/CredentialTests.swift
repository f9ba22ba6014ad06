import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth credential`: the protocol, its streams and statuses.
struct CredentialTests {
    let home: Home

    init() throws { home = try CommandHome(hasPassphrase: true) }

    @discardableResult
    private func run(_ operation: String, _ description: String, adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("credential", operation, input: description, adding: adding)
    }

    /// Expects status 0 and no output.
    private func expectSilence(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)",
            sourceLocation: sourceLocation)
    }

    @Test func withoutAStoreNothingIsFoundAndNothingIsMade() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        for operation in ["get", "erase"] { expectSilence(try run(operation, "url=https://ada:x@h\n")) }
        #expect(home.hasNoStore)
    }

    @Test func whatIsStoredIsFoundAndWhatIsErasedIsGone() throws {
        expectSilence(try run("store", "url=https://ada:pässwörd@h\n"))
        let got = try run("get", "protocol=https\nhost=h\n\n")
        #expect(got.status == 0 && got.text == "username=ada\npassword=pässwörd\n" && got.errors.isEmpty, "\(got)")
        expectSilence(try run("get", "url=https://bob@h\n"))
        expectSilence(try run("get", "url=https://h:8443\n"))
        expectSilence(try run("erase", "url=https://ada:other@h\n"))
        #expect(try run("get", "url=https://h\n").text.contains("password=pässwörd"))
        expectSilence(try run("erase", "url=https://ada:pässwörd@h\n"))
        expectSilence(try run("get", "url=https://h\n"))
    }

    @Test func aStoredPasswordIsAnEntryLikeOthers() throws {
        expectSilence(try run("store", "url=https://ada:pässwörd@h\n"))
        let name = try #require(try home.fedauth("store", "list").text.split(separator: "\t").first.map(String.init))
        #expect(try home.fedauth("store", "get", name).says("pässwörd"), "\(name)")
    }

    @Test func saysWhatItUnderstandsAndPassesOverWhatItDoesNot() throws {
        let capability = try run("capability", "")
        #expect(capability.text == "version 0\ncapability authtype\ncapability state\n", "\(capability)")
        for operation in ["refresh", "", "GET"] { expectSilence(try run(operation, "no description\r\n")) }
        #expect(home.hasNoStore)
        #expect(try home.fedauth("credential").status == 2)
    }

    @Test func aStoreThatCannotBeReadIsNoEmptyOneAndStaysAsItIs() throws {
        try run("store", "url=https://ada:pw@h\n")
        let path = home.path + "/data/fedauth/store"
        let whole = try Files.bytes(path)
        try home.fedauth("store", "lock")
        for operation in ["get", "erase", "fill", "reject"] {
            try run(operation, "url=https://ada@h\n", adding: ["FEDAUTH_STORE_PASSPHRASE": "wrong"])
                .expectComplaint(13, "passphrase")
            try run(operation, "url=https://ada@h\n", adding: ["FEDAUTH_STORE_PASSPHRASE": ""])
                .expectComplaint(12, "needs its passphrase")
        }
        #expect(try Files.bytes(path) == whole)
        var spoilt = whole
        spoilt[spoilt.count - 1] ^= 1
        let file = open(path, O_WRONLY)
        #expect(write(file, spoilt, spoilt.count) == spoilt.count)
        close(file)
        for operation in ["get", "erase", "store"] {
            let outcome = try run(operation, "url=https://ada:pw@h\n")
            #expect(outcome.status == 14 && outcome.output.isEmpty, "\(outcome)")
        }
        #expect(try Files.bytes(path) == spoilt)
    }

    @Test(arguments: ["host=h\r\n", "protocol=https\nhost=a\u{0}b\n", "nonsense\n", "url=https://h%0ahost=x\n"])
    func aDescriptionThatCouldBeReadInTwoWaysIsRefused(_ description: String) throws {
        try run("get", description).expectComplaint(2, "of the credential's description")
        try run("store", description + "password=x\n").expectComplaint(2, "of the credential's description")
        #expect(home.hasNoStore)
    }

    @Test func scriptsMustSayForWhatHelpersNeedNot() throws {
        for operation in ["fill", "approve", "reject"] {
            try run(operation, "username=ada\npassword=x\n").expectComplaint(2, "names no protocol or no host")
        }
        for operation in ["get", "store", "erase"] { expectSilence(try run(operation, "username=ada\npassword=x\n")) }
    }

    @Test func fillAnswersFromTheStore() throws {
        try run("approve", "url=https://ada:pw@h\n")
        let filled = try run("fill", "url=https://h/path\n")
        #expect(
            filled.status == 0 && filled.text == "protocol=https\nhost=h\npath=path\nusername=ada\npassword=pw\n",
            "\(filled)")
        try run("reject", "url=https://ada:pw@h\n")
        try run("fill", "url=https://h\n").expectComplaint(4, "for 'https://h', and fedauth cannot ask for it")
        try run("fill", "url=https://h\nquit=1\n").expectComplaint(4, "'quit' forbids asking")
    }

    @Test func afterItsTimeACredentialIsOfNoUse() throws {
        try home.fedauth("credential", "--expires", "0", "store", input: "url=https://ada:pw@h\n")
        expectSilence(try run("get", "url=https://h\n"))
        try home.fedauth("credential", "--expires", "1h", "store", input: "url=https://ada:pw@h\n")
        #expect(try run("get", "url=https://h\n").text == "username=ada\npassword=pw\n")
        #expect(try home.fedauth("store", "list", "--json").text.contains("\"expires\""))
    }
}
