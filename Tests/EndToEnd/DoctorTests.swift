import Glibc
import System
import Testing

@testable import CommandSupport

/// Tests what `fedauth doctor` finds around a process: a session bus, mounts, libraries.
struct DoctorTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        home.environment["FEDAUTH_STORE"] = nil
    }

    @Test func aKeyringThatHangsIsGivenUp() throws {
        // A socket that accepts connections and never answers.
        let script = """
            import socket, sys, os
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(8)
            print("ready", file=sys.stderr, flush=True)
            os.read(0, 1)
            """
        let bus = try Child("/usr/bin/python3", ["-c", script, home.path + "/bus"], environment: home.environment)
        try bus.waitForErrors(containing: "ready")
        let address = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path)/bus"]
        let outcome = try home.fedauth("store", "doctor", "--store", "keyring", adding: address)
        #expect(outcome.status == 6, "\(outcome)")
        #expect(try home.fedauth("store", "doctor", adding: address).status == 0)
        bus.closeInput()
        _ = try bus.finish()
    }

    @Test func aMachineThatTrustsNoAuthorityIsAProblem() throws {
        // Hides the directory from this process with an empty one.
        let script = "mount -t tmpfs none /etc/ssl/certs && exec \"$FEDAUTH\" doctor --json"
        let outcome = try home.asRoot(script, mounting: true)
        let found = try Diagnosis(outcome)
        #expect(outcome.status == 1 && found["network.ca"].hasPrefix("problem: no certificates"), "\(outcome)")
    }

    @Test(arguments: [(Dependency.curl, "library.curl"), (.xml2, "library.xml")])
    func aLibraryThatCannotBeOpenedIsAProblem(_ dependency: Dependency, _ name: String) throws {
        mkdir(home.path + "/lib", 0o700)
        for file in dependency.files { _ = try home.file("lib/" + file, "no library") }
        let (status, found) = try home.doctor(adding: ["LD_LIBRARY_PATH": home.path + "/lib"])
        let problem = "problem: the library \(dependency.quotedFiles) cannot be used"
        #expect(status == 1 && found[name].hasPrefix(problem), "\(found)")
        #expect(found[name].hasSuffix(Distribution.current.install(dependency)), "\(found)")
    }
}
