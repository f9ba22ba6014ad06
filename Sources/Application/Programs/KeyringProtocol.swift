import Core
import Secrets

/// What pip and uv ask the program `keyring` (keyring 25.2, "command-line utility").
enum KeyringProtocol {
    static let row = CredentialProtocol(
        name: "keyring", speakers: "pip, uv",
        setting: """
            # the directory with fedauth's 'keyring' comes first, before a keyring that Python has
            export PATH="$(dirname "$(command -v fedauth)")/../lib/fedauth/keyring:$PATH"
            export PIP_KEYRING_PROVIDER=subprocess UV_KEYRING_PROVIDER=subprocess
            # both ask for the host too, which means https: let no index of it have an address with http:
            pip install --index-url https://oauth2@packages.example.org/simple/ NAME
            # a user's password is asked for and kept once; then the address is https://ada@packages.example.org/simple/
            printf 'url=https://ada@packages.example.org\\n' | fedauth credential fill | fedauth credential approve
            """,
        links: ["keyring"], programs: ["pip", "pip3", "uv"],
        places: [
            "$PIP_KEYRING_PROVIDER", "$UV_KEYRING_PROVIDER", ".config/pip/pip.conf", ".pip/pip.conf",
            ".config/uv/uv.toml",
        ],
        marks: ["keyring", "subprocess"], isInOwnDirectory: true, operations: nil, hasOwnOptions: true, answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        var words = question.words
        var givesUser = false
        if let option = words.firstIndex(where: { $0 == "--mode" || $0.hasPrefix("--mode=") }) {
            let isJoined = words[option] != "--mode"
            givesUser = (isJoined ? String(words[option].dropFirst(7)) : words.dropFirst(option + 1).first) == "creds"
            words.removeSubrange(option..<min(words.count, option + (isJoined ? 1 : 2)))
        }
        guard words.first == "get", (2...3).contains(words.count) else {
            throw question.misused(
                "keyring", "its words are 'get URL [USER]'; 'fedauth credential approve' stores a password")
        }
        // pip asks for the address, then for its host; uv also without the slash of the folder.
        let place = (words[1].contains("://") ? "" : "https://") + words[1]
        let url = try question.address(place.hasSuffix("/") ? place : place + "/")
        let user = words.dropFirst(2).first
        guard let answer = try question.answer(for: url, user: user), let secret = answer.secret else {
            throw FedauthError(.other, "")
        }
        var text = Secret()
        // An index takes any user with a token.
        if givesUser { text.append((answer.user ?? user ?? "oauth2") + "\n") }
        secret.withBytes { text.append($0) }
        text.append("\n")
        try question.write(text)
    }
}
