import ArgumentParser
import Core

/// The required signature of a token.
struct VerifyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Check that the token is signed by a certificate in this file: PEM or DER, or the server's federation metadata as "
                + "XML; or by a certificate in the metadata at this https address.",
            valueName: "file-or-url"), completion: .file())
    var verify: String?

    @Flag(help: "Accept an assertion's signature by SHA-1 too; it can be forged.")
    var verifySha1 = false

    @Flag(help: "Accept a token without an audience.")
    var verifyNoAudience = false

    /// Returns the address of metadata; nil: `text` is a file. Throws `usage` for an address that is not https.
    static func address(_ text: String) throws(FedauthError) -> WebURL? {
        guard text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") else { return nil }
        let url = try WebURL(argument: text)
        guard url.scheme == .https else {
            throw FedauthError(
                .usage, "'\(url.withoutQuery)' is not encrypted: its certificate could be replaced on the way",
                hint: "give an https address by '--verify', or a file")
        }
        return url
    }
}
