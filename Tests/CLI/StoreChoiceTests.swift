@testable import Application
import Core
import Support
import System
import Testing

@testable import CLI

/// Tests the file that remembers the choice of a store.
struct StoreChoiceTests {
    private let scratch: Scratch
    private let clock = TestClock()

    init() throws { scratch = try Scratch() }

    @Test func everyBackEndIsRemembered() throws {
        let environment = Environment(values: ["HOME": scratch.path, "XDG_STATE_HOME": scratch.path])
        let memory = StoreChoiceFile(directories: try Directories(environment), clock: clock)
        #expect(try memory.remembered() == nil)
        for backend in StoreBackend.all {
            try memory.remember(backend)
            #expect(try memory.remembered() == backend)
        }
        try memory.remember(.named(try StoreName("corp")))
        #expect(try memory.remembered() == nil && memory.stopgap() == nil)
    }

    @Test func aStopgapIsNoChoice() throws {
        let environment = Environment(values: ["HOME": scratch.path, "XDG_STATE_HOME": scratch.path])
        let memory = StoreChoiceFile(directories: try Directories(environment), clock: clock)
        #expect(try memory.stopgap() == nil)
        try memory.remember(stopgap: .file)
        clock.now = Timestamp(seconds: try FileStatus(of: scratch.path + "/fedauth/backend").changed)
        // A minute later, and where the clock was set back, the silent store is waited for in full again.
        for (age, isRecent) in [(0, true), (59, true), (60, false), (-1, false)] as [(Int64, Bool)] {
            let now = clock.now
            clock.now = now.adding(seconds: age)
            #expect(
                try memory.remembered() == nil && memory.stopgap() == StoreStopgap(backend: .file, isRecent: isRecent))
            clock.now = now
        }
        try memory.remember(.keyring)
        #expect(try memory.remembered() == .keyring && memory.stopgap() == nil)
    }

    @Test func withoutHomeTheAccountsDirectoryCounts() throws {
        let home = try #require(Environment(values: [:])["HOME"])
        #expect(home.hasPrefix("/") && Environment(values: ["HOME": ""])["HOME"] == home)
        #expect(try Directories(Environment(values: [:])).data == home + "/.local/share/fedauth")
        #expect(Environment(values: [:]).forPrograms["HOME"] == nil)
    }
}
