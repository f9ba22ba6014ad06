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

    @Test(arguments: [(Dependency.curl, "library.curl"), (.xml2, "library.xml")])
    func aLibraryThatEverySignInNeedsIsAProblem(_ library: Dependency, _ name: String) throws {
        scene.fakeLibraries.broken = [library]
        let report = try scene.run()
        #expect(report.failure == .other)
        let text = "problem: the library '\(library)' cannot be used; install the package \(library)"
        #expect(report.checks.text(name) == text)
    }

    @Test(
        arguments: [
            (.microhttpd, "library.microhttpd", "no sign-in can end at an address of this machine"),
            (.qrencode, "library.qrencode", "addresses for telephones are shown as text alone"),
            (.psl, "library.psl", "only the commonest public suffixes are known"),
            (.tokenProvider, "library.openssl-tokens", "no key in a token can be used"),
        ] as [(Dependency, String, String)])
    func aLibraryThatSomeCommandsNeedIsAbsent(_ library: Dependency, _ name: String, _ loss: String) throws {
        #expect(try scene.found(name).hasPrefix("ok: "))
        scene.fakeLibraries.missing = [library]
        let report = try scene.run()
        #expect(report.failure == nil)
        let advice = Distribution.current.install(library)
        #expect(report.checks.text(name) == "absent: missing: \(loss); \(advice)")
        scene.fakeLibraries.broken = [library]
        let text = "absent: the library '\(library)' cannot be used: \(loss); install the package \(library)"
        #expect(try scene.found(name) == text)
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

    @Test func oldFilesNeedAProvider() throws {
        scene.fakeLibraries.hasLegacyProvider = false
        #expect(try scene.run().failure == nil)
        #expect(try scene.found("library.openssl-legacy").hasPrefix("absent: "))
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
        machine.files = ["/usr/local/share/fish/vendor_completions.d/fedauth.fish"]
        #expect(try scene.found("program.fish").hasPrefix(finding))
        #expect(try scene.found("program.fish").contains("is not set") == (directories == nil))
        machine.files.insert("/home/ada/.config/fish/completions/fedauth.fish")
        #expect(try scene.found("program.fish").hasPrefix("ok: '/"))
    }

    @Test(arguments: [("program.git", "git"), ("program.docker", "docker")])
    func helpersOfOtherPrograms(_ name: String, _ caller: String) throws {
        let helper = "\(caller)-credential-fedauth"
        #expect(try scene.found(name) == "")
        machine.install(caller)
        #expect(try scene.found(name).hasPrefix("absent: '\(helper)' is not on the PATH"))
        let path = machine.install(helper)
        #expect(try scene.found(name).hasPrefix("warning: '\(path)' is another fedauth than this one"))
        machine.links[path] = "/usr/bin/fedauth"
        #expect(try scene.found(name).hasPrefix("absent: '\(caller)' is not set up to ask fedauth"))
        machine.variables["HOME"] = "/home/ada"
        machine.contents["/home/ada/.gitconfig"] = "[credential]\nhelper = fedauth\n"
        machine.contents["/home/ada/.docker/config.json"] = #"{"credsStore": "fedauth"}"#
        #expect(try scene.found(name) == "ok: '\(caller)' asks fedauth")
    }

    /// The word alone is no setting: it must be in the line that the program reads, in the file that it reads.
    @Test(
        arguments: [
            ("aws", ".aws/config", "credential_process = fedauth credential aws dev", true),
            ("aws", ".aws/config", "# credential_process = fedauth credential aws dev", false),
            ("aws", ".aws/config", "# once: fedauth profile add aws", false),
            ("kubectl", ".kube/config", "      command: fedauth", true),
            ("kubectl", ".kube/config", "- name: fedauth\n      command: other", false),
            ("cargo", ".cargo/config.toml", "credential-provider = [\"cargo-credential-fedauth\"]", true),
            ("cargo", ".cargo/config.toml", "index = \"sparse+https://fedauth.example/\"", false),
            ("docker", ".docker/config.json", #"{"credHelpers": {"r.example.org": "fedauth"}}"#, true),
            ("podman", ".config/containers/registries.conf", "credential-helpers = [\"fedauth\"]", true),
            ("podman", ".config/containers/registries.conf", "unqualified-search-registries = [\"fedauth\"]", false),
            ("docker", ".docker/config.json", #"{"auths": {"fedauth.example.org": {}}}"#, false),
            ("bazel", ".bazelrc", "common --credential_helper=*.example.org=bazel-credential-fedauth", true),
            ("terraform", ".terraformrc", "credentials_helper \"fedauth\" {", true),
        ])
    func aProgramIsSetUpByALineThatItReads(_ program: String, _ file: String, _ line: String, _ isSetUp: Bool) throws {
        let name = "program.\(program)"
        let row = try #require(CredentialProtocol.named(program))
        machine.install(program)
        for link in row.links { machine.links[machine.install(link)] = "/usr/bin/fedauth" }
        machine.variables["HOME"] = "/home/ada"
        machine.contents["/home/ada/\(file)"] = line + "\n"
        if let needed = row.neededFile {
            #expect(try scene.found(name).contains("does not find fedauth at '~/\(needed)'"))
            machine.files.insert("/home/ada/\(needed)")
        }
        #expect(try scene.found(name).hasPrefix(isSetUp ? "ok: " : "absent: '\(program)' is not set up"))
        if let first = row.readFirst {
            machine.files.insert("/home/ada/\(first)")
            #expect(try scene.found(name).contains("unless '~/\(first)' has a section") == isSetUp)
        }
        // The variable names the file in place of the usual one.
        guard let variable = row.placeVariable.split(separator: "/").first.map(String.init) else { return }
        machine.variables[variable] = "/dev/null:/etc/other"
        #expect(try scene.found(name).hasPrefix("absent: "))
        let rest = row.placeVariable.dropFirst(variable.count)
        machine.contents["/etc/other\(rest)"] = line
        #expect(try scene.found(name).hasPrefix(isSetUp ? "ok: " : "absent: "))
    }

    /// Nothing is set up for a program that gets what it wants by a pipe.
    @Test func aProgramWithAPipeIsNotChecked() throws {
        machine.install("openconnect")
        #expect(try scene.found("program.vpn") == "")
    }
}
