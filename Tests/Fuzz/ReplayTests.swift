import Glibc
import Testing

/// Checks every file of the corpora against the property of its target, in the build of the tests.
struct ReplayTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func thePropertyHolds(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let files = try Corpus.files(name)
        #expect(!files.isEmpty, "'Corpus/\(name)' is empty: 'make fuzz' fills it")
        for file in files {
            do {
                try target.check(try Vectors.file(Corpus.folder + "/\(name)/\(file)"))
            } catch {
                Issue.record("\(name)/\(file): \(error)")
            }
        }
    }

    @Test func everyTargetHasANameOfItsOwn() throws {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
        #expect(try Corpus.files("").sorted() == FuzzTarget.all.map(\.name).sorted())
    }

    /// Inputs that many parsers handle wrongly.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func edgesDoNoHarm(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let fillings: [UInt8] = [0, 1, 0x0A, 0x1E, 0x22, 0x28, 0x30, 0x3C, 0x5B, 0x7B, 0x80, 0xC3, 0xFF]
        for filling in fillings {
            for count in [0, 1, 2, 3, 64, 1024] {
                try target.check(FuzzInput(bytes: [UInt8](repeating: filling, count: count)))
            }
        }
    }
}

/// The folder `Corpus` beside this file.
enum Corpus {
    static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Corpus"

    /// Returns the names in one of its folders, without those that begin with a full stop.
    static func files(_ name: String) throws -> [String] {
        let directory = try #require(opendir(folder + "/" + name), "there is no 'Corpus/\(name)'")
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
