/// The required signature of a token.
struct VerifyOptions: OptionGroup {
    var verify: String?
    var verifySha1 = false
    var verifyNoAudience = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "verify", &verify, "file-or-url",
            "Check that the token is signed by a certificate in this file: PEM or DER, or the server's federation "
                + "metadata as XML; or by a certificate in the metadata at this https address.", completion: .file)
        list.flag("verify-sha1", &verifySha1, "Accept an assertion's signature by SHA-1 too; it can be forged.")
        list.flag("verify-no-audience", &verifyNoAudience, "Accept a token without an audience.")
    }
}
