import Core
import Secrets

/// What ssh and sudo ask a program of SSH_ASKPASS and SUDO_ASKPASS (ssh(1), sudo(8)): the question is an argument, the answer
/// a line.
enum AskpassProtocol {
    static let row = CredentialProtocol(
        name: "askpass", speakers: "ssh, ssh-add, sudo -A",
        setting: """
            # the entry says which questions it answers
            fedauth store put ssh/work --attribute 'askpass=*/.ssh/id_work*'
            export SSH_ASKPASS=fedauth-askpass SSH_ASKPASS_REQUIRE=force SUDO_ASKPASS="$(command -v fedauth-askpass)"
            """,
        links: ["fedauth-askpass"], programs: ["ssh", "sudo"], places: ["$SSH_ASKPASS", "$SUDO_ASKPASS"],
        operations: nil, hasOwnOptions: true, isAttended: { _ in true }, answer: answer)

    /// The attribute of an entry that says which questions it answers (glob(7)).
    private static let attribute = "askpass"

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        let (services, text) = (question.services, question.words.joined(separator: " "))
        let prompter = services.prompter()
        switch services.environment["SSH_ASKPASS_PROMPT"] {
        // A message while a key waits for a touch; ssh ends it.
        case "none"?: return services.reporter.instruct(text)
        case "confirm"?:
            guard try prompter.confirm(text.hasSuffix("?") ? String(text.dropLast()) : text) else {
                throw FedauthError(.other, "")
            }
            return
        default: break
        }
        let store = try services.store()
        let found = try store.list().first { entry in
            !entry.isExpired(at: question.now)
                && entry.attributes[attribute].map { NamePattern($0).fits(text) } ?? false
        }
        let answer: SharedSecret
        if let found {
            guard try prompter.confirm("answer '\(text.folded(to: 200))' with '\(found.name)'") else {
                throw FedauthError(.cancelled, "'\(found.name)' was not given")
            }
            answer = try store.required(found.name).value
        } else {
            // ssh's question about a host's key has several lines, and its answer is no secret.
            let lines = text.split(separator: "\n").map(String.init)
            for line in lines.dropLast() { services.reporter.instruct(line) }
            answer = SharedSecret(try prompter.ask(lines.last ?? "", isSecret: !text.contains("(yes/no")))
        }
        var line = answer.copy()
        line.append("\n")
        try question.write(line)
    }
}
