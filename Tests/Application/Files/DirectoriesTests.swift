import Application
import Core
import Glibc
import Support
import Testing

/// Tests the choice of the runtime directory and the warnings about it.
struct DirectoriesTests {
    private let scratch: Scratch
    private var folder: String { scratch.path }

    init() throws { scratch = try Scratch() }

    private func directories(named: String?, login: String = "/dev/null") throws -> Directories {
        try Directories(
            Environment(values: ["HOME": folder, "XDG_RUNTIME_DIR": named ?? ""]), login: login,
            shared: folder + "/shared")
    }

    @Test func theOneThatIsNamedIsUsed() throws {
        let found = try directories(named: folder + "/named").runtime()
        #expect(found.path == folder + "/named/fedauth" && found.warning == nil)
    }

    @Test func withoutANameTheOthersAreUsed() throws {
        let login = try directories(named: nil, login: folder + "/login").runtime()
        #expect(login.path == folder + "/login/fedauth" && login.warning == nil)
        let shared = try directories(named: nil).runtime()
        #expect(shared.path == folder + "/shared" && shared.warning == nil)
    }

    /// Other programs would look for the files in XDG_RUNTIME_DIR, so an unusable one is reported.
    @Test func oneThatCannotBeUsedIsNamed() throws {
        let found = try directories(named: "/dev/null").runtime()
        #expect(found.path == folder + "/shared")
        #expect(
            found.warning == "XDG_RUNTIME_DIR cannot be used (cannot make '/dev/null/fedauth': not a directory): "
                + "'\(folder)/shared' takes its place")
    }

    /// The specification requires programs to ignore relative paths; empty values count as unset.
    @Test func relativePathsAreIgnoredAndNamed() throws {
        let values = ["HOME": folder, "XDG_CONFIG_HOME": "conf", "XDG_RUNTIME_DIR": "run/x", "XDG_STATE_HOME": ""]
        let found = try Directories(Environment(values: values), login: "/dev/null", shared: folder + "/shared")
        #expect(found.configuration == folder + "/.config/fedauth")
        #expect(try found.runtime().path == folder + "/shared")
        #expect(
            found.warnings == [
                "XDG_CONFIG_HOME is 'conf', which is relative, and ignored",
                "XDG_RUNTIME_DIR is 'run/x', which is relative, and ignored",
            ])
    }

    /// Whoever owns the directory above could put another one in our directory's place.
    @Test func oneInADirectoryOfOthersIsNotUsed() throws {
        mkdir(folder + "/login", 0o700)
        chmod(folder + "/login", 0o777)
        let place = try directories(named: folder + "/login")
        let found = try place.runtime()
        #expect(found.path == folder + "/shared" && found.warning?.contains("others can change") == true)
        if case .there(let path) = place.runtimeFound { #expect(path == folder + "/shared") } else { Issue.record() }
    }

    /// Another user can create the directory in /tmp first.
    @Test func oneThatAnotherUserHasMadeIsNotUsed() throws {
        mkdir(folder + "/shared", 0o700)
        let isRoot = geteuid() == 0
        if isRoot { chown(folder + "/shared", 65534, 65534) } else { chmod(folder + "/shared", 0o755) }
        let error = #expect(throws: FedauthError.self) { try directories(named: nil).runtime() }
        let why = isRoot ? "it belongs to user 65534 (nobody), not to you" : "it is open to others"
        #expect(error?.code == .unsafeDirectory)
        #expect(error?.message == "the directory '\(folder)/shared' is not private: \(why)")
        #expect(error?.hint?.hasPrefix("set XDG_RUNTIME_DIR to a directory of your own") == true)
    }
}
