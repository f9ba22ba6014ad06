import Core
import Crypto
import Glibc
import Secrets
import Support
import Synchronization
import Testing

@testable import FileStore

/// Returns pseudo-random bytes that are the same in each run: SHA-256 of a counter.
final class CountedRandom: RandomSource {
    private let counter = Atomic<UInt32>(0)

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) {
        var filled = 0
        while filled < buffer.count {
            var number: [UInt8] = []
            number.append(bigEndian: counter.add(1, ordering: .relaxed).newValue)
            for byte in try Digest.sha256.hash(number).prefix(buffer.count - filled) {
                buffer[filled] = byte
                filled += 1
            }
        }
    }
}

/// Tests known answers for the format, and a second reader for it.
struct VectorTests {
    private static let source = #filePath.split(separator: "/").dropLast()
    private static let reader = "/" + source.joined(separator: "/") + "/read_store.py"
    private static let vectors = "/" + source.dropLast().joined(separator: "/") + "/Vectors/store-v1"

    /// The key file's bytes are 0 to 31, the credential's 255 to 216.
    private static let keyFile = StoreKey(.keyFile, SharedSecret(Secret((0..<32).map { UInt8($0) })))
    private static let credential = StoreKey(.credential, SharedSecret(Secret((0..<40).map { 255 - UInt8($0) })))

    /// Writes the store of the vector `name` from fixed inputs.
    private func make(_ name: String, in scratch: ScratchStore) throws {
        let store = scratch.store(random: CountedRandom())
        switch name {
        case "empty": try store.initialise()
        case "key-slots":
            try store.put(StoreDraft(name: "one", value: SharedSecret(text: "1")))
            _ = try store.addSlot { Self.keyFile }
            _ = try store.addSlot { Self.credential }
        default:
            try store.put(StoreDraft(name: "empty", value: SharedSecret(text: "")))
            try store.put(
                StoreDraft(
                    name: "session/mail", kind: "session", attributes: ["profile": "mail", "é": "ü"],
                    contentType: "application/json", expires: Timestamp(seconds: 2_000_000_000),
                    value: SharedSecret(text: "{\"cookies\":[]}")))
            scratch.clock.now = scratch.clock.now.adding(seconds: 60)
            try store.put(StoreDraft(name: "bytes", value: SharedSecret(Secret((0...255).map { UInt8($0) }))))
            try store.put(StoreDraft(name: "empty", value: SharedSecret(text: "")), expecting: .version(1))
        }
    }

    private func read(_ path: String, into output: String, by words: String = "") -> Int32 {
        run(
            "sh", "-c",
            "python3 -c 'import cryptography' 2>/dev/null || { echo \"install python3-cryptography\"; exit 77; };"
                + " printf %s 'correct horse battery staple' | python3 \"$0\" \(words) \"$1\" >\"$2\"", Self.reader,
            path, output)
    }

    @Test(arguments: ["empty", "three-entries", "key-slots"]) func `stores are written and read as ever`(name: String)
        throws
    {
        let scratch = ScratchStore()
        try make(name, in: scratch)
        let file = "\(Self.vectors)/\(name).store"
        if getenv("FEDAUTH_WRITE_VECTORS") != nil {
            run("mkdir", "-p", Self.vectors)
            run("cp", scratch.path, file)
            #expect(read(file, into: "\(Self.vectors)/\(name).json") == 0)
        }
        #expect(
            run("cmp", scratch.path, file) == 0, "the bytes of '\(name)' differ from the committed vector")
        let output = scratch.root + "/read.json"
        #expect(
            read(file, into: output) == 0,
            "needs python3 with 'cryptography' (apt install python3-cryptography)")
        #expect(
            run("cmp", output, "\(Self.vectors)/\(name).json") == 0,
            "the second reader reads '\(name)' otherwise")
    }

    @Test func `the second reader opens what was written with real random bytes`() throws {
        let scratch = ScratchStore()
        let store = scratch.store()
        for index in 0..<5 {
            let value = SharedSecret(try SystemRandom().secret(index * 1000))
            try store.put(StoreDraft(name: "entry \(index)", value: value))
        }
        try store.delete("entry 2")
        let output = scratch.root + "/read.json"
        #expect(
            read(scratch.path, into: output) == 0,
            "needs python3 with 'cryptography' (apt install python3-cryptography)")
        #expect(run("grep", "-q", "\"generation\": 6", output) == 0)
    }

    @Test func `the second reader opens by key file and by credential`() throws {
        let scratch = ScratchStore()
        for (name, key) in [("key-file", Self.keyFile), ("credential", Self.credential)] {
            try key.secret.withBytes { bytes in try #require(writePrivateFile(bytes, scratch.root + "/" + name)) }
            let output = "\(scratch.root)/\(name).json"
            #expect(
                read("\(Self.vectors)/key-slots.store", into: output, by: "--\(name) '\(scratch.root)/\(name)'") == 0)
            #expect(run("cmp", output, "\(Self.vectors)/key-slots.json") == 0)
        }
    }

    @Test(arguments: [true, false]) func `the second reader reads exports`(sealed: Bool) throws {
        let scratch = ScratchStore()
        let path = scratch.root + "/export"
        let item = StoreItem(
            entry: StoreEntry(
                name: "é \"quoted\"", attributes: ["a": "\\"], created: scratch.clock.now, modified: scratch.clock.now,
                version: 3), value: SharedSecret(Secret((0...255).map { UInt8($0) })))
        var bytes: [UInt8] = []
        let sink: StoreExportWriter.Sink = { bytes += Array($0) }
        var writer = try StoreExportWriter(
            entryCount: 1, passphrase: sealed ? SharedSecret(text: scratch.passphrases.text) : nil,
            now: scratch.clock.now, logN: 15, to: sink)
        try writer.add(item, to: sink)
        try writer.finish()
        try bytes.withUnsafeBytes { bytes in try #require(writePrivateFile(bytes, path)) }
        let script = Self.reader.replacing("read_store.py", with: "read_export.py")
        let command =
            "printf %s '\(scratch.passphrases.text)' | python3 '\(script)' '\(path)' | python3 -c 'import json, sys;"
            + " [e] = json.load(sys.stdin); import base64; assert base64.b64decode(e[\"valueBase64\"]) == bytes(range(256));"
            + " assert e[\"name\"] == \"é \\\"quoted\\\"\" and e[\"version\"] == 3 and e[\"attributes\"] == {\"a\": \"\\\\\"}'"
        #expect(run("sh", "-c", command) == 0)
    }
}

/// Writes a file that only its owner may read; returns false on failure.
private func writePrivateFile(_ bytes: UnsafeRawBufferPointer, _ path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count
}
