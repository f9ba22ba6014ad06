import Application
import Core
import Fakes
import Glibc
import Secrets
import Support
import Testing

struct ForeignImportFlowTests {
    private let reads = Reads()

    private final class Reads {
        var paths: [String] = []
    }

    private func item(_ name: String) throws -> StoreItem {
        let store = MemoryStore()
        _ = try store.put(StoreDraft(name: name, value: SharedSecret(text: "v")), expecting: .any)
        return try store.required(name)
    }

    private func flow(
        _ content: String = "", settings: String? = nil, found: [StoreItem] = [], left: [FedauthError] = []
    ) -> ForeignImportFlow {
        let machine = FakeMachine()
        machine.variables = ["HOME": "/none", "XDG_CONFIG_HOME": settings ?? ""]
        return ForeignImportFlow(
            environment: machine.environment,
            read: { [reads] path in
                reads.paths.append(path)
                return SharedSecret(text: content)
            },
            pass: { [reads] folder in
                reads.paths.append(folder ?? "usual")
                var entries = ForeignEntries()
                entries.leave("a", "it is empty")
                return entries
            },
            keyring: { _ in (found, left) })
    }

    @Test func filesAreReadWhereTheirProgramKeepsThem() throws {
        let netrc = "machine h login ada password pw\n"
        #expect(try flow(netrc).entries(of: .netrc, file: nil).drafts.count == 1)
        #expect(try flow(netrc).entries(of: .netrc, file: "-").drafts.count == 1)
        let git = "https://ada:pw@h\n"
        #expect(try flow(git).entries(of: .gitCredentialStore, file: nil).drafts.count == 1)
        #expect(try flow(git).entries(of: .gitCredentialStore, file: "x").drafts.count == 1)
        #expect(reads.paths == ["/none/.netrc", "-", "/none/.git-credentials", "x"])
        let scratch = try Scratch()
        mkdir(scratch["git"], 0o700)
        let path = scratch.file("git/credentials")
        _ = try flow(git, settings: scratch.path).entries(of: .gitCredentialStore, file: nil)
        #expect(reads.paths.last == path)
    }

    @Test func nothingToImportSaysWhy() throws {
        let empty = #expect(throws: FedauthError.self) { _ = try flow().entries(of: .gitCredentialStore, file: "x") }
        #expect(empty?.code == .notFound && empty?.message.hasSuffix("nothing to import: it has no entries") == true)
        let left = #expect(throws: FedauthError.self) { _ = try flow().entries(of: .pass, file: nil) }
        #expect(left?.message.hasSuffix("nothing to import: a: it is empty") == true && reads.paths == ["x", "usual"])
    }

    @Test func itemsOfTheKeyringAreNamedByAttributes() throws {
        let wanted = ["host": "h"]
        for (file, attributes) in [("x", wanted), (nil, [:])] as [(String?, [String: String])] {
            let error = #expect(throws: FedauthError.self) {
                _ = try flow().entries(of: .secretTool, file: file, attributes: attributes)
            }
            #expect(error?.code == .usage)
        }
        // fedauth's own names cannot come from another program.
        let found = [try item("mail"), try item("session/x")]
        let locked = FedauthError(.storeLocked, "the keyring is locked")
        let left = [locked, FedauthError(.entryWithheld, "it is withheld"), locked]
        let entries = try flow(found: found, left: left).entries(of: .secretTool, file: nil, attributes: wanted)
        #expect(entries.drafts.map(\.name) == ["mail"] && entries.drafts[0].history == nil)
        #expect(entries.left.dropFirst() == ["1 item: it is withheld", "2 items: the keyring is locked"])
    }

    @Test func itemsThatCannotBeReadAreNotNothing() {
        for code in [ErrorCode.storeLocked, .entryWithheld] {
            let error = #expect(throws: FedauthError.self) {
                _ = try flow(left: [FedauthError(code, "no")])
                    .entries(of: .secretTool, file: nil, attributes: ["host": "h"])
            }
            #expect(error?.code == code)
        }
    }

    @Test func onlyTheFirstReasonsAreNamed() {
        var entries = ForeignEntries()
        for number in 1...7 { entries.leave("\(number)", "no") }
        #expect(entries.reasons == "1: no; 2: no; 3: no; 4: no; 5: no; and 2 more")
    }
}
