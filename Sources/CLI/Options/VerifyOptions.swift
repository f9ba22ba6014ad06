import ArgumentParser

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
}
