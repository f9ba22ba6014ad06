import ArgumentParser

/// Who must have signed an assertion.
struct VerifyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Check that the assertion is signed by a certificate in this file: PEM or DER, or the server's federation metadata "
                + "as XML.",
            valueName: "file"), completion: .file())
    var verify: String?

    @Flag(help: "Let a signature by SHA-1 count, too; it can be forged.")
    var verifySha1 = false
}
