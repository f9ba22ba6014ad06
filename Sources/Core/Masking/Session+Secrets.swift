public import Secrets

extension Session {
    /// Every value that whoever reads it could use.
    public var secrets: [(name: String, value: SharedSecret)] {
        jar.cookies.map { ("the cookie '\($0.name)'", $0.value) } + (token.map { [("the token", $0.value)] } ?? [])
    }
}
