import Core
import Fakes
import Support
import System
import Testing

@testable import Application

/// Tests the findings of the doctor about libraries, the terminal and other programs.
struct DoctorSurroundingsTests {
    let scene = DoctorScene()
    private var machine: FakeMachine { scene.fakeMachine }

    @Test func everythingIsThere() throws {
        let report = try scene.run()
        #expect(report.failure == nil && !report.checks.contains { $0.outcome == .problem })
        #expect(report.checks.text("library.curl") == "ok: libcurl 8.5 with OpenSSL/3.0, PSL, HTTP/2")
        #expect(report.checks.text("library.xml") == "ok: libxml2 1.2; '/usr/lib/libxml2.so.16.1.4'")
        #expect(report.checks.text("library.openssl") == "ok: OpenSSL 3.0")
        #expect(report.checks.text("library.psl") == "ok: libpsl has the public suffix list")
        #expect(report.checks.text("library.openssl-legacy").hasPrefix("ok: "))
    }

    @Test(arguments: ["curl", "xml"])
    func aLibraryThatEverySignInNeedsIsAProblem(_ library: String) throws {
        scene.fakeLibraries.broken = [library]
        let report = try scene.run()
        #expect(report.failure == .other)
        let text = "problem: the library '\(library)' cannot be used; install the package \(library)"
        #expect(report.checks.text("library.\(library)") == text)
    }

    @Test(arguments: ["microhttpd", "qrencode"])
    func aLibraryThatSomeCommandsNeedIsAbsent(_ library: String) throws {
        #expect(try scene.found("library.\(library)").hasSuffix(" 1.2"))
        scene.fakeLibraries.broken = [library]
        let report = try scene.run()
        #expect(report.failure == nil)
        #expect(report.checks.text("library.\(library)").hasPrefix("absent: lib\(library)"))
        #expect(
            report.checks.text("library.\(library)").contains(
                "; \(Distribution.current.install(library == "qrencode" ? .qrencode : .microhttpd))"))
    }

    @Test func aTransportThatLacksSomethingWarns() throws {
        scene.fakeLibraries.curl.missing = ["IDN", "GSS"]
        #expect(
            try scene.found("library.curl")
                == "warning: libcurl 8.5 with OpenSSL/3.0, PSL, HTTP/2; without IDN, GSS; "
                + Distribution.current.install(.curl))
        scene.fakeLibraries.curl.usesOpenSSL = false
        #expect(try scene.found("library.curl").contains("not OpenSSL's"))
    }

    @Test func oldAndRareThingsMayBeMissing() throws {
        scene.fakeLibraries.hasPublicSuffixes = false
        scene.fakeLibraries.hasLegacyProvider = false
        scene.browsing.certificateLibraryFailure = "libsmime3.so: not found"
        let report = try scene.run()
        #expect(report.failure == nil)
        for name in ["library.psl", "library.openssl-legacy", "browser.certificates"] {
            #expect(report.checks.text(name).hasPrefix("absent: "), "\(name)")
        }
    }

    @Test func softwareForTokens() throws {
        #expect(
            try scene.found("library.openssl-tokens") == "ok: keys in tokens are used by its provider pkcs11 1.0")
        scene.fakeLibraries.provider = nil
        let advice = Distribution.current.install(.tokenProvider)
        #expect(try scene.found("library.openssl-tokens").hasSuffix("; " + advice))
        scene.fakeLibraries.broken = ["tokens"]
        let report = try scene.run()
        #expect(report.failure == nil)
        #expect(report.checks.text("library.openssl-tokens").hasPrefix("absent: "))
    }

    @Test func whatHoldsTheReadersIsSaid() throws {
        #expect(
            try scene.found("confinement")
                == "ok: pages of servers are read in a process held by seccomp and Landlock ABI 7")
        machine.documentConfinement?.landlockVersion = nil
        #expect(try scene.found("confinement").hasSuffix("by seccomp; the kernel has no Landlock, or it is off"))
        machine.documentConfinement?.isHeldByCalls = false
        #expect(
            try scene.found("confinement").hasPrefix("warning: pages of servers are read in a process that nothing"))
        machine.documentConfinement?.landlockVersion = 2
        #expect(
            try scene.found("confinement").hasPrefix("warning: ") && scene.found("confinement").contains("ABI 2 alone"))
        machine.documentConfinement = nil
        #expect(try scene.found("confinement").hasPrefix("problem: "))
        machine.variables["FEDAUTH_CONFINE"] = "No"
        #expect(try scene.found("confinement").hasPrefix("warning: FEDAUTH_CONFINE turns it off"))
        machine.variables["FEDAUTH_CONFINE"] = "yes"
        #expect(try scene.found("confinement").hasPrefix("problem: "))
    }

    @Test func anAskpassThatCannotRunWarns() throws {
        #expect(try scene.found("terminal.askpass").hasPrefix("absent: "))
        machine.variables["FEDAUTH_ASKPASS"] = "/opt/askpass"
        #expect(
            try scene.found("terminal.askpass").hasPrefix(
                "warning: FEDAUTH_ASKPASS names '/opt/askpass', which cannot be run"))
        machine.variables = ["SSH_ASKPASS": machine.install("ssh-askpass")]
        #expect(try scene.found("terminal.askpass") == "ok: '/usr/bin/ssh-askpass'; SSH_ASKPASS names it")
    }

    @Test func aLocaleWithoutLettersWarns() throws {
        #expect(try scene.found("terminal.locale") == "ok: 'C.UTF-8', UTF-8")
        machine.variables["LC_ALL"] = "xx_YY"
        #expect(try scene.found("terminal.locale").hasPrefix("warning: LC_ALL names 'xx_YY', which is not installed"))
        machine.variables = [:]
        #expect(try scene.found("terminal.locale").hasPrefix("warning: the locale 'C' encodes text as ANSI_X3.4-1968"))
    }

    /// Tests the directories of fish's `config.fish`: those of XDG_DATA_DIRS, or only its own without that variable.
    @Test(
        arguments: [
            (nil, "absent: fish does not read '/usr/local/share/fish/"),
            ("/usr/share", "absent: fish does not read "), ("/usr/share:/usr/local/share/", "ok: '/usr/local/share/"),
        ] as [(String?, String)])
    func fishFindsItsCompletionOrNot(_ directories: String?, _ finding: String) throws {
        machine.variables["XDG_DATA_DIRS"] = directories
        machine.variables["HOME"] = "/home/ada"
        machine.ownProgram = "/usr/local/bin/fedauth"
        #expect(try scene.found("program.fish") == "")
        machine.programs["fish"] = "/usr/bin/fish"
        #expect(try scene.found("program.fish") == "")
        machine.file("/usr/local/share/fish/vendor_completions.d/fedauth.fish", mode: 0o644)
        #expect(try scene.found("program.fish").hasPrefix(finding))
        #expect(try scene.found("program.fish").contains("is not set") == (directories == nil))
        machine.file("/home/ada/.config/fish/completions/fedauth.fish", mode: 0o644)
        #expect(try scene.found("program.fish").hasPrefix("ok: '/"))
    }

    @Test(arguments: [("program.git", "git"), ("program.docker", "docker")])
    func helpersOfOtherPrograms(_ name: String, _ caller: String) throws {
        let helper = "\(caller)-credential-fedauth"
        #expect(try scene.found(name).hasPrefix("absent: '\(helper)': no \(caller)"))
        machine.install(caller)
        #expect(try scene.found(name).hasPrefix("absent: '\(helper)': not on the PATH"))
        let path = machine.install(helper)
        #expect(try scene.found(name).hasPrefix("warning: '\(path)' is another fedauth than this one"))
        machine.links[path] = "/usr/bin/fedauth"
        #expect(try scene.found(name) == "ok: '\(path)'")
    }

    @Test(arguments: [("provider", ""), ("presenter", "exec:")])
    func aProgramOfTheUsersOwnIsLookedAt(_ key: String, _ prefix: String) throws {
        let name = key + ".program"
        #expect(try scene.found(name).isEmpty)
        let program = "/usr/bin/own"
        scene.file.content = Configuration(
            profiles: ["mail", "work"].map { owner in
                Profile(name: owner, settings: [Profile.Setting(key: key, values: [.text(prefix + program)])])
            })
        let missing = try scene.run()
        #expect(missing.failure == .other)
        #expect(missing.checks.text(name).hasPrefix("problem: there is no program '\(program)' to "))
        #expect(missing.checks.text(name).contains("; 'mail', 'work' name it"))
        machine.install("own")
        machine.file(program, mode: 0o755)
        for (start, words) in [
            ("#!/bin/sh\n", "problem: the first line of '\(program)' names '/bin/sh', which is not a program"),
            ("#!/bin/sh\r\n", "problem: the first line of '\(program)' names '/bin/sh"),
            ("#!/usr/bin/env -S A=b nosuch -x\n", "problem: the first line of '\(program)' names 'nosuch'"),
            ("echo", "warning: '\(program)' is neither a binary nor a script"),
            ("#!/usr/bin/env own\n", "ok: '\(program)'; 'mail', 'work' name it"), ("\u{7F}ELF", "ok: "),
        ] {
            machine.contents[program] = start
            #expect(try scene.found(name).hasPrefix(words), "\(start)")
        }
        #expect(!machine.ran.contains { $0.first == program })
        machine.file(program, writer: FileWriter(.anyone, text: "anyone may write it", command: "chmod go-w"))
        #expect(try scene.found(name).hasPrefix("problem: anyone may write it; 'mail', 'work' name it; chmod"))
        machine.files[program] = nil
        #expect(try scene.found(name).hasPrefix("problem: cannot open '\(program)'"))
        scene.given = [Profile.Setting(key: key, values: [.text(prefix + "/nosuch")])]
        let given = try scene.run().checks.filter { $0.name == name }
        #expect(
            given.count == 2
                && given.last?.finding.contains("'--\(key)' or FEDAUTH_\(key.uppercased()) names it") == true)
    }

    /// A presenter of fedauth's own is no program.
    @Test func aPresenterOfOursIsNotLookedAt() throws {
        scene.given = [Profile.Setting(key: "presenter", values: [.text("form")])]
        #expect(try scene.found("presenter.program").isEmpty)
    }
}
