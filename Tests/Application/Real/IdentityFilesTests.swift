import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests which files for an identity are refused before anything is written.
struct IdentityFilesTests {
    private final class Results: ResultStream {
        let stdoutIsTerminal: Bool

        init(isTerminal: Bool) { stdoutIsTerminal = isTerminal }

        func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {}
    }

    let scratch: Scratch
    let world = FakeWorld()

    init() throws { scratch = try Scratch() }

    private func refusal(
        _ p12: String?, _ pem: String? = nil, chain: String? = nil, isForced: Bool? = false, isTerminal: Bool = false
    ) throws -> FedauthError? {
        var places = IdentityFilePlaces()
        places.p12 = p12
        places.pem = pem
        places.chain = chain
        let files = LocalIdentityFiles(try world.context(), results: Results(isTerminal: isTerminal))
        return failure { try files.check(places, isForced: isForced) }
    }

    @Test func aKeyIsPrintedOnATerminalOnlyWhenForced() throws {
        #expect(try refusal("-") == nil)
        #expect(try refusal("-", isForced: true, isTerminal: true) == nil)
        #expect(try refusal(nil, "-", isTerminal: true)?.hint == "name a file, or add '--force'")
        #expect(
            try refusal(nil, "-", isForced: nil, isTerminal: true)?.hint == "name a file, or send it through a pipe")
        #expect(try refusal(scratch["a.p12"], chain: "-", isTerminal: true) == nil)
    }

    @Test func eachFileHasItsOwnPlace() throws {
        #expect(try refusal(scratch["a.p12"], scratch["a.pem"], chain: scratch["c.pem"]) == nil)
        let same = try refusal(scratch["a"], scratch["a"])
        #expect(same?.message == "'\(scratch["a"])' is named for two of the files")
        #expect(try refusal(scratch["a"], scratch.path) == nil)
        #expect(try refusal(scratch["a"], chain: scratch.path + "/./a") != nil)
    }

    @Test func aDirectoryHasToBeThere() throws {
        #expect(try refusal(scratch["none"] + "/a.p12")?.message.contains("none") == true)
        #expect(try refusal(scratch.path) != nil)
    }

    /// Files that are there already are written again only when the certificate is newer.
    @Test func filesAreCurrentUntilTheNextCertificate() throws {
        var places = IdentityFilePlaces()
        places.p12 = scratch.file("a.p12")
        places.chain = "-"
        let files = LocalIdentityFiles(try world.context(), results: Results(isTerminal: false))
        func areCurrent(_ imported: Int64) -> Bool {
            files.areCurrent(
                places,
                for: Identity(
                    name: "ada", certificates: [], key: .pkcs8(SharedSecret(text: "")), origins: [], source: "",
                    imported: Timestamp(seconds: imported), expires: Timestamp(seconds: 0), subject: ""))
        }
        #expect(areCurrent(1_600_000_000))
        #expect(!areCurrent(9_000_000_000))
        places.pem = scratch["missing"]
        #expect(!areCurrent(1_600_000_000))
    }

    /// A password that is empty on purpose, which a key as the user name needs.
    @Test func noPasswordIsASource() throws {
        var places = SecretPlaces(secret: "password", option: "--password")
        #expect(try places.source(try world.context()) == nil)
        places.isEmpty = true
        let source = try #require(try places.source(try world.context()))
        #expect(try source.mayBeEmpty && source.secret().count == 0)
        places.file = "/dev/null"
        let error = failure { _ = try places.source(try world.context()) }
        #expect(error?.message.contains("'--password-file' and '--empty-password'") == true, "\(error as Any)")
    }

    @Test func aPassphraseWithANULIsRefused() throws {
        let files = LocalIdentityFiles(try world.context(), results: Results(isTerminal: false))
        let question = "Passphrase: "
        var source = SecretPlaces(secret: "passphrase", option: "--passphrase")
        source.file = scratch.file("nul", "several long words\0and more")
        #expect(
            failure { _ = try files.newPassphrase(source, question: question) }?.message == "the passphrase holds a NUL"
        )
        source.file = scratch.file("good", "several long words and more\n")
        #expect(try files.newPassphrase(source, question: question).count == 27)
        source.file = nil
        world.prompter.answers = ["several long words", "several long words"]
        #expect(try files.newPassphrase(source, question: question).count == 18)
        #expect(world.prompter.questions.first == question)
        world.prompter.canAsk = false
        world.prompter.answers = []
        #expect(failure { _ = try files.newPassphrase(source, question: question) } != nil)
    }
}
