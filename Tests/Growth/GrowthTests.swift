import Glibc
import Testing

/// Everything that is read from outside takes linear time. `growth-probe` (Tests/GrowthProbe) runs each parser and classifier on
/// inputs of sizes n, 2n and 4n, and valgrind counts the instructions: no clock, so nothing depends on what else runs here.
struct GrowthTests {
    @Test(arguments: GrowthProbe.groups) func instructionsGrowWithTheInput(group: GrowthProbe.Group) throws {
        let counts = try GrowthProbe.count(group)
        #expect(counts.count == group.names.count)
        for (name, counts) in counts {
            #expect(counts.isLinear, "\(name): \(counts.small), \(counts.medium), \(counts.large) instructions")
        }
    }

    /// What is measured is what is meant: the probe has all of its cases, and a table that grows too fast is seen.
    @Test func allCasesRunAndFastGrowthIsFound() {
        #expect(GrowthProbe.groups.reduce(0) { $0 + $1.names.count } > 150)
        #expect(GrowthCounts(small: 1_000_000, medium: 2_000_000, large: 4_000_000).isLinear)
        #expect(GrowthCounts(small: 1_000_000, medium: 1_000_000, large: 1_000_000).isLinear)
        #expect(!GrowthCounts(small: 1_000_000, medium: 4_000_000, large: 16_000_000).isLinear)
        #expect(!GrowthCounts(small: 1_000_000, medium: 2_500_000, large: 7_000_000).isLinear)
    }
}

/// Instructions for inputs of sizes n, 2n and 4n.
struct GrowthCounts {
    var small: Int
    var medium: Int
    var large: Int

    /// From 2n to 4n there are about twice as many more as from n to 2n; four times for quadratic ones. What is constant falls
    /// out. Tables that double make steps.
    var isLinear: Bool { Double(large - medium) <= 2.6 * Double(max(0, medium - small)) + 0.04 * Double(large) }
}

/// Runs the probe under valgrind.
enum GrowthProbe {
    /// Cases that one process runs.
    struct Group: Sendable, CustomTestStringConvertible {
        var names: [String]
        var testDescription: String { (names.first ?? "") + " …" }
    }

    struct Failure: Error {
        var what: String
    }

    // valgrind needs seconds to start, and the cases of the store share one.
    private static let casesInGroup = 33

    static let groups: [Group] = {
        let names = ((try? lines(of: "'\(probe)' list")) ?? []).filter { !$0.isEmpty }
        return stride(from: 0, to: names.count, by: casesInGroup).map {
            Group(names: Array(names[$0..<min($0 + casesInGroup, names.count)]))
        }
    }()

    static func count(_ group: Group) throws -> [(String, GrowthCounts)] {
        var template = Array("/tmp/fedauth-growth-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(what: "mkdtemp: errno \(errno)") }
        let folder = String(cString: made)
        defer { _ = try? lines(of: "rm -rf '\(folder)'") }
        // A dump, numbered from 1, each time the measured function ends. A case that never ends is status 124.
        let said = try lines(
            of: "cd '\(folder)' && timeout 900 valgrind --tool=callgrind --callgrind-out-file=counts"
                + " --collect-atstart=no --toggle-collect=growth_measured --dump-after=growth_measured '\(probe)'"
                + " \(group.names.joined(separator: " ")) 2>&1; echo \"status $?\"")
        guard said.contains("status 0") else { throw Failure(what: said.suffix(20).joined(separator: "\n")) }
        return try group.names.enumerated().map { index, name in
            let counts = try (1...3).map { try total(of: folder + "/counts.\(3 * index + $0)") }
            return (name, GrowthCounts(small: counts[0], medium: counts[1], large: counts[2]))
        }
    }

    private static func total(of file: String) throws -> Int {
        let line = try lines(of: "grep '^totals:' '\(file)'").first ?? ""
        guard let number = line.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw Failure(what: "no total in \(file)")
        }
        return number
    }

    private static let probe: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/growth-probe"
    }()

    /// What a command of the shell prints.
    private static func lines(of command: String) throws -> [String] {
        guard let stream = popen(command, "r") else { throw Failure(what: "popen: errno \(errno)") }
        defer { pclose(stream) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, stream) > 0, let line {
            lines.append(String(String(cString: line).dropLast()))
        }
        return lines
    }
}
