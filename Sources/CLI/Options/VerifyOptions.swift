import ArgumentParser

/// The required signature of a token.
struct VerifyOptions: ParsableArguments {
    @Option(
        "file-or-url",
        "Check that the token is signed by a certificate in this file: PEM or DER, or the server's federation "
            + "metadata as XML; or by a certificate in the metadata at this https address.", completion: .file())
    var verify: String?

    @Flag(help: "Accept an assertion's signature by SHA-1 too; it can be forged.")
    var verifySha1 = false

    @Flag(help: "Accept a token without an audience.")
    var verifyNoAudience = false
}
