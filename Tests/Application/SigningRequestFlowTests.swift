import Core
import Fakes
import Glibc
import Secrets
import Support
import Testing

@testable import Application

/// Tests which key a request gets, and that nothing is written where something cannot be.
struct SigningRequestFlowTests {
    private let scratch: Scratch
    private let words = FakeCryptography()

    init() throws { scratch = try Scratch() }

    private func run(
        key name: String = "ada.key", _ change: (inout SigningRequestFlow) -> Void = { _ in },
        meanwhile: @escaping () -> Void = {}
    ) throws -> (request: [UInt8], isNewKey: Bool) {
        var flow = SigningRequestFlow(keyFile: scratch[name])
        flow.template.subject = try DistinguishedName(parsing: "CN=ada")
        change(&flow)
        let scratch = scratch
        return try flow.run(
            SigningRequestFlow.Keys(
                words,
                read: { path in SharedSecret(text: scratch.text(String(path.dropFirst(scratch.path.count + 1))) ?? "")
                },
                pem: { key in
                    meanwhile()
                    return key.copy()
                }))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func aMissingKeyIsMade() throws {
        let made = try run { $0.kind = .rsa(bits: 2048) }
        #expect(made.isNewKey && text(made.request) == "request for CN=ada by key rsa2048 1")
        #expect(scratch.text("ada.key") == "key rsa2048 1" && scratch.names == ["ada.key"])
        #expect(words.templates.map(\.keyUsages) == [["digitalSignature", "keyEncipherment"]])
    }

    @Test func aKeyThatIsThereIsUsed() throws {
        scratch.file("ada.key", "key p256 own")
        let made = try run()
        #expect(!made.isNewKey && text(made.request) == "request for CN=ada by key p256 own")
        #expect(words.templates.map(\.keyUsages) == [["digitalSignature"]])
        let error = failure { _ = try run { $0.kind = .rsa(bits: 2048) } }
        #expect(error?.code == .usage && error?.message.hasSuffix("is p256, not rsa2048") == true, "\(error as Any)")
        #expect(scratch.text("ada.key") == "key p256 own")
    }

    @Test func noKeyIsLeftWhereTheRequestCannotBeWritten() throws {
        for file in [scratch["none/ada.csr"], scratch["ada.key"], scratch.path] {
            #expect(failure { _ = try run { $0.requestFile = file } }?.code == .usage, "\(file)")
        }
        #expect(failure { _ = try run(key: "none/ada.key") }?.code == .usage)
        #expect(scratch.names.isEmpty)
    }

    @Test func aKeyThatAnotherProcessMakesIsKept() throws {
        let scratch = scratch
        let error = failure { _ = try run(meanwhile: { scratch.file("ada.key", "theirs") }) }
        #expect(error?.code == .busy && scratch.text("ada.key") == "theirs")
    }
}
