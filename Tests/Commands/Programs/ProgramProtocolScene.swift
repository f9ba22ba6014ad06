@testable import CommandSupport

/// A home with a token for `api.example.org`, and a stored password for `packages.example.org`.
struct ProgramProtocolScene {
    let home: Home
    static let server = "https://api.example.org"
    static let index = "https://packages.example.org"

    init() throws {
        home = try CommandHome()
        try home.keep(
            CraftedSession(name: "api", url: Self.server + "/", cookies: [], bearer: "t0ken", isToken: true))
        try home.fedauth("credential", "approve", input: "url=\(Self.index)\nusername=ada\npassword=pw\n")
    }

    /// Asks as a program does, by a protocol's name and its words.
    func ask(_ words: String..., input: String = "") throws -> Outcome {
        try home.fedauth(["credential"] + words, input: input)
    }
}

extension Outcome {
    /// Whether it ended well, and printed this and no message.
    func says(_ text: String) -> Bool { status == 0 && self.text == text && errors.isEmpty }
}
