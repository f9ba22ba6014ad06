import Application
import Configuration
import Core
import FileStore
import Glibc
import Secrets
import Support

@testable import CLI

/// Configuration, store and exports.
extension GrowthCase {
    static var files: [GrowthCase] {
        [
            configuration("toml", 40) { _ = try? ConfigurationText.parse($0, path: "c") },
            configuration("toml-validation", 10) { text in
                if let configuration = try? ConfigurationText.parse(text, path: "c") {
                    Measured.result = ConfigurationValidator().mistakes(in: configuration)
                }
            },
            configuration("toml-edit", 20) { text in
                let setting = Profile.Setting(key: "user", values: [.text("ada")])
                Measured.result = try? ConfigurationEdit.changing(
                    "p5", setting: [setting], removing: ["finish"], in: text, path: "c")
            },
            configuration("toml-add", 30) { text in
                Measured.result = try? ConfigurationEdit.adding(Profile(name: "new", settings: []), to: text, path: "c")
            },
            configuration("toml-remove", 30) {
                Measured.result = try? ConfigurationEdit.removing("p3", from: $0, path: "c")
            },
            store("store-put-one") { _ = try? $0.put(draft("one", 1), expecting: .any) },
            store("store-get") { Measured.result = try? $0.get("entry-1") },
            store("store-list") { Measured.result = try? $0.list() },
            store("store-visit") { store in try? store.visit(only: nil) { _ in } },
            store("store-delete-absent") { store in Measured.result = try? store.delete((0..<40).map { "absent-\($0)" })
            },
            GrowthCase("export", 15) { size in
                var lines = Secret()
                let now = Timestamp(seconds: 1_000_000)
                do {
                    var writer = try StoreExportWriter(entryCount: size, passphrase: nil, now: now) { lines.append($0) }
                    for number in 0..<size {
                        let entry = StoreEntry(name: "entry-\(number)", created: now, modified: now, version: 1)
                        try writer.add(StoreItem(entry: entry, value: secret("value"))) { lines.append($0) }
                    }
                    try writer.finish()
                } catch {
                    return {}
                }
                let text = SharedSecret(lines)
                return { Measured.result = try? StoreExportReader(text, name: "x").drafts(passphrase: nil) }
            },
            GrowthCase("item", 60) { size in
                let now = Timestamp(seconds: 1_000_000)
                let attributes = Dictionary(uniqueKeysWithValues: (0..<size).map { ("a\($0)", "b") })
                let entry = StoreEntry(name: "x", attributes: attributes, created: now, modified: now, version: 1)
                let bytes = ItemCodec.encode(StoreItem(entry: entry, value: secret("v")))
                let shared = SharedSecret(bytes)
                return { Measured.result = shared.withBytes { ItemCodec.decodeItem($0) } }
            },
        ]
    }

    private static func configuration(
        _ name: String, _ size: Int, _ use: @escaping (String) -> Void
    ) -> GrowthCase {
        GrowthCase(name, size) { size in
            let text = repeated(size) {
                "# \($0)\n[profile.p\($0)]\nmethod = \"saml\"\nurl = \"https://h/\($0)\"\nfinish = \"https://h/\"\n\n"
            }
            return { use(text) }
        }
    }

    private static func draft(_ name: String, _ number: Int) -> StoreDraft {
        StoreDraft(name: name, attributes: ["a": "b"], value: secret("value \(number)"))
    }

    /// A store with `size` entries. One store serves all sizes: a key is derived but once.
    private static func store(_ name: String, _ use: @escaping (EncryptedFileStore) -> Void) -> GrowthCase {
        // Many, so that the steps of one chunk more do not count.
        GrowthCase(name, 150) { size in
            let store = scratch.store
            let drafts = (scratch.count..<max(size, scratch.count)).map { draft("entry-\($0)", $0) }
            guard (try? store.put(drafts, expecting: .any)) != nil else { return {} }
            scratch.count = max(size, scratch.count)
            return { use(store) }
        }
    }

    nonisolated(unsafe) private static let scratch = ScratchFolder()
}

/// A store in a folder that the caller of the probe removes: the current one.
private final class ScratchFolder {
    let store = EncryptedFileStore(
        directory: "store", stateDirectory: "state", passphrases: FixedPassphrase(), clock: TestClock(),
        scryptLogN: 15, usesCache: false)
    var count = 0
}
