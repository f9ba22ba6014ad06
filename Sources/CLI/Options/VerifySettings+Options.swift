import Application

/// The required signature of a token.
extension VerifySettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "verify", &certificates, "file-or-url",
            "Check that the token is signed by a certificate in this file: PEM or DER, or the server's federation "
                + "metadata as XML; or by a certificate in the metadata at this https address.", completion: .file,
            form: .certificates)
        list.flag("verify-sha1", &allowsSHA1, "Accept an assertion's signature by SHA-1 too; it can be forged.")
        list.flag("verify-no-audience", clears: &needsAudience, "Accept a token without an audience.")
    }
}
