import _StringProcessing
import Glibc
import Testing

/// Tests rules for the sources that the compiler does not check.
struct SourceRuleTests {
    static let sources = files(below: root + "/Sources")

    static let root: String = {
        var parts = #filePath.split(separator: "/").map(String.init)
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// A single function of Foundation links all of it and ICU, which grows the program from 14 to 59 MB; one of
    /// FoundationEssentials brings 5 MB.
    @Test func nothingImportsFoundation() {
        #expect(Self.sources.count > 100)
        for file in Self.sources {
            let lines = file.text.split(separator: "\n")
            #expect(
                !lines.contains { line in
                    ["import Foundation", "import struct Foundation"].contains { line.contains($0) }
                },
                "\(file.path)")
        }
    }

    /// The core reaches the system through protocols only.
    @Test func theCoreDoesNoInputOrOutput() {
        for file in Self.sources where file.path.contains("/Sources/Core/") {
            for word in ["import Glibc", " print(", "getenv(", " exit("] {
                #expect(!file.text.contains(word), "\(file.path): \(word)")
            }
        }
    }

    static let adapters = [
        "HTTP", "Markup", "Crypto", "Keyring", "FileStore", "Configuration", "Browser", "Loopback",
    ]

    /// The folders of Application with real parts, which flows reach through protocols.
    static let realParts = ["Clipboard", "Presenters", "Real", "SecretSources"]

    /// Flows take and return values: they use no command line, no adapter and no stream.
    @Test func flowsKnowNoCommandLineAndNoAdapter() {
        let folders = Self.realParts.map { "/Sources/Application/\($0)/" }
        let flows = Self.sources.filter { file in
            file.path.contains("/Sources/Application/") && !folders.contains { file.path.contains($0) }
        }
        #expect(!flows.isEmpty)
        for file in flows {
            for module in Self.adapters + ["Glibc", "CPOSIX"] {
                #expect(!file.text.contains("import \(module)\n"), "\(file.path): \(module)")
            }
            for word in ["getenv(", "/dev/tty"] { #expect(!file.text.contains(word), "\(file.path): \(word)") }
        }
    }

    /// The real parts of the application do not know the command line either, and write to no stream.
    @Test func theApplicationKnowsNoCommandLine() {
        for folder in Self.realParts {
            #expect(Self.sources.contains { $0.path.contains("/Sources/Application/\(folder)/") }, "\(folder)")
        }
        for file in Self.sources where file.path.contains("/Sources/Application/") {
            for module in ["CLI"] {
                #expect(!file.text.contains("import \(module)\n"), "\(file.path): \(module)")
            }
            for word in [" print(", " exit(", "fputs("] {
                #expect(!file.text.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// Callers pass the values of the environment to an adapter.
    @Test func adaptersDoNotReadTheEnvironment() {
        for adapter in Self.adapters {
            let own = Self.sources.filter { $0.path.contains("/Sources/\(adapter)/") }
            #expect(!own.isEmpty, "\(adapter)")
            for file in own {
                for word in ["getenv(", "environ.", "ProcessInfo"] {
                    #expect(!file.text.contains(word), "\(file.path): \(word)")
                }
            }
        }
    }

    @Test func adaptersDoNotKnowOneAnother() {
        // Crypto is exempt, because FileStore may use it.
        let adapters = Self.adapters.filter { $0 != "Crypto" }
        for adapter in adapters {
            for file in Self.sources where file.path.contains("/Sources/\(adapter)/") {
                for other in adapters + ["CLI", "Application"] where other != adapter {
                    #expect(!file.text.contains("import \(other)\n"), "\(file.path): \(other)")
                }
            }
        }
    }

    /// The doctor checks what no failing command says itself, and stays this small.
    @Test func theDoctorStaysSmall() {
        let places = ["/Sources/Application/Diagnosis/", "/Sources/CLI/Commands/Doctor/", "/Store/StoreDoctor.swift"]
        let lines = Self.sources.filter { file in places.contains { file.path.contains($0) } }.reduce(0) {
            $0 + $1.text.utf8.count { $0 == 0x0A }
        }
        #expect((1...1200).contains(lines))
    }

    /// Only one place creates files: with O_EXCL, without following links, and private. The encrypted store has its own,
    /// because it resolves names below open directories.
    @Test func filesAreMadeInOnePlace() {
        let places = [
            "System/PrivateFile.swift", "FileStore/Files/PosixFiles.swift",
        ]
        for file in Self.sources where !places.contains(where: { file.path.hasSuffix("/Sources/" + $0) }) {
            #expect(!file.text.contains("O_CREAT"), "\(file.path)")
        }
    }

    /// All waits of a command end by its one clock, which `--timeout` limits. What reads another one only shows the time, runs
    /// before or after the command, or ends by itself in seconds.
    @Test func aCommandHasOneClock() {
        let others = [
            "CommandContext", "Invocation", "ExternalCommand", "StatusLine", "StandardStreams", "ClipboardClearing",
            "ClipboardTool", "LocalMachine",
        ]
        for file in Self.sources where !others.contains(where: { file.path.hasSuffix("/\($0).swift") }) {
            #expect(!file.text.contains("SystemClock()"), "\(file.path)")
        }
    }

    /// The whole has a size, C included: what comes in takes the place of something. Lower it when the sources get shorter.
    @Test func theSourcesStayWithinTheirSize() {
        let all = [".swift", ".c", ".h"].flatMap { Self.files(below: Self.root + "/Sources", named: $0) }
        let lines = all.reduce(0) { $0 + $1.text.utf8.count { $0 == UInt8(ascii: "\n") } }
        #expect(lines <= 95_170, "\(lines) lines")
    }

    /// A small extension stands in the file of its type, where it is found.
    @Test func noSmallExtensionHasAFileOfItsOwn() {
        let lines = Dictionary(Self.sources.map { ($0.path, $0.text.utf8.count { $0 == UInt8(ascii: "\n") }) }) {
            first, _ in first
        }
        for (path, count) in lines where count < 40 {
            let parts = path.split(separator: "/").map(String.init)
            guard let name = parts.last, let plus = name.firstIndex(of: "+") else { continue }
            let module = parts.prefix { $0 != "Sources" }.count + 1
            let base = "/" + name[..<plus] + ".swift"
            let types = lines.filter { other in
                other.key.hasSuffix(base) && other.key.split(separator: "/")[module] == parts[module][...]
            }
            #expect(!types.contains { $0.value + count <= 250 }, "\(path)")
        }
    }

    /// A protocol is for several types, for a fake, or against an arrow between modules.
    @Test func noProtocolIsForASingleType() {
        // System and the adapters do not know the types that conform to these.
        let inverted: Set = ["AddressOpener", "StreamFilter", "TransferObserver", "WindowViewer"]
        var conforming: [Substring: Int] = [:]
        var protocols: [Substring] = []
        for (index, file) in (Self.sources + Self.files(below: Self.root + "/Tests")).enumerated() {
            for line in file.text.split(separator: "\n") where line.hasSuffix("{") || line.hasSuffix("{}") {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != ":" && $0 != "_" }
                let keywords = ["struct", "class", "enum", "extension", "protocol"]
                guard let keyword = words.firstIndex(where: { keywords.contains(String($0)) }), keyword < 4 else {
                    continue
                }
                let rest = words[(keyword + 1)...]
                guard let name = rest.first else { continue }
                if words[keyword] == "protocol", index < Self.sources.count {
                    protocols.append(name.last == ":" ? name.dropLast() : name)
                }
                guard let colon = rest.firstIndex(where: { $0.contains(":") }) else { continue }
                for word in rest[colon...].dropFirst() { conforming[word, default: 0] += 1 }
            }
        }
        #expect(protocols.count > 50)
        for name in protocols where !inverted.contains(String(name)) {
            #expect(conforming[name, default: 0] > 1, "\(name)")
        }
    }

    /// System is the lowest module and writes no messages for users.
    @Test func theSystemKnowsNothingOfUs() {
        let own = Self.sources.filter { $0.path.contains("/Sources/System/") }
        #expect(!own.isEmpty)
        for file in own {
            for word in ["import Core", "import Secrets", "FedauthError", "getenv("] {
                #expect(!file.text.contains(word), "\(file.path): \(word)")
            }
        }
    }

    @Test func nothingTrapsOnInput() {
        for file in Self.sources where file.path.hasSuffix(".swift") {
            let isSecret = file.path.hasSuffix("Secrets/SecretMemory.swift")
            for word in ["try!", "fatalError(", "preconditionFailure(", " as! "]
            where !(isSecret && word == "fatalError(") {
                #expect(!file.text.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// Users paste the commands of hints into a shell, and servers choose some of the names in them.
    @Test func commandsInHintsQuoteWhatTheyInsert() {
        let quoted = [".shellWord", ".shellQuoted", #".shellWord ?? "URL""#]
        // Origins, restricted names, and words of fedauth's own.
        let plain: Set = [
            "origin", "row.name", "space.origin", "session.url.origin", "target", "name.text", "backend.nameOption",
            "role.topic",
            "program.rawValue", "wanted", "option", "signIn", "words", "word", #"typed.path.map { " " + $0 }.joined()"#,
            #"path.joined(separator: " ")"#, #"$0.0.joined(separator: " ")"#,
            #"made.map { " --name \($0.text)" } ?? """#,
            #"selector.map { " --store " + $0.shellQuoted } ?? """#,
        ]
        let command = #/'fedauth [^'"\\]*\\\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/#
        var count = 0
        for file in Self.sources {
            for line in file.text.split(separator: "\n") where !line.contains("///") {
                for match in line.matches(of: command) {
                    let inserted = String(match.1)
                    count += 1
                    #expect(
                        plain.contains(inserted) || quoted.contains(where: inserted.hasSuffix),
                        "\(file.path): \(inserted)")
                }
            }
        }
        #expect(count > 40)
    }

    /// A binary is the same from every directory. The check of `withoutActuallyEscaping` has the length of the file's path.
    @Test func noPathOfTheSourcesGetsIntoTheBinary() {
        for file in Self.sources {
            for word in ["__FILE__", "#filePath", "withoutActuallyEscaping"] {
                #expect(!file.text.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// A page that names a file by its old place stops everyone who adds a part.
    @Test func contributingNamesFilesThatAreThere() throws {
        let page = try #require(Self.text(of: Self.root + "/CONTRIBUTING.md"))
        let files = Self.sources + Self.files(below: Self.root + "/Tests")
        // Names to be chosen, and the example.
        let placeholders = ["Commands/NAME.swift", "Commands/NOUN/NounVerb.swift", "Commands/Store/StoreCount.swift"]
        var count = 0
        for line in page.split(separator: "\n") {
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            for (index, word) in parts.enumerated() where !index.isMultiple(of: 2) && word.hasSuffix(".swift") {
                guard !placeholders.contains(String(word)) else { continue }
                count += 1
                let places = ["/", "/Sources/", "/Sources/CLI/"].map { Self.root + $0 + word }
                let isNamedSo = !word.contains("/") && files.contains { $0.path.hasSuffix("/" + word) }
                #expect(isNamedSo || places.contains { access($0, F_OK) == 0 }, "\(word)")
            }
        }
        #expect(count > 20)
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func files(below folder: String, named suffix: String = ".swift") -> [(path: String, text: String)] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(String, String)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = folder + "/" + name
            if entry.pointee.d_type == UInt8(DT_DIR) {
                found += files(below: path, named: suffix)
            } else if name.hasSuffix(suffix), let text = text(of: path) {
                found.append((path, text))
            }
        }
        return found
    }
}
