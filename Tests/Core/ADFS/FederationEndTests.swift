import Secrets
import Testing

@testable import Core

/// Tests which of the posted forms on the way is the answer.
struct FederationEndTests {
    private func finish(reply: String?) throws -> FinishEndpoint {
        let consumer = try reply.map { try WebURL($0) }
        let message = FederationMessage(
            consumer: consumer, context: "k1", issuer: try WebURL("https://fs.example.org/").origin)
        return FinishEndpoint(try consumer ?? WebURL("https://app.example.org/"), taking: message)
    }

    private func isEnd(_ reply: String?, _ url: String, _ form: String?) throws -> Bool {
        try finish(reply: reply).isEnded(by: try WebURL(url), form: form.map(SharedSecret.init(text:)))
    }

    private static let reply = "https://app.example.org/adfs"

    @Test func whatGoesToTheReplyIsTheAnswerWhateverItsContext() throws {
        for form in ["wresult=x&wctx=k1", "wresult=x&wctx=other", "wresult=x"] {
            #expect(try isEnd(Self.reply, Self.reply + "?a=1", form), "\(form)")
        }
        #expect(try !isEnd(Self.reply, Self.reply, "wctx=k1"))
        #expect(try !isEnd(Self.reply, Self.reply, nil))
    }

    /// AD FS ignores an unknown reply address and posts to the address of the relying party.
    @Test func elsewhereTheContextTells() throws {
        for reply in [Self.reply, nil] {
            #expect(try isEnd(reply, "https://app.example.org/other", "wresult=x&wctx=k1"))
            #expect(try !isEnd(reply, "https://sts.example.org/adfs/ls/", "wresult=x&wctx=theirs"))
            #expect(try isEnd(reply, "https://app.example.org/other", "wresult=x&wctx="))
        }
    }

    /// The answer of a home realm goes to the requested service.
    @Test func whatGoesToTheServiceIsAStep() throws {
        for form in ["wresult=x&wctx=theirs", "wresult=x"] {
            #expect(try !isEnd(nil, "https://fs.example.org/adfs/ls/", form), "\(form)")
        }
    }

    @Test func theFinishByAddressIsAsBefore() throws {
        let finish = FinishEndpoint(try WebURL("http://localhost/"), moment: .asked)
        #expect(finish.isEnded(by: try WebURL("http://localhost?access_token=x"), form: nil))
        #expect(!finish.isEnded(by: try WebURL("http://localhost:81/?access_token=x"), form: nil))
        #expect(
            !FinishEndpoint(try WebURL("http://localhost/")).isEnded(by: try WebURL("http://localhost/"), form: nil))
    }
}

/// Tests the addresses in which a platform returns the answer.
struct PlatformTokenTests {
    private func decoded(_ text: String) -> String? {
        FederationAnswer.decoded(SharedSecret(text: text)).map {
            $0.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(arguments: [
        "PD94Pj4+Pz8/", "PD94Pj4-Pz8_", "PD94Pj4 Pz8/", "PD94Pj4+\r\nPz8/",
    ])
    func everySpellingOfBase64(_ text: String) { #expect(decoded(text) == "<?x>>>???") }

    @Test func whatIsNoneStandsForItself() {
        #expect(decoded("<a/>") == "<a/>")
        #expect(decoded("  <a/>") == "  <a/>")
        #expect(decoded("e30.eyJleHAiOjE2MDAwMDAwMDB9.x") == "e30.eyJleHAiOjE2MDAwMDAwMDB9.x")
    }

    @Test(arguments: ["not!base64", "a", "====", "PD94P!", "%%%"])
    func anythingElseIsRefused(_ text: String) { #expect(decoded(text) == nil) }
}
