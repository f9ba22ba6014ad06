import Application
import Core
import Secrets
import System

/// `fedauth docker-credential`, and what Docker runs as `docker-credential-fedauth`.
///
/// Docker reads errors from stdout and compares some of them literally. fedauth writes those as Docker's own helpers
/// do, with status 1. It reports errors of the store on both streams, with their own status.
struct DockerCredentialCommand: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth docker-credential list": "Show the registries and users that are stored",
        "printf https://registry.example.org | fedauth docker-credential erase": "Forget a registry's password",
    ]
    static let configuration = CommandConfiguration(
        commandName: "docker-credential", abstract: "Keep Docker's passwords, as its credential helper.",
        discussion: """
            Docker calls it as 'docker-credential-fedauth' when '~/.docker/config.json' holds '"credsStore": "fedauth"'; so \
            do Podman and others that read that file.
            """)

    /// The operations.
    enum Operation: String, CaseIterable {
        case store, get, erase, list, version
    }

    var operation = ""
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "operation", &operation,
            "'store' (a JSON object on stdin), 'get' or 'erase' (a registry's address on stdin), 'list' or 'version'.",
            completion: .list(Operation.allCases.map(\.rawValue)))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        do throws(FedauthError) {
            try perform(in: context)
        } catch {
            // An error without a message has been reported already.
            if !error.message.isEmpty, !context.global.json { try? context.streams.result(error.message + "\n") }
            throw error
        }
    }

    private func perform(in context: CommandContext) throws(FedauthError) {
        guard let operation = Operation(rawValue: operation) else {
            if Terminal.isTerminal(0) {
                context.streams.note("Docker uses it when ~/.docker/config.json holds '\"credsStore\": \"fedauth\"'")
            }
            throw refusal("docker-credential-fedauth: unknown action: \(operation.folded(to: 40))", context)
        }
        if operation == .version {
            return try context.streams.result("docker-credential-fedauth (fedauth) \(Version.number)\n")
        }
        switch operation {
        case .store:
            let login = try login(context)
            try credentials(context).keep(login)
        case .get:
            let server = try server(context)
            guard let login = try credentials(context).find(server) else {
                throw refusal(Self.notFound, context)
            }
            try context.streams.result(DockerText.text(login))
        case .erase:
            let server = try server(context)
            try credentials(context).forget(server)
        case .list: try context.streams.result(DockerText.text(try credentials(context).list()))
        case .version: break
        }
    }

    private func credentials(_ context: CommandContext) throws(FedauthError) -> DockerCredentials {
        DockerCredentials(try context.store(storage), clock: context.clock)
    }

    /// Returns the registry's address from stdin, without white space around it.
    private func server(_ context: CommandContext) throws(FedauthError) -> String {
        context.streams.noteTerminalInput("the registry's address; Control-D ends it")
        let input = try FileBytes.read(0, name: "stdin", limit: DockerText.inputBytes)
        guard let text = input.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw refusal("the server URL is not UTF-8", context)
        }
        do throws(DockerCredentials.Lack) {
            return try DockerCredentials.server(text)
        } catch {
            throw refusal(error.rawValue, context)
        }
    }

    /// Docker's client compares this text literally.
    private static let notFound = "credentials not found in native keychain"

    /// Returns the object from stdin.
    private func login(_ context: CommandContext) throws(FedauthError) -> DockerCredentials.Login {
        context.streams.noteTerminalInput("a JSON object with ServerURL, Username and Secret; Control-D ends it")
        let input = SharedSecret(try FileBytes.read(0, name: "stdin", limit: DockerText.inputBytes))
        let object: JSONValue
        do throws(FedauthError) {
            object = try JSONReader.parse(input, of: "'stdin'", failure: .usage)
        } catch {
            throw refusal(error.message, context)
        }
        do throws(DockerCredentials.Lack) {
            return try DockerCredentials.Login(reading: object)
        } catch {
            throw refusal(error.rawValue, context)
        }
    }

    /// Writes the message as Docker reads it: on stdout, with status 1.
    private func refusal(_ message: String, _ context: CommandContext) -> FedauthError {
        do throws(FedauthError) {
            try context.streams.result(message + "\n")
        } catch {
            return error
        }
        return alreadyReported(.other)
    }
}
