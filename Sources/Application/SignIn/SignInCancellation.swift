public import Core
internal import System

/// Ends this process with the error that a sign-in was cancelled when another process asks for that. What is printed then is
/// prepared before, because a signal handler prints it.
public struct SignInCancellation {
    private let words: String
    private let result: String

    /// `words` is the error, for stderr; `result` is what stdout gets, if anything.
    public init(words: String, result: String) { (self.words, self.result) = (words, result) }

    /// Allows it until `end`; calls nest.
    func begin() {
        ProcessCancellation.begin(
            words: words, result: result, status: Int32(FedauthError.signInCancelledElsewhere.code.status.number))
    }

    /// Ends what `begin` began.
    func end() { ProcessCancellation.end() }
}

extension FedauthError {
    /// The error of a sign-in that `fedauth cancel` ends.
    public static var signInCancelledElsewhere: FedauthError {
        FedauthError(
            .cancelled, "the sign-in was cancelled by 'fedauth cancel'",
            hint: "nothing was stored; start it again to sign in")
    }
}
