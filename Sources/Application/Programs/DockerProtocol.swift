import Core
import Secrets
import System

/// What Docker asks `docker-credential-fedauth`. Docker reads errors from stdout and compares some of them literally.
/// fedauth writes those as Docker's own helpers do, with status 1. It reports errors of the store on both streams, with
/// their own status.
enum DockerProtocol {
    static let row = CredentialProtocol(
        name: "docker", speakers: "Docker",
        setting: """
            { "credsStore": "fedauth" }
            """,
        links: ["docker-credential-fedauth"], programs: ["docker"], places: [".docker/config.json"],
        marks: ["\"fedauth\""], placeVariable: "DOCKER_CONFIG/config.json", operations: nil, isAttended: { _ in true },
        answer: answer)

    /// The same for programs that read another file, and call fedauth by Docker's name.
    static let podman = CredentialProtocol(
        name: "podman", speakers: "Podman, Buildah, Skopeo",
        setting: """
            # ~/.config/containers/registries.conf, above its first section
            credential-helpers = ["fedauth"]
            """,
        programs: ["podman", "buildah", "skopeo"], places: [".config/containers/registries.conf"],
        marks: ["credential-helpers", "\"fedauth\""], placeVariable: "CONTAINERS_REGISTRIES_CONF", operations: nil,
        isAttended: row.isAttended, answer: answer)

    /// The operations.
    private enum Operation: String {
        case store, get, erase, list, version
    }

    private static let inputBytes = 1 << 20
    /// Docker's client compares this text literally.
    private static let notFound = "credentials not found in native keychain"

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        do throws(FedauthError) {
            try perform(question)
        } catch {
            // An error without a message has been reported already.
            if !error.message.isEmpty, !question.isJSON { try? question.write(error.message + "\n") }
            throw error
        }
    }

    private static func perform(_ question: ProgramQuestion) throws(FedauthError) {
        let word = question.words.first ?? ""
        guard let operation = Operation(rawValue: word) else {
            if Terminal.isTerminal(0) {
                question.services.reporter.note(
                    "Docker uses it when ~/.docker/config.json holds '\"credsStore\": \"fedauth\"'")
            }
            throw refusal("docker-credential-fedauth: unknown action: \(word.folded(to: 40))", question)
        }
        if operation == .version {
            return try question.write("docker-credential-fedauth (fedauth) \(question.version)\n")
        }
        switch operation {
        case .store:
            let login = try login(question)
            try credentials(question).keep(login)
        case .get:
            let server = try server(question)
            let found = try credentials(question).find(server, user: question.passwordUser)
            guard let login = found else { throw refusal(notFound, question) }
            try question.write([
                "ServerURL": .text(login.server), "Username": .text(login.user), "Secret": .string(login.secret),
            ])
        case .erase:
            let server = try server(question)
            try credentials(question).forget(server)
        case .list: try question.write(users(try credentials(question).list()))
        case .version: break
        }
    }

    /// Returns the users by registry.
    private static func users(_ logins: [(server: String, user: String)]) -> JSONValue {
        let users = Dictionary(logins.map { (ExactName($0.server), $0) }) { $1 }.values.sorted {
            $0.server.utf8.lexicographicallyPrecedes($1.server.utf8)
        }
        return .object(users.map { JSONValue.Member($0.server, .text($0.user)) })
    }

    private static func credentials(_ question: ProgramQuestion) throws(FedauthError) -> DockerCredentials {
        DockerCredentials(try question.services.store(), clock: question.services.clock)
    }

    /// Returns the registry's address from stdin, without white space around it.
    private static func server(_ question: ProgramQuestion) throws(FedauthError) -> String {
        question.noteTerminalInput("the registry's address; Control-D ends it")
        let input = try question.input.all(limit: inputBytes)
        guard let text = input.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw refusal("the server URL is not UTF-8", question)
        }
        do throws(DockerCredentials.Lack) {
            return try DockerCredentials.server(text)
        } catch {
            throw refusal(error.rawValue, question)
        }
    }

    /// Returns the object from stdin.
    private static func login(_ question: ProgramQuestion) throws(FedauthError) -> DockerCredentials.Login {
        question.noteTerminalInput("a JSON object with ServerURL, Username and Secret; Control-D ends it")
        let object: JSONValue
        do throws(FedauthError) {
            object = try JSONReader.parse(question.input.all(limit: inputBytes), of: "'stdin'", failure: .usage)
        } catch {
            throw refusal(error.message, question)
        }
        do throws(DockerCredentials.Lack) {
            return try DockerCredentials.Login(reading: object)
        } catch {
            throw refusal(error.rawValue, question)
        }
    }

    /// Writes the message as Docker reads it: on stdout, with status 1.
    private static func refusal(_ message: String, _ question: ProgramQuestion) -> FedauthError {
        do throws(FedauthError) {
            try question.write(message + "\n")
        } catch {
            return error
        }
        return FedauthError(.other, "")
    }
}
