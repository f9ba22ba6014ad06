import Core
import Crypto
import Glibc
import Secrets
import Support
import Synchronization
import Testing

@testable import FileStore

/// Bytes that look random and are the same each time: SHA-256 of a counter.
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

/// Known answers for the format, and a second reader for it.
struct VectorTests {
    private static let source = #filePath.split(separator: "/").dropLast()
    private static let reader = "/" + source.joined(separator: "/") + "/read_store.py"
    private static let vectors = "/" + source.dropLast().joined(separator: "/") + "/Vectors/store-v1"

    /// Writes the store of the vector `name` from fixed inputs.
    private func make(_ name: String, in scratch: ScratchStore) throws {
        let store = scratch.store(random: CountedRandom())
        switch name {
        case "empty": try store.initialise()
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

    private func read(_ path: String, into output: String) -> Int32 {
        run(
            "sh", "-c",
            "python3 -c 'import cryptography' 2>/dev/null || { echo \"install python3-cryptography\"; exit 77; };"
                + " printf %s 'correct horse battery staple' | python3 \"$0\" \"$1\" >\"$2\"", Self.reader,
            path, output)
    }

    @Test(arguments: ["empty", "three-entries"]) func `stores are written and read as ever`(name: String)
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
}
