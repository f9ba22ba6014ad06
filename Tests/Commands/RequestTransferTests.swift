import Glibc
import Testing

@testable import CommandSupport

/// Tests files that `fedauth request` fetches and sends.
struct RequestTransferTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private var file: String { home.path + "/file" }
    private func exists(_ name: String) -> Bool { access(name, F_OK) == 0 }

    private func fetch(_ path: String, _ words: String...) throws -> Outcome {
        try home.fedauth(["request", try lab.page(path), "-o", file, "--no-input"] + words)
    }

    @Test func aFileAppearsWhenItIsWhole() throws {
        let outcome = try fetch("/range/100000")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        #expect(try Files.bytes(file).count == 100_000)
        #expect(!exists(file + ".part"))
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // A response without content gives an empty file.
        #expect(try fetch("/body/empty").status == 0)
        #expect(try Files.bytes(file).isEmpty)
    }

    @Test func anErrorPageInAFileIsSaid() throws {
        let failed = try fetch("/code/404")
        #expect(failed.status == 0 && failed.errors.contains("warning: '\(file)' holds an error page"), "\(failed)")
        #expect(try !fetch("/code/200").errors.contains("error page"))
        let none = try fetch("/code/500", "--fail")
        #expect(none.status == 1 && !none.errors.contains("error page"), "\(none)")
    }

    @Test func aDeviceIsWrittenToAndStdoutGetsAllBytes() throws {
        let page = try lab.page("/range/100000")
        let device = try home.fedauth("request", page, "-o", "/dev/null", "--no-input")
        #expect(device.status == 0 && device.output.isEmpty && device.errors.isEmpty, "\(device)")
        #expect(!exists("/dev/null.part"))
        #expect(try home.fedauth("request", page, "-o", "-", "--no-input").output.count == 100_000)
        let missing = try home.fedauth("request", try lab.page("/code/404"), "-o", "/dev/null", "--no-input")
        #expect(missing.status == 0 && missing.errors.isEmpty, "\(missing)")
    }

    /// libcurl does not notice truncated compressed content.
    @Test func aFileIsAskedForUncompressed() throws {
        let apache = try #require(lab.challenges.urls["https"])
        #expect(try home.request(apache + "/compressed/br", "-i", "-o", file).status == 0)
        let content = try Files.text(file)
        #expect(!content.contains("content-encoding") && content.hasSuffix("so that it packs well.\n"))
        // Content that a server compresses without a request for it is stored as it is.
        #expect(try fetch("/packed/gzip").status == 0)
        #expect(try Files.bytes(file).starts(with: [0x1F, 0x8B]))
    }

    /// The store, what opens it, the configuration and what an option names are needed the next time, too.
    @Test(arguments: ["run/key", "data/fedauth/store", "config/fedauth/config.toml", "given", "field"])
    func whatFedauthReadsIsNotWrittenOver(_ name: String) throws {
        #expect(try home.fedauth("store", "put", "a", input: "PRECIOUS").status == 0)
        try home.configure("[defaults]\ntimeout = '1m'\n")
        for name in ["given", "field"] { _ = try home.file(name, "pw") }
        let path = home.path + "/" + name
        let before = try Files.bytes(path)
        let words = ["--user", "ada", "--password-file", home.path + "/given", "--field", "f=file:\(home.path)/field"]
        for place in [path, "//" + path] {
            for option in ["--output", "--trace"] {
                let outcome = try home.fedauth(["request", try lab.page("/echo"), "--no-input", option, place] + words)
                outcome.expectComplaint(2, "is not written over")
                #expect(try Files.bytes(path) == before)
            }
        }
        for option in ["--p12", "--pem", "--chain"] {
            let outcome = try home.fedauth("identity", "export", "none", option, path)
            #expect([2, 10].contains(outcome.status))
            #expect(try Files.bytes(path) == before)
        }
        let isOfAll = !["given", "field"].contains(name)
        #expect(try home.fedauth("store", "get", "a", "-o", path).status == (isOfAll ? 2 : 0))
        #expect(try home.fedauth("store", "get", "a").text.contains("PRECIOUS"))
    }

    /// Nor is what is sent, and no two results go to one file.
    @Test(
        arguments: [
            (["-T", "/sent"], ["-o", "/sent"]), (["--data", "@/sent"], ["-o", "/sent"]),
            (["-F", "x=@/sent"], ["-o", "/sent"]), (["--data-field", "x=@/sent"], ["-o", "/sent"]),
            ([], ["-o", "/t", "--trace", "/t"]), ([], ["-o", "/t", "--trace", "/t.part"]),
        ] as [([String], [String])])
    func whatIsSentIsNotWrittenOver(_ content: [String], _ results: [String]) throws {
        _ = try home.file("sent", "PRECIOUS")
        let outcome = try home.fedauth(
            ["request", try lab.page("/echo"), "--no-input"]
                + (content + results).map { $0.replacing("/", with: home.path + "/") })
        outcome.expectComplaint(2, content.isEmpty ? "two results" : "is not written over")
        #expect(try Files.text(home.path + "/sent") == "PRECIOUS")
    }

    @Test func aBrokenTransferLeavesTheOldFileAndAPart() throws {
        _ = try home.file("file", "old")
        let outcome = try fetch("/range-cut")
        #expect(outcome.status == 15 && outcome.errors.contains("cut short"), "\(outcome)")
        #expect(try Files.text(file) == "old" && Files.bytes(file + ".part").count == 102_400)
        let again = try home.fedauth("request", try lab.page("/range/262144"), "-o", file, "--no-input")
        #expect(try again.status == 0 && Files.bytes(file).count == 262_144 && !exists(file + ".part"))
    }

    @Test func rangesAreAskedFor() throws {
        let whole = try home.fedauth("request", try lab.page("/range/1000")).output
        for (range, part) in [("0-9", whole[0..<10]), ("990-", whole[990...]), ("-5", whole[995...])] {
            #expect(
                try home.fedauth("request", try lab.page("/range/1000"), "-r", range).output == Array(part), "\(range)")
        }
    }

    @Test func failuresLeaveNothing() throws {
        #expect(try fetch("/code/404", "--fail").status == 10)
        #expect(!exists(file) && !exists(file + ".part"))
        let folder = home.path + "/folder"
        mkdir(folder, 0o700)
        #expect(try home.request(try lab.page("/range/77"), "-o", folder).status == 0)
        #expect(try Files.bytes(folder + "/77").count == 77)
        symlink("/etc/hostname", folder + "/link")
        #expect(try home.request(try lab.page("/range/77"), "-o", folder + "/link").status == 2)
    }
}
