import Core

/// Ends a command that has said all with an exit status other than 0.
func saidAlready(_ code: ErrorCode) -> FedauthError {
    FedauthError(code, "")
}
