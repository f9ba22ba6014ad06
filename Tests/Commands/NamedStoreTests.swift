import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests stores with names: each is a file of its own, with keys of its own.
struct NamedStoreTests {
    let home: Home
    private let corp: [String: String]

    init() throws {
        home = try CommandHome()
        corp = ["FEDAUTH_STORE_KEY_FILE": try home.file("run/corp", "fedcba9876543210fedcba9876543210")]
        let made = try home.fedauth("store", "init", "--name", "corp", adding: corp)
        #expect(made.status == 0 && made.errors.contains("made the store 'corp'"), "\(made)")
    }

    private func put(_ name: String, in store: String, _ adding: [String: String] = [:]) throws {
        let put = try home.fedauth("store", "put", name, "--store", store, input: name, adding: adding)
        #expect(put.status == 0, "\(put)")
    }

    private func names(in store: String, _ adding: [String: String] = [:]) throws -> [String] {
        let list = try home.fedauth("store", "list", "--store", store, adding: adding)
        #expect(list.status == 0, "\(list)")
        return list.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func eachHasItsOwnEntries() throws {
        try put("usual", in: "file")
        try put("work", in: "corp", corp)
        #expect(try names(in: "file") == ["usual"])
        #expect(try names(in: "corp", corp) == ["work"])
        let variable = try home.fedauth("store", "get", "work", adding: corp.merging(["FEDAUTH_STORE": "corp"]) { $1 })
        #expect(variable.text == "work", "\(variable)")
        let config = try home.file("config.toml", "[defaults]\nstore = 'corp'\n")
        let setting = try home.fedauth(
            "store", "get", "work", "--config", config, adding: corp.merging(["FEDAUTH_STORE": ""]) { $1 })
        #expect(setting.text == "work", "\(setting)")
        var folder = stat()
        #expect(stat(home.path + "/data/fedauth/stores/corp", &folder) == 0 && folder.st_mode & 0o777 == 0o700)
    }

    @Test func anotherKeyDoesNotOpenIt() throws {
        let locked = try home.fedauth("store", "lock", "--store", "corp", "--json", adding: corp)
        #expect(locked.status == 0 && locked.text.contains("\"name\":\"corp\""), "\(locked)")
        let wrong = try home.fedauth("store", "list", "--store", "corp", "--no-cache")
        wrong.expectComplaint(13, "does not open the store 'corp' ('\(home.path)/data/fedauth/stores/corp/store')")
        try put("usual", in: "file")
        #expect(try home.fedauth("store", "list", "--store", "file", "--no-cache", adding: corp).status == 13)
    }

    @Test func oneIsRemovedWithoutItsKey() throws {
        try put("work", in: "corp", corp)
        try put("usual", in: "file")
        try home.fedauth("store", "delete", "--all").expectComplaint(2, "'--store' names none")
        try home.fedauth("store", "delete", "--all", "--store", "file").expectComplaint(2, "'--store' names none")
        try home.fedauth("store", "delete", "--all", "work", "--store", "corp").expectComplaint(2, "exclude each other")
        let gone = try home.fedauth("store", "delete", "--all", "--store", "corp", "--no-input", "--json")
        #expect(gone.status == 0 && gone.text == "{\"deleted\":[\"corp\"]}\n", "\(gone)")
        #expect(access(home.path + "/data/fedauth/stores/corp", F_OK) != 0)
        try home.fedauth("store", "list", "--store", "corp", adding: corp).expectComplaint(2, "corp")
        #expect(try names(in: "file") == ["usual"])
    }

    @Test func allSessionsAreThoseOfOneStore() throws {
        try home.fedauth("store", "init", "--store", "file")
        for command in ["status", "logout"] {
            let all = try home.fedauth(command, "--all", "--store", "file")
            #expect(all.status == 0 && all.errors.contains("named stores 'corp' are not among them"), "\(all)")
            let corp = try home.fedauth(command, "--all", "--store", "corp", adding: corp)
            #expect(corp.status == 0 && !corp.errors.contains("not among them"), "\(corp)")
        }
    }

    @Test func aLockedOneSaysWhatUnlocksIt() throws {
        let words = ["FEDAUTH_STORE_KEY_FILE": "", "FEDAUTH_STORE_PASSPHRASE": "correct horse"]
        try home.fedauth("store", "init", "--name", "archive", adding: words)
        let none = ["FEDAUTH_STORE_KEY_FILE": ""]
        let locked = try home.fedauth("store", "list", "--store", "archive", "--no-cache", "--no-input", adding: none)
        locked.expectComplaint(12, "the store 'archive' (")
        #expect(locked.errors.contains("run 'fedauth store unlock --store archive'"), "\(locked)")
    }

    @Test func aMistypedNameMakesNoStore() throws {
        for words in [["list"], ["put", "x"], ["get", "x"], ["init"], ["lock"], ["unlock"], ["slot", "list"]] {
            let outcome = try home.fedauth(["store"] + words + ["--store", "crop"], input: "x", adding: corp)
            outcome.expectComplaint(2, "there is no store 'crop'")
        }
        let near = try home.fedauth("store", "list", "--store", "keyrng")
        #expect(near.errors.contains("did you mean 'keyring'?"), "\(near)")
        let other = try home.fedauth("store", "list", "--store", "corpp")
        #expect(other.errors.contains("did you mean 'corp'?"), "\(other)")
        #expect(other.errors.contains("'fedauth store init --name corpp' makes it"), "\(other)")
        #expect(access(home.path + "/data/fedauth/stores/crop", F_OK) != 0)
    }

    @Test(arguments: ["../corp", "a/b", "..", "", "File", "keyring", "a b", "a\u{1B}[2J"])
    func aBadNameIsRefused(_ name: String) throws {
        let outcome = try home.fedauth("store", "init", "--name", name, adding: corp)
        outcome.expectComplaint(2, " a store")
        #expect(access(home.path + "/data/corp", F_OK) != 0 && access(home.path + "/data/fedauth/corp", F_OK) != 0)
    }

    /// Another user could put a store of theirs in its place.
    @Test(arguments: ["/data/fedauth", "/data/fedauth/stores"])
    func unsafeFoldersAboveItAreRefused(_ folder: String) throws {
        let path = home.path + folder
        let commands = [["list", "--store", "corp"], ["put", "x", "--store", "corp"], ["init", "--name", "archive"]]
        chmod(path, 0o777)
        for words in commands {
            let outcome = try home.fedauth(["store"] + words, input: "x", adding: corp)
            outcome.expectComplaint(8, "others may write the folder '\(path)'")
        }
        chmod(path, 0o755)
        #expect(try names(in: "corp", corp).isEmpty)
        guard geteuid() == 0 else { return }
        rename(path, path + ".real")
        symlink(path + ".real", path)
        lchown(path, 65534, 65534)
        for words in commands {
            let outcome = try home.fedauth(["store"] + words, input: "x", adding: corp)
            outcome.expectComplaint(8, "'\(path)' is another user's symbolic link, or no folder")
        }
        #expect(access(path + "/stores/archive", F_OK) != 0 && access(path + "/archive", F_OK) != 0)
    }

    @Test func hintsNameIt() throws {
        try home.fedauth("store", "lock", "--store", "corp", adding: corp)
        let doctor = try home.fedauth("store", "doctor", "--store", "corp")
        #expect(doctor.text.contains("'fedauth store unlock --store corp' opens it"), "\(doctor)")
        home.environment["FEDAUTH_STORE_KEY_FILE"] = nil
        let outcome = try home.fedauth("store", "init", "--name", "archive", "--no-input")
        outcome.expectComplaint(4, "there is no store 'archive' yet")
        #expect(outcome.errors.contains("run 'fedauth store init --name archive' on a terminal"), "\(outcome)")
    }

    @Test func anExistingOneIsNotReplaced() throws {
        try put("work", in: "corp", corp)
        #expect(try home.fedauth("store", "init", "--name", "corp", adding: corp).status == 16)
        #expect(try names(in: "corp", corp) == ["work"])
    }

    private struct Listed: Decodable {
        var name: String
        var backend: String
        var location: String
        var state: String
    }

    @Test func storesAreListed() throws {
        try home.fedauth("store", "init", "--name", "archive", adding: corp)
        mkdir(home.path + "/data/fedauth/stores/empty", 0o700)
        mkdir(home.path + "/data/fedauth/stores/not a name", 0o700)
        try home.fedauth("store", "lock", "--store", "corp")
        let listed = try home.fedauth("store", "list", "--stores", "--json")
        let stores = try JSONDecoder().decode([Listed].self, from: Data(listed.output))
        #expect(stores.map(\.name) == ["keyring", "file", "archive", "corp"], "\(listed)")
        #expect(stores.map(\.backend) == ["keyring", "file", "file", "file"])
        #expect(stores[1].state == "absent" && stores[3].state == "locked", "\(listed)")
        #expect(stores[3].location == home.path + "/data/fedauth/stores/corp/store")
        #expect(try home.fedauth("store", "list", "--stores").text.contains("\ncorp\tfile\tlocked\t"))
    }

    @Test func theDoctorLooksAtIt() throws {
        let doctor = try home.fedauth("store", "doctor", "--store", "corp", adding: corp)
        #expect(doctor.status == 0 && doctor.text.contains("the store 'corp': '--store' says so"), "\(doctor)")
        let missing = try home.fedauth("store", "doctor", "--store", "crop")
        #expect(missing.status == 2 && missing.text.contains("there is no store 'crop'"), "\(missing)")
    }

    /// With the same key, both open in one command.
    @Test func entriesMoveBetweenStores() throws {
        try home.fedauth("store", "init", "--name", "archive")
        try put("a", in: "file")
        try put("b", in: "file")
        let one = try home.fedauth("store", "move", "--to", "archive", "a")
        #expect(one.status == 0, "\(one)")
        #expect(try names(in: "file") == ["b"] && names(in: "archive") == ["a"])
        let all = try home.fedauth("store", "move", "--store", "archive", "--to", "file")
        #expect(all.status == 0 && !all.errors.contains("from now on"), "\(all)")
        #expect(try names(in: "file") == ["a", "b"] && names(in: "archive").isEmpty)
        #expect(access(home.path + "/state/fedauth/backend", F_OK) != 0)
    }

    @Test func whereToMoveFromIsNotGuessed() throws {
        let several = try home.fedauth("store", "move", "--to", "file", adding: ["FEDAUTH_STORE": ""])
        several.expectComplaint(2, "entries can move to 'file' from 'keyring' or 'corp'")
        #expect(several.errors.contains("hint: name one of them by '--store'"), "\(several)")
        let named = try home.fedauth("store", "move", "--to", "corp", adding: ["FEDAUTH_STORE": ""])
        named.expectComplaint(2, "entries can move to 'corp' from 'keyring' or 'file'")
        try home.fedauth("store", "move", "--store", "corp", "--to", "corp").expectComplaint(2, "name the same store")
        let target = try home.fedauth("store", "move")
        target.expectComplaint(2, "missing expected argument '--to <store>'")
        #expect(target.errors.contains("hint: the values are keyring, file, and the names that"), "\(target)")
        #expect(try home.fedauth("store", "move", "--to", "auto").status == 2)
    }
}
