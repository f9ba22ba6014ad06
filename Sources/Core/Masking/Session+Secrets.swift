public import Secrets

extension Session {
    /// All values in the session that would let a reader use it.
    public var secrets: [(name: String, value: SharedSecret)] {
        jar.cookies.map { ("the cookie '\($0.name)'", $0.value) } + (token.map { [("the token", $0.value)] } ?? [])
    }
}
