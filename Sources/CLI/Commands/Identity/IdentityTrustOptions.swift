/// The authorities to trust when an identity's certificates are checked.
struct IdentityTrustOptions: OptionGroup {
    var cacert: String?

    mutating func declare(_ list: OptionList) {
        list.option(
            "cacert", &cacert, "file", "Verify with the certificates in this PEM file, instead of the system's.",
            completion: .file)
    }
}
