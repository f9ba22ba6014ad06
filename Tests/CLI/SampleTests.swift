import Application
import Configuration
import Core
import Glibc
import System
import Testing

@testable import CLI

/// `examples/config.toml` is a template for users, so it must be valid as it is and with each of its settings enabled.
struct SampleTests {
    private let lines: [String]

    init() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = root + "/examples/config.toml"
        let content = try FileDescriptor(opening: path, O_RDONLY).read(name: path, limit: 1 << 20)
        lines = content.withBytes { String(decoding: $0, as: UTF8.self) }
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func mistakes(_ lines: [String]) throws -> [String] {
        let configuration = try ConfigurationText.parse(lines.joined(separator: "\n"), path: "sample")
        return ConfigurationValidator().mistakes(in: configuration).map { $0.error(in: "sample").message }
    }

    /// The lines that contain a setting after their '#'.
    private var switches: [Int] {
        lines.indices.filter { lines[$0].hasPrefix("#") && lines[$0].dropFirst().first?.isLowercase == true }
    }

    @Test func itIsTakenAsItStands() throws {
        #expect(try mistakes(lines).isEmpty)
        #expect(try ConfigurationText.parse(lines.joined(separator: "\n"), path: "s").profiles.count == 9)
    }

    @Test func itIsTakenWithEachSettingSwitchedOn() throws {
        #expect(switches.count > 20)
        for index in switches {
            var lines = lines
            lines[index].removeFirst()
            #expect(try mistakes(lines).isEmpty, "line \(index + 1): \(lines[index])")
        }
    }

    @Test func everySettingIsInIt() {
        let switched = Set(switches)
        let keys = lines.indices.map { index in
            String((switched.contains(index) ? lines[index].dropFirst() : lines[index][...]).prefix { $0 != " " })
        }
        let known = Settings.names
        #expect(Set(known).union(KnownSettings.special).subtracting(keys).isEmpty)
    }
}
