import Glibc
import Testing

@testable import CommandSupport

/// Tests help on a terminal: the pager, and manual pages.
struct HelpTests {
    let home: Home

    init() throws {
        home = try Home()
        mkdir(home.path + "/bin", 0o700)
        home.environment["PATH"] = home.path + "/bin:/usr/bin:/bin"
        home.environment["MANPAGER"] = "sed s/^/second:/"
    }

    private func terminal(_ words: String...) throws -> TerminalChild {
        try TerminalChild(underShell: Home.binary, words, environment: home.environment)
    }

    @Test func allOptionsGoThroughThePager() throws {
        home.environment["PAGER"] = "sed s/^/first:/"
        let page = try terminal("help", "basic", "--all")
        try page.expect("first:Usage: fedauth basic")
        try page.expect("first:Manual: man fedauth-basic")
        try page.expect("status 0")
        home.environment["PAGER"] = nil
        let other = try terminal("basic", "--help-all")
        try other.expect("second:Usage: fedauth basic")
        try other.expect("status 0")
    }

    @Test func aPagerThatEndsEarlyIsNoFailure() throws {
        home.environment["PAGER"] = "head -n 1"
        let page = try terminal("help", "request", "--all")
        try page.expect("Send a request")
        try page.expect("status 0")
        #expect(!page.text.contains("Usage:"))
    }

    @Test func aMissingPagerIsDoneWithout() throws {
        home.environment["PAGER"] = "nosuch-pager 2>/dev/null"
        let page = try terminal("help", "basic", "--all")
        try page.expect("Manual: man fedauth-basic")
        try page.expect("status 0")
    }

    @Test func shortHelpAndOtherOutputNeedNoPager() throws {
        home.environment["PAGER"] = "sed s/^/first:/"
        let page = try terminal("help", "basic")
        try page.expect("Manual: man fedauth-basic")
        try page.expect("status 0")
        #expect(!page.text.contains("first:"))
        let text = try home.fedauth("help", "basic", "--all").text
        #expect(text.hasPrefix("Sign in by HTTP") && text.contains("\nNetwork options:\n"))
    }

    @Test func aTopicOpensItsManualPage() throws {
        chmod(try home.file("bin/man", "#!/bin/sh\necho \"$*\"\n"), 0o755)
        #expect(try home.fedauth("help", "tutorial").text == "7 fedauth-tutorial\n")
        chmod(try home.file("bin/man", "#!/bin/sh\nexit 16\n"), 0o755)
        let outcome = try home.fedauth("help", "tutorial")
        #expect(outcome.status == 0 && outcome.text.hasSuffix("Manual: man 7 fedauth-tutorial (not installed here)\n"))
        #expect(try home.fedauth("help", "exit-status").text.contains("\n  16   Another process"))
    }
}
