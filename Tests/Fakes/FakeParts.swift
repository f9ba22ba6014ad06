import Application
import Core
import Secrets
import Support

/// The services of a `FakeWorld`.
final class FakeParts: Services {
    let world: FakeWorld
    let clock: any WallClock
    var reporter: any Reporter { world.reporter }
    var environment: Environment { Environment(values: world.variables) }
    var enrollment: any EnrollmentServices { world.enrollment }
    var identityFiles: any IdentityFileWriter { world.identityFiles }
    var hashing: any DigestHashing { world.hashing }
    var sessionFiles: any SessionFiles { self }
    var refused: RefusedSecrets.OfCommand { world.refused }

    init(_ world: FakeWorld) {
        self.world = world
        clock = world.limitedClock
    }
}

extension FakeParts {
    var configurationPath: String { "/home/ada/config.toml" }

    func configuration() throws(FedauthError) -> Configuration { world.configuration }

    func checkProfile(_ name: String, in configuration: Configuration) throws(FedauthError) {
        guard !world.spoiltProfiles.contains(name) else { throw FedauthError(.configuration, "'\(name)' is spoilt") }
    }
}

extension FakeParts: SessionFiles {
    func store() throws(FedauthError) -> any CredentialStore { world.store }

    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network {
        world.providerUses.append(provider)
        return world.network
    }

    func network(for session: Session, in configuration: Configuration) throws(FedauthError) -> Network {
        try network(ProviderUse(named: [session.url], user: session.user, mayAsk: false))
    }

    func prompter() -> any Prompter { world.prompter }

    func signInLock() throws(FedauthError) -> any SignInLock { world.lock }

    func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        world.cookieFiles[session] = SharedSecret(content)
        return "/cookies/" + session
    }

    func removeCookieFile(of session: String?) { world.removedCookieFiles.append(session ?? "") }

    func processes(using session: String) -> [Int32] { world.processes[session] ?? [] }
}

extension FakeParts {
    func source(
        _ places: SecretPlaces, in store: any CredentialStore
    ) throws(FedauthError) -> (any SecretSource)? {
        try places.check()
        guard let file = places.file else { return nil }
        return FixedSource(world.files[file] ?? "")
    }

    func field(
        _ text: String, in store: any CredentialStore
    ) throws(FedauthError) -> (name: String, source: any SecretSource) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw FedauthError(.usage, "'\(text)' names no source") }
        return (parts[0], FixedSource(world.files[parts[1]] ?? ""))
    }

    func oneTimeCodes(
        entry: String, in store: any CredentialStore
    ) throws(FedauthError) -> any OneTimeCodeSource {
        throw FedauthError(.notFound, "the store has no entry '\(entry)'")
    }

    func content(of path: String, limit: Int) throws(FedauthError) -> SharedSecret {
        SharedSecret(text: world.files[path] ?? "")
    }

    func browserCookies(
        of path: String, hosts: [String]
    ) throws(FedauthError) -> (found: [BrowserCookie], left: [UnopenedCookie])? { nil }

    func check(field text: String) throws(FedauthError) {
        guard text.contains("=") else { throw FedauthError(.usage, "'\(text)' names no source") }
    }
}

extension FakeParts {
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter {
        world.chosenPresenters.append(choice)
        if let presenterFailure = world.presenterFailure { throw presenterFailure }
        return world.presenter
    }

    func presenter(making passkeys: StoredPasskeys, over network: Network) throws(FedauthError) -> any Presenter {
        if let presenterFailure = world.presenterFailure { throw presenterFailure }
        world.madePasskeys = passkeys
        return world.presenter
    }
}

extension FakeParts {
    var tokenReader: any SecurityTokenReader { world.tokenReader }

    private struct Verifier: TokenVerifier {
        let verdict: FedauthError?

        func check(_ token: IssuedToken) throws(FedauthError) {
            if let verdict { throw verdict }
        }
    }

    func verifier(
        _ settings: VerifySettings, _ network: () throws(FedauthError) -> Network
    ) throws(FedauthError) -> (any TokenVerifier)? {
        settings.certificates == nil ? nil : Verifier(verdict: world.verdict)
    }

    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner {
        throw FedauthError(.notFound, "no identity is bound to '\(origin.hostAndPort)'")
    }

    func signer(of identity: Identity) throws(FedauthError) -> any MessageSigner {
        throw FedauthError(.badKey, "the key of '\(identity.name)' signs nothing")
    }

    func randomText(bytes count: Int) throws(FedauthError) -> String { "random" }

    func randomUUID() throws(FedauthError) -> String { "00000000-0000-4000-8000-000000000000" }
}
