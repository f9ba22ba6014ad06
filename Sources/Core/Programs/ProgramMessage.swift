internal import Secrets

/// One line of output of an external program: an object of JSON with a member `type`.
public struct ProgramMessage {
    /// What a program says of its failure.
    public struct Failure: Sendable {
        let code: String
        let message: String
        let hint: String?

        /// Returns the error of the program `shown`, with one of the codes that the role may use. `silent`: what
        /// happened, for one that gives no message: "has no answer". `usualHint`: for one that gives no hint.
        func error(_ role: ProgramRole, of shown: String, silent: String, usualHint: String? = nil) -> FedauthError {
            let words = message.folded(to: 300)
            return FedauthError(
                role.codes.first { $0.name == code } ?? role.otherCode,
                words.isEmpty ? "'\(shown)' \(silent)" : "'\(shown)': \(words)",
                hint: (hint ?? usualHint).map { $0.folded(to: 300) })
        }
    }

    let content: JSONValue
    let type: String
    /// Makes the error of a malformed line.
    let wrong: (String) -> FedauthError

    /// Reads a line of the program `name`; nil for an empty one. Throws the role's failure for any but a typed object.
    init?(_ line: SharedSecret, from name: String, _ role: ProgramRole) throws(FedauthError) {
        guard !line.withBytes({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }) else { return nil }
        let shown = name.folded(to: 100)
        let hint = "on stdout it may print \(role.message)s only; 'fedauth help \(role.topic)' describes them"
        var limits = JSONReader.Limits()
        limits.bytes = role.lineBytes
        do throws(FedauthError) {
            content = try JSONReader.parse(line, of: "a line of '\(shown)'", failure: role.failure, limits: limits)
        } catch { throw error.hinting(hint) }
        let article = role.message == "answer" ? "an" : "a"
        wrong = { what in
            FedauthError(role.failure, "a line of '\(shown)' is not \(article) \(role.message): \(what)", hint: hint)
        }
        guard content.members != nil else { throw wrong("it is not an object") }
        guard let type = content["type"]?.text else { throw wrong("it has no 'type'") }
        self.type = type
    }

    /// Returns the text that this member must have.
    func text(_ member: String) throws(FedauthError) -> String {
        guard let text = content[member]?.text else { throw wrong("'\(type)' has no text '\(member)'") }
        return text
    }

    /// What a message of the type `error` says.
    var failure: Failure {
        Failure(code: content["code"]?.text ?? "", message: content["message"]?.text ?? "", hint: content["hint"]?.text)
    }
}
