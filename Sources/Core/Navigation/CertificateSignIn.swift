/// Sign-in with a client certificate at AD FS, which asks for it at a separate origin: another port of the same host,
/// or a host whose name begins with `certauth`. The identity bound to that origin is presented there.
struct CertificateSignIn {
    /// The transport's identities; nil when unknown here.
    let identities: (any ClientIdentities)?

    /// The name of the method, in `AuthMethod`.
    static let method = "CertificateAuthentication"

    /// AD FS's port for certificates, if the host has no other name for it.
    static let port: UInt16 = 49443

    /// Returns whether `target` is where the AD FS at `origin` asks for certificates: if the user chose this method, at
    /// any other port of the same host.
    static func isPlace(_ target: Origin, of origin: Origin, isChosen: Bool) -> Bool {
        guard target.scheme == .https, target != origin else { return false }
        if target.host == "certauth." + origin.host { return true }
        return target.host == origin.host && (target.port == port || isChosen)
    }

    /// Throws `client-certificate-needed` on the way from `origin` to its address for certificates when no identity is
    /// bound to that, because AD FS would answer with a page that does not explain it.
    func check(_ target: Origin, from origin: Origin, isChosen: Bool) throws(FedauthError) {
        guard let identities, Self.isPlace(target, of: origin, isChosen: isChosen),
            try identities.identity(for: target, isDemanded: true) == nil
        else { return }
        throw FedauthError(
            .clientCertificateNeeded, "no identity is bound to '\(target)', where AD FS asks for a client certificate",
            hint:
                "bind one by 'fedauth identity bind NAME \(target)', or import yours by 'fedauth identity import FILE "
                + "--origin \(target)'")
    }
}
