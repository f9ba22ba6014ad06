import Glibc
import Testing

@testable import CommandSupport

/// Tests the findings of `fedauth doctor` about libraries, files, browsers, the display and other programs.
struct DoctorSurroundingsTests {
    let home: Home

    init() throws { home = try Home() }

    @Test(arguments: [("libcurl.so.4", "library.curl", "libcurl4"), ("libxml2.so.2", "library.xml", "libxml2")])
    func aLibraryThatCannotBeOpenedIsAProblem(_ file: String, _ name: String, _ package: String) throws {
        mkdir(home.path + "/lib", 0o700)
        _ = try home.file("lib/" + file, "no library")
        let (status, found) = try home.doctor(adding: ["LD_LIBRARY_PATH": home.path + "/lib"])
        #expect(status == 1 && found[name].hasPrefix("problem: the library '\(file)' cannot be used"), "\(found)")
        #expect(found[name].hasSuffix("install the package \(package)"), "\(found)")
    }

    @Test func librariesSayWhatTheyAre() throws {
        let found = try home.doctor().found
        #expect(found["library.curl"].hasPrefix("ok: libcurl "), "\(found)")
        #expect(found["library.curl"].contains(" with OpenSSL/"), "\(found)")
        #expect(found["library.curl"].hasSuffix(", PSL, HTTP/2, IDN, GSS"), "\(found)")
        #expect(found["library.xml"].hasPrefix("ok: libxml2 2."), "\(found)")
        #expect(found["library.microhttpd"].hasPrefix("ok: libmicrohttpd "), "\(found)")
        #expect(found["library.openssl"].hasPrefix("ok: OpenSSL "), "\(found)")
        #expect(found["library.openssl-legacy"].hasPrefix("ok: "), "\(found)")
        let without = try home.doctor(adding: ["OPENSSL_MODULES": "/nowhere"])
        #expect(without.status == 0 && without.found["library.openssl-legacy"].hasPrefix("absent: "))
    }

    @Test func whatOthersMayWriteIsAProblem() throws {
        for folder in ["config", "data", "state"] {
            mkdir(home.path + "/\(folder)", 0o700)
            mkdir(home.path + "/\(folder)/fedauth", 0o700)
        }
        _ = try home.file("config/fedauth/config.toml", "")
        let places = [
            ("permission.configuration", "config/fedauth"), ("permission.data", "data/fedauth"),
            ("permission.state", "state/fedauth"), ("permission.configuration", "config/fedauth/config.toml"),
        ]
        for (name, place) in places {
            let path = home.path + "/" + place
            #expect(try home.doctor().found[name].hasPrefix("ok: "))
            chmod(path, 0o720)
            let group = try home.doctor()
            // The store itself rejects a folder that other users can access, and fedauth does not read a configuration that
            // others can write.
            let refuses = name != "permission.state"
            let refusal: Int32 = name == "permission.data" ? 8 : 2
            let grade = name == "permission.configuration" ? "problem" : "warning"
            #expect(
                group.status == (refuses ? refusal : 0) && group.found[name].hasPrefix("\(grade): the group "),
                "\(group)")
            chmod(path, 0o702)
            let others = try home.doctor()
            #expect(
                others.status == (refuses ? refusal : 1) && others.found[name].hasPrefix("problem: anyone may write"),
                "\(others)")
            #expect(others.found[name].hasSuffix("chmod go-w '\(path)'"))
            chmod(path, 0o700)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func whatBelongsToSomebodyElseIsAProblem() throws {
        mkdir(home.path + "/state", 0o700)
        mkdir(home.path + "/state/fedauth", 0o700)
        chown(home.path + "/state/fedauth", 65534, 65534)
        let (status, found) = try home.doctor()
        #expect(status == 1 && found["permission.state"].contains("belongs to user 65534"), "\(found)")
    }

    @Test(arguments: ["password-file = 'PATH'", "field = ['code=file:PATH']", "store-key-file = 'PATH'"])
    func aFileWithASecretThatOthersMayReadIsAProblem(_ line: String) throws {
        let path = home.path + "/secret"
        let configuration = try home.file(
            "c.toml", "[profile.p]\nsap = 'h.test'\n" + line.replacing("PATH", with: path) + "\n")
        func secrets() throws -> (status: Int32?, said: String) {
            let (status, found) = try home.doctor("--config", configuration)
            return (status, found["permission.secrets"])
        }
        let missing = try secrets()
        #expect(missing.status == 0 && missing.said.hasPrefix("warning: cannot open '\(path)'"), "\(missing)")
        _ = try home.file("secret", "needle")
        let good = try secrets()
        #expect(good.status == 0 && good.said == "ok: 1 file named, closed to others", "\(good)")
        chmod(path, 0o604)
        let open = try secrets()
        #expect(open.status == 1, "\(open)")
        #expect(open.said == "problem: others may read '\(path)'; 'p' names it; chmod 600 '\(path)'", "\(open)")
    }

    @Test func directoriesThatVariablesName() throws {
        #expect(try home.doctor().found["directory.variables"].hasPrefix("ok: "))
        let relative = try home.doctor(adding: ["XDG_STATE_HOME": "state"]).found["directory.variables"]
        #expect(relative.hasPrefix("warning: XDG_STATE_HOME is 'state', which is relative, and ignored"), "\(relative)")
        home.environment["XDG_RUNTIME_DIR"] = nil
        #expect(try home.doctor().found["directory.variables"].hasPrefix("absent: XDG_RUNTIME_DIR is not set"))
        let missing = try home.doctor(adding: ["XDG_RUNTIME_DIR": "/nowhere"]).found["directory.variables"]
        #expect(missing.hasPrefix("warning: XDG_RUNTIME_DIR: cannot look at '/nowhere'"), "\(missing)")
        chmod(home.path + "/run", 0o755)
        let open = try home.doctor(adding: ["XDG_RUNTIME_DIR": home.path + "/run"]).found["directory.variables"]
        #expect(open.contains("is open to others; chmod 700"), "\(open)")
    }

    @Test func aBrowserIsFoundAndAskedForItsVersion() throws {
        home.environment["PATH"] = home.path + "/bin"
        #expect(try home.doctor().found["browser.program"].hasPrefix("absent: no Chromium"))
        let path = try home.program("brave-browser", "[ \"$*\" = --version ] && echo 'Brave 1.2.3'")
        #expect(try home.doctor().found["browser.program"] == "ok: '\(path)', Brave 1.2.3")
        // The common names of Chromium are tried first; this program is broken.
        let broken = try home.program("chromium", "exit 3")
        let found = try home.doctor().found["browser.program"]
        #expect(found.hasPrefix("warning: '\(broken)' does not say its version: "), "\(found)")
        #expect(found.contains("ended with status 3"), "\(found)")
    }

    @Test func theBrowserThatIsNamedIsTheOneThatCounts() throws {
        home.environment["PATH"] = home.path + "/bin"
        try home.program("chromium", "echo Chromium 1")
        let named = try home.program("edge", "echo Edge 2")
        #expect(try home.doctor("--browser", named).found["browser.program"] == "ok: '\(named)', Edge 2")
        #expect(try home.doctor(adding: ["FEDAUTH_BROWSER": named]).found["browser.program"].contains("Edge 2"))
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        _ = try home.file("config/fedauth/config.toml", "[defaults]\nbrowser = \"/nowhere/edge\"\n")
        let missing = try home.doctor().found["browser.program"]
        #expect(missing.hasPrefix("warning: '/nowhere/edge', which "), "\(missing)")
        #expect(missing.contains("config.toml' line 2, column 11 names, is no program"), "\(missing)")
    }

    @Test func whatAutoCanHandOverTo() throws {
        home.environment["PATH"] = home.path + "/bin"
        func found(_ words: String...) throws -> (auto: String, remote: String) {
            let found = try Diagnosis(try home.fedauth(["doctor", "--json"] + words))
            return (found["presenter.auto"], found["presenter.remote"])
        }
        #expect(try found().auto.hasPrefix("absent: forms only: no Chromium, Chrome, Edge or Brave is installed; "))
        #expect(try found().remote.hasPrefix("absent: no Chromium"))
        let browser = try home.program("chromium", "echo Chromium 1")
        let shown = try found().auto
        #expect(
            shown.hasPrefix("absent: forms only: there is no display to show a browser on; '--presenter remote'"),
            "\(shown)")
        if geteuid() == 0 {
            #expect(try found("--headless").auto.hasPrefix("absent: forms only: a browser's sandbox does not work"))
            #expect(try found("--headless").remote.hasPrefix("absent: a browser's sandbox does not work for root"))
            // Under sudo, the browser runs as the calling user.
            home.environment["SUDO_UID"] = "65534"
            let sandbox = try home.doctor().found["browser.sandbox"]
            #expect(sandbox == "ok: root: the browser runs as 'nobody', who became root", "\(sandbox)")
        }
        #expect(
            try found("--headless").auto == "ok: forms, and '\(browser)' without a window for pages that need more")
        #expect(try found().remote == "ok: '\(browser)', seen from another machine")
    }

    @Test func whetherABrowserCanBeToldWhomToTrust() throws {
        // The library is found, or the finding names it.
        let found = try home.doctor().found["browser.certificates"]
        #expect(found.hasPrefix("ok: libnss3") || found.hasPrefix("absent: libnss3: libsmime3.so"), "\(found)")
    }

    @Test func whatOpensAnAddress() throws {
        home.environment["PATH"] = home.path + "/bin"
        #expect(try home.doctor().found["browser.open"].hasPrefix("absent: neither BROWSER nor xdg-open"))
        let opener = try home.program("xdg-open", "exit 0")
        #expect(try home.doctor().found["browser.open"] == "ok: '\(opener)'")
        func named(_ value: String) throws -> String {
            try home.doctor(adding: ["BROWSER": value]).found["browser.open"]
        }
        #expect(try named("no-such").hasPrefix("warning: BROWSER names 'no-such', which cannot be run"))
        try home.program("w3m", "exit 0")
        #expect(try named("no-such:w3m -dump").hasPrefix("warning: BROWSER names 'w3m', which runs no scripts"))
        try home.program("firefox", "echo Firefox 1")
        #expect(try named("firefox --new-tab %s") == "ok: 'firefox'; BROWSER names it")
    }

    @Test func aSandboxThatWouldNotWork() throws {
        // Runs as 'nobody', with a private copy of the binary and an unshare(1) that always fails.
        let copy = home.path + "/fedauth"
        try Run.program("/bin/cp", [Home.binary, copy], environment: home.environment)
        try home.program("unshare", "exit 1")
        try home.program("chromium", "echo Chromium 1")
        home.environment["PATH"] = home.path + "/bin"
        var program = (copy, ["doctor", "--json"])
        if geteuid() == 0 {
            let root = try home.doctor(adding: ["SUDO_USER": "ada"]).found["browser.sandbox"]
            #expect(
                root.hasPrefix("warning: root: ") && root.hasSuffix("run fedauth as 'ada', without sudo"), "\(root)")
            try Run.program("/bin/chown", ["-R", "65534:65534", home.path], environment: home.environment)
            program = ("/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", copy] + program.1)
        }
        let refused = try Diagnosis(try Run.program(program.0, program.1, environment: home.environment))
        #expect(refused["browser.sandbox"].hasPrefix("warning: user namespaces cannot be made: "), "\(refused)")
        unlink(home.path + "/bin/unshare")
        try home.program("unshare", "exit 0")
        if geteuid() == 0 { chown(home.path + "/bin/unshare", 65534, 65534) }
        let works = try Diagnosis(try Run.program(program.0, program.1, environment: home.environment))
        #expect(works["browser.sandbox"] == "ok: user namespaces can be made")
    }

    @Test func aDisplayHasToAnswer() throws {
        #expect(try home.doctor().found["display"].hasPrefix("absent: "))
        let dead = try home.doctor(adding: ["DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-9"]).found["display"]
        #expect(
            dead.hasPrefix("warning: WAYLAND_DISPLAY is 'wayland-9', DISPLAY is ':4711', and nothing answers"),
            "\(dead)")
        let script = """
            import socket, sys, os
            s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(8)
            t = socket.create_server(("127.0.0.1", 0))
            print(f"port {t.getsockname()[1]};", file=sys.stderr, flush=True)
            os.read(0, 1)
            """
        let server = try Child("/usr/bin/python3", ["-c", script, home.path + "/run/w"], environment: home.environment)
        try server.waitForErrors(containing: ";")
        #expect(try home.doctor(adding: ["WAYLAND_DISPLAY": "w"]).found["display"] == "ok: Wayland, 'w'")
        let port = Int(server.errorText.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
        let forwarded = "localhost:\(port - 6000).0"
        #expect(try home.doctor(adding: ["DISPLAY": forwarded]).found["display"] == "ok: X, '\(forwarded)'")
        server.closeInput()
        _ = try server.finish()
        // The socket file exists, but without a listener.
        #expect(try home.doctor(adding: ["WAYLAND_DISPLAY": "w"]).found["display"].hasPrefix("warning: "))
        #expect(try home.doctor(adding: ["DISPLAY": "far.example.org:0"]).found["display"].hasSuffix("not tried"))
    }

    @Test func anAskpassThatCannotRunWarns() throws {
        let path = try home.file("askpass", "#!/bin/sh\n")
        let missing = try home.doctor(adding: ["FEDAUTH_ASKPASS": path]).found["terminal.askpass"]
        #expect(missing.hasPrefix("warning: FEDAUTH_ASKPASS names '\(path)', which cannot be run"), "\(missing)")
        chmod(path, 0o700)
        #expect(
            try home.doctor(adding: ["SSH_ASKPASS": path]).found["terminal.askpass"]
                == "ok: '\(path)'; SSH_ASKPASS names it")
        #expect(try home.doctor().found["terminal.askpass"].hasPrefix("absent: "))
    }

    @Test func aLocaleWithoutLettersWarns() throws {
        #expect(try home.doctor().found["terminal.locale"] == "ok: 'C.UTF-8', UTF-8")
        #expect(
            try home.doctor(adding: ["LC_ALL": "xx_YY"]).found["terminal.locale"].contains(
                "LC_ALL names 'xx_YY', which is not installed"))
        #expect(
            try home.doctor(adding: ["LANG": "C"]).found["terminal.locale"].hasPrefix(
                "warning: 'C' has the letters of "))
    }

    @Test(arguments: [("program.git", "git"), ("program.docker", "docker")])
    func helpersOfOtherPrograms(_ name: String, _ caller: String) throws {
        home.environment["PATH"] = home.path + "/bin"
        let helper = "\(caller)-credential-fedauth"
        #expect(try home.doctor().found[name].hasPrefix("absent: '\(helper)': no \(caller)"))
        try home.program(caller, "exit 0")
        #expect(try home.doctor().found[name].hasPrefix("absent: '\(helper)': not on the PATH"))
        let other = try home.program(helper, "exit 0")
        #expect(try home.doctor().found[name].hasPrefix("warning: '\(other)' is another fedauth than this one"))
        unlink(other)
        symlink(Home.binary, other)
        #expect(try home.doctor().found[name] == "ok: '\(other)'")
    }

    @Test(arguments: [("provider", ""), ("presenter", "exec:")])
    func aProgramOfTheUsersOwnIsLookedAt(_ key: String, _ prefix: String) throws {
        let name = key + ".program"
        #expect(try home.doctor().found[name].isEmpty)
        let program = home.path + "/bin/own"
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        let setting = "\(key) = \"\(prefix)\(program)\"\n"
        _ = try home.file(
            "config/fedauth/config.toml",
            ["mail", "work"].map { "[profile.\($0)]\nsap = \"https://h/\"\n" + setting }.joined())
        let missing = try home.doctor()
        #expect(missing.status == 1 && missing.found[name].hasPrefix("problem: there is no program '\(program)' to "))
        #expect(missing.found[name].contains("; 'mail', 'work' name it; "), "\(missing)")
        // doctor inspects the program, but does not run it.
        try home.program("own", "touch \(home.path)/ran")
        #expect(try home.doctor().found[name] == "ok: '\(program)'; 'mail', 'work' name it")
        #expect(access(home.path + "/ran", F_OK) != 0)
        chmod(program, 0o777)
        #expect(try home.doctor().found[name].hasPrefix("problem: anyone may write '\(program)'"))
        chmod(program, 0o600)
        #expect(try home.doctor().found[name].hasPrefix("problem: there is no program"))
        for (text, words) in [
            ("#!/no/such/shell\n", "problem: the first line of '\(program)' names '/no/such/shell'"),
            ("#!/usr/bin/env -S nosuch -x\n", "problem: the first line of '\(program)' names 'nosuch'"),
            ("echo", "warning: '\(program)' is neither a binary nor a script"),
            ("#!/usr/bin/env sh\n", "ok: "),
        ] {
            _ = try home.file("bin/own", text)
            chmod(program, 0o700)
            #expect(try home.doctor().found[name].hasPrefix(words))
        }
        let given = try home.doctor(adding: ["FEDAUTH_\(key.uppercased())": prefix + "/nosuch/program"])
        #expect(given.status == 1, "\(given)")
        #expect(given.found.checks.count { $0.name == name } == 2, "\(given)")
    }

    @Test func theLinesStandBelowOneAnother() throws {
        let text = try home.fedauth("doctor").text
        let lines = text.split(separator: "\n").dropFirst()
        let columns = Set(
            lines.map { line in
                line.distance(from: line.startIndex, to: line.firstRange(of: ": ")?.lowerBound ?? line.startIndex)
            })
        #expect(lines.count > 20 && columns.count > 1)
        // The column of the findings, after mark, name, colon and blanks.
        let findings = Set(
            lines.compactMap { line -> Int? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let finding = line[colon...].dropFirst().firstIndex { $0 != " " }
                return finding.map { line.distance(from: line.startIndex, to: $0) }
            })
        #expect(findings.count == 1, "\(text)")
    }
}
