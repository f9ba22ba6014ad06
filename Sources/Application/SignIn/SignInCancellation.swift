public import Core

/// Ends this process with the error that a sign-in was cancelled when another process asks for that.
public protocol SignInCancellation: AnyObject {
    /// Allows it until `end`; calls nest.
    func begin()
    /// Ends what `begin` began.
    func end()
}

extension FedauthError {
    /// The error of a sign-in that `fedauth cancel` ends.
    public static var signInCancelledElsewhere: FedauthError {
        FedauthError(
            .cancelled, "the sign-in was cancelled by 'fedauth cancel'",
            hint: "nothing was stored; start it again to sign in")
    }
}
