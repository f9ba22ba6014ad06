import Application
import Core
import Glibc
import HTTP
import Markup
import Secrets
import Support
import System
import Testing

@testable import CLI

/// Tests the contract of presenters with each of fedauth's presenters that needs no display.
struct PresenterContractTests {
    private let clock = SystemClock()

    /// Cancels every question at once.
    private final class CancellingPrompter: Prompter {
        let canAsk = true
        func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
            throw FedauthError(.cancelled, "there is no user")
        }
        func confirm(_ question: String) throws(FedauthError) -> Bool { false }
    }

    private final class Silence: Reporter {
        func note(_ text: String) {}
        func warning(_ text: String) {}
        func detail(_ text: String) {}
        func stillWaiting() {}
        func waitIsOver() {}
    }

    private func contract(
        _ presenter: any Presenter, leftovers: @escaping () throws -> [String] = { [] }
    ) throws -> PresenterContract {
        PresenterContract(presenter, at: try PresenterSite.shared.get(), clock: clock, leftovers: leftovers)
    }

    /// Returns the form engine, which a presenter around another one can take.
    private func form() throws -> FormPresenter {
        FormPresenter(
            UserAgent(
                transport: try CurlTransport(TransportConfiguration(), clock: clock), reader: LibXMLReader(),
                suffixes: LibPSLSuffixes(), clock: clock),
            answers: LoginCredentials(
                known: .init(), store: MemoryStore(), prompter: CancellingPrompter(), reporter: Silence(), clock: clock),
            reporter: Silence(), wait: SystemClock.sleep)
    }

    @Test(arguments: PresenterContract.Step.allCases.filter { $0 != .asked })
    func form(_ step: PresenterContract.Step) throws { try contract(form()).run(step) }

    /// Runs the whole command, including the path from the options to the presenter.
    @Test(arguments: [PresenterContract.Step.cookies, .decoys, .jar, .hanging, .hosts, .encryption])
    func formByCommand(_ step: PresenterContract.Step) throws {
        try contract(try CommandPresenter("form", at: try PresenterSite.shared.get())).run(step)
    }

    /// Without a window. A login that is given up needs one.
    @Test(.serialized, arguments: PresenterContract.Step.allCases.filter { $0 != .asked && $0 != .cancel })
    func firefoxByCommand(_ step: PresenterContract.Step) throws {
        let site = try PresenterSite.shared.get()
        let presenter = try CommandPresenter("firefox", ["--headless"], isBrowser: true, at: site)
        try PresenterContract(presenter, at: site, clock: clock) { try presenter.leftovers }.run(step)
    }

    @Test(arguments: PresenterContract.Step.allCases)
    func program(_ step: PresenterContract.Step) throws {
        // Each program has its own name, which identifies its remaining processes.
        let name = "/tmp/fedauth-test-\(getpid())-presenter-\(step.rawValue)"
        unlink(name)
        #expect(symlink(PresenterSite.client, name) == 0)
        defer { unlink(name) }
        let program = SupervisedProgram(
            name, as: .presenter, search: ProgramSearch(Environment(values: [:])),
            supervisor: CommandPresenter.binary)
        let presenter = ProgramPresenter(
            program, PresenterSurroundings(), suffixes: LibPSLSuffixes(), reporter: Silence(), clock: clock)
        try contract(presenter) { try Self.processes(with: name) }.run(step)
    }

    /// Returns the processes with this word in their arguments.
    private static func processes(with word: String) throws -> [String] {
        guard let list = opendir("/proc") else { throw SystemCall.error("open", "/proc") }
        defer { closedir(list) }
        var found: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The file of a process that has just exited cannot be read.
            guard Int(name) != nil, let file = try? FileDescriptor(opening: "/proc/\(name)/cmdline", O_RDONLY),
                let words = try? file.read(name: name, limit: 1 << 20)
            else { continue }
            let parts = words.withBytes { $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
            if parts.contains(word) { found.append(parts.joined(separator: " ")) }
        }
        return found
    }
}
