import Application
import Core
import Glibc
import Testing

@testable import CLI

/// Tests the file that remembers the choice of a store.
final class StoreChoiceTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/fedauth-test-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        unlink(folder + "/fedauth/backend")
        rmdir(folder + "/fedauth")
        rmdir(folder)
    }

    @Test func everyBackEndIsRemembered() throws {
        let environment = Environment(values: ["HOME": folder, "XDG_STATE_HOME": folder])
        let memory = StoreChoiceFile(directories: try Directories(environment))
        #expect(try memory.remembered() == nil)
        for backend in StoreBackend.all {
            try memory.remember(backend)
            #expect(try memory.remembered() == backend)
        }
        try memory.remember(.named(try StoreName("corp")))
        #expect(try memory.remembered() == nil)
    }
}
