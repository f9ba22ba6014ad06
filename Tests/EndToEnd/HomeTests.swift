import Glibc
import Testing

@testable import CommandSupport

/// Tests the test environment itself.
struct HomeTests {
    /// The kernel allows 200 keys per user, so tests must remove theirs.
    @Test func nothingOfAStoreStaysInTheKernel() throws {
        var home: Home? = try Home()
        try home?.fedauth("store", "put", "v", input: "x")
        try home?.fedauth("store", "unlock", "--for", "1h")
        let store = try Files.bytes((home?.path ?? "") + "/data/fedauth/store")
        let identifier = store.dropFirst(24).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        func keys() throws -> Int {
            try String(decoding: Files.bytes("/proc/keys"), as: UTF8.self).split(separator: "\n")
                .count { $0.contains(identifier) }
        }
        #expect(try keys() == 2)
        home = nil
        // The kernel removes keys with a delay.
        for _ in 0..<3000 {
            if try keys() == 0 { break }
            usleep(10_000)
        }
        #expect(try keys() == 0)
    }
}
