import Application

/// The files in which other programs find an identity.
extension IdentityFilePlaces: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option("p12", &p12, "file", "Write PKCS#12 (AES-256) to this file; '-' is stdout.", completion: .file)
        list.option(
            "pem", &pem, "place",
            "Write PEM to this file ('-' is stdout), the key after the certificates; or into this directory, as NAME.crt "
                + "and NAME.key.", completion: .file)
        list.option(
            "chain", &chain, "file", "Write the certificates of the issuers, as PEM, to this file too.",
            completion: .file)
        list.flag(
            "unencrypted", &isUnencrypted,
            "Do not encrypt the key of a PEM file: anyone who can read it has the identity.")
    }

    func validate() throws(Mistake) {
        guard paths.count(where: { $0 == "-" }) <= 1 else { throw Mistake("only one result can go to stdout") }
        guard !isUnencrypted || pem != nil else {
            throw Mistake("'--unencrypted' is for '--pem': PKCS#12 is always encrypted")
        }
    }
}
