import Secrets
import Testing

@testable import Core

struct ECPStandaloneTests {
    private func standalone(_ start: String, _ body: String) -> String {
        ECPResponse(
            assertionConsumerServiceURL: nil, response: SAMLResponse(statusCodes: ["Success"]),
            body: SharedSecret(text: body), envelopeStart: SharedSecret(text: start)
        ).standaloneBody.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func takesAlongWhatTheEnvelopeDeclares() {
        #expect(
            standalone(
                "<S:Envelope xmlns:S=\"soap\" a='x=\"1\"' xmlns:p = 'proto' xmlns=\"d\">",
                "\n <!-- c --><p:Response xmlns:q=\"q\" ID=\"xmlns:S\"><q:A>1 &gt; 0</q:A></p:Response>\n")
                == "<p:Response xmlns:S=\"soap\" xmlns:p = 'proto' xmlns=\"d\" xmlns:q=\"q\" ID=\"xmlns:S\"><q:A>1 &gt; "
                + "0</q:A></p:Response>")
    }

    @Test func whatIsDeclaredThereStays() {
        let body = "<p:Response xmlns:p='own'/>"
        #expect(standalone("<S:Envelope xmlns:p=\"other\">", body) == body)
        #expect(standalone("<S:Envelope>", "no element") == "no element")
    }
}
