import Application
import Core
import Support
import Testing

@testable import CLI

/// Tests the file that remembers the choice of a store.
struct StoreChoiceTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func everyBackEndIsRemembered() throws {
        let environment = Environment(values: ["HOME": scratch.path, "XDG_STATE_HOME": scratch.path])
        let memory = StoreChoiceFile(directories: try Directories(environment))
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
        let memory = StoreChoiceFile(directories: try Directories(environment))
        #expect(try memory.stopgap() == nil)
        try memory.remember(stopgap: .file)
        #expect(try memory.remembered() == nil && memory.stopgap() == .file)
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
