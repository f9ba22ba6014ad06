/// Sign-in by a client certificate at AD FS, which asks for it at an origin of its own: another port of the same host, or a
/// host whose name begins with `certauth`. What is shown there is the identity that is bound to that origin.
struct CertificateSignIn {
    /// Who the transport is; nil: that is not known here.
    let identities: (any ClientIdentities)?

    /// The method's name, in `AuthMethod`.
    static let method = "CertificateAuthentication"

    /// AD FS's port for certificates, where the host has no other name for it.
    static let port: UInt16 = 49443

    /// Whether `target` is where the AD FS at `origin` asks for certificates.
    ///
    /// - Parameter isChosen: somebody wants to sign in so; then it is wherever this host leads to on another port.
    static func isPlace(_ target: Origin, of origin: Origin, isChosen: Bool) -> Bool {
        guard target.scheme == .https, target != origin else { return false }
        if target.host == "certauth." + origin.host { return true }
        return target.host == origin.host && (target.port == port || isChosen)
    }

    /// Throws `client-certificate-needed` on the way from `origin` to its place for certificates, when no identity is bound
    /// to that: AD FS would answer by a page that does not say so.
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
