import Core
import Glibc
import Keyring
import Testing

@testable import Application

/// Tests the places where fedauth looks for the session bus, and that all callers get the same answer.
struct SessionBusTests {
    private func address(_ values: [String: String]) -> String? {
        let environment = Environment(values: values)
        return SessionBusAddress { environment[$0] }?.text
    }

    @Test func `the variable goes before the socket, and a bus that would have to be started is none`() {
        #expect(address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
        #expect(address(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
        #expect(address([:]) == nil)
    }

    @Test func `a folder for the session is a bus only when its socket is there`() throws {
        let folder = "/tmp/fedauth-bus-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        #expect(mkdir(folder, 0o700) == 0)
        defer {
            unlink(folder + "/bus")
            rmdir(folder)
        }
        #expect(address(["XDG_RUNTIME_DIR": folder]) == nil)
        #expect(address(["XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        close(open(folder + "/bus", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        #expect(address(["XDG_RUNTIME_DIR": folder]) == "unix:path=\(folder)/bus")
    }
}
