import ArgumentParser

/// The authorities to trust when an identity's certificates are checked.
struct IdentityTrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Verify with the certificates in this PEM file, instead of the system's.", valueName: "file"),
        completion: .file())
    var cacert: String?
}
