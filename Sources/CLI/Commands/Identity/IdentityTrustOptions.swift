import ArgumentParser

/// The authorities to trust when an identity's certificates are checked.
struct IdentityTrustOptions: ParsableArguments {
    @Option("file", "Verify with the certificates in this PEM file, instead of the system's.", completion: .file())
    var cacert: String?
}
