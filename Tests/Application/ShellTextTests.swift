import Core
import Secrets
import Testing

@testable import Application

/// Tests the text for shells that no test can run, and the values that each form rejects.
struct ShellTextTests {
    private func text(_ shell: Shell, _ value: [UInt8]) throws -> String {
        try shell.export([(name: "FEDAUTH_X", value: SharedSecret(Secret(value)))]).withBytes {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func text(_ shell: Shell, _ value: String) throws -> String { try text(shell, Array(value.utf8)) }

    @Test(arguments: Shell.allCases)
    func noneTakesANULAndAllAreOneLine(_ shell: Shell) throws {
        #expect(throws: FedauthError.self) { try text(shell, [0x41, 0]) }
        for line in [try text(shell, "a b"), shell.unset(), shell.failure] {
            #expect(line.hasSuffix("\n") && line.dropLast().allSatisfy { $0 != "\n" })
        }
    }

    @Test(arguments: Shell.allCases)
    func noByteThatAShellSplitsOrExpandsStandsAsItIs(_ shell: Shell) throws {
        let value = Array((1...127 as ClosedRange<UInt8>)).filter { $0 != 0x0A || shell != .csh }
        let written = try text(shell, value)
        for mark in ["*", "?", "[", "~", "!", "#", "<", ">", "^", "@"] {
            #expect(!written.contains(mark), "\(mark) in \(written)")
        }
        if shell != .csh { #expect(!written.contains("`") && !written.contains("\"")) }
    }

    /// A shell evaluates the value that is assigned to an integer variable, so the value is not assigned unless text stays
    /// unchanged.
    @Test(arguments: ["bash", "zsh", "ksh", "mksh"])
    func aVariableDeclaredAsANumberFailsTheLine(_ name: String) throws {
        let shell = try #require(Shell(rawValue: name))
        for form in [shell, .sh] {
            let line = try text(form, "a[$(echo run >&2)]=1")
            for declaration in ["typeset -i FEDAUTH_X", "typeset -i n; typeset -n FEDAUTH_X=n"]
            // zsh has no namerefs.
            where name != "zsh" || !declaration.contains("-n ") {
                let script = declaration + "; eval \"$1\" && echo next || echo \"$FEDAUTH_X\""
                let said = try Child.output(
                    of: ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", name, "-c", script, name, line], name: name,
                    until: Deadline(seconds: 60, from: SystemClock())
                ).withBytes { String(decoding: $0, as: UTF8.self) }
                // The output is the guard's 0xAa: neither the command in the value nor the next command of the line has run.
                #expect(["170\n", "16#aa\n"].contains(said.lowercased()), "\(declaration): \(said)")
            }
        }
    }

    /// Other attributes change case or width, and so the value.
    @Test(arguments: [
        ("bash", "-u"), ("bash", "-l"), ("zsh", "-u"), ("zsh", "-L3"), ("ksh", "-l"), ("ksh", "-R3"), ("mksh", "-Z3"),
    ])
    func aVariableThatChangesItsValueFailsTheLine(_ name: String, _ attribute: String) throws {
        let shell = try #require(Shell(rawValue: name))
        let line = try text(shell, "aBcDe")
        let script = "typeset \(attribute) FEDAUTH_X; eval \"$1\" && echo next || echo failed"
        let said = try Child.output(
            of: ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", name, "-c", script, name, line], name: name,
            until: Deadline(seconds: 60, from: SystemClock())
        ).withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(said == "failed\n")
    }

    @Test func cshRefusesLineBreaksAndLongValues() throws {
        #expect(throws: FedauthError.self) { try text(.csh, "a\nb") }
        #expect(throws: FedauthError.self) { try text(.csh, String(repeating: "x", count: 3001)) }
        // csh reads the text from one quote to the next as one word.
        let words = try text(.csh, String(repeating: "x", count: 3000)).split(separator: "\"")
        #expect(words.map(\.utf8.count).max() ?? 0 < 4090)
    }

    /// In csh, a program that fails in backquotes is not a failure of the line.
    @Test func cshLooksWhetherEverythingHasArrived() throws {
        #expect(try text(.csh, "a b").hasSuffix("; if ( \"x$FEDAUTH_X\" == 'x' ) false;\n"))
        #expect(try text(.csh, "") == "setenv FEDAUTH_X '';\n")
    }

    @Test func yashRefusesWhatIsNoText() {
        #expect(throws: FedauthError.self) { try text(.yash, [0xFF]) }
    }

    @Test(arguments: [(Shell.fish, "C | source"), (.tcsh, "eval `C`"), (.zsh, "eval $(C)"), (.dash, "eval $(C)")])
    func everyShellHasItsLine(_ shell: Shell, _ line: String) {
        #expect(shell.form.evaluation(of: "C") == line)
    }

    @Test func systemdRefusesWhatItWouldDrop() {
        // An escape, DEL, a carriage return, invalid UTF-8, U+FFFE, U+FDD0, U+1FFFF.
        let values: [[UInt8]] = [
            [0x1B], [0x7F], [0x0D], [0xFF], [0xEF, 0xBF, 0xBE], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBF],
        ]
        for value in values {
            let error = #expect(throws: FedauthError.self) {
                try SystemdEnvironmentFile.text([(name: "FEDAUTH_X", value: SharedSecret(Secret(value)))]).count
            }
            #expect(error?.code == .notCarried && error?.message.contains("'FEDAUTH_X'") == true)
        }
    }
}
