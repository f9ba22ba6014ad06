import Glibc
import Testing

@testable import Secrets

struct SecretMemoryTests {
    @Test func manySecretsShareFewPages() {
        var secrets: [SharedSecret] = []
        for number in 0..<10_000 { secrets.append(SharedSecret(text: "secret number \(number)")) }
        let pages = Set(secrets.map { $0.withBytes { UInt(bitPattern: $0.baseAddress) >> 12 } })
        // The blocks have 32 bytes each; other tests use blocks of the same pages at the same time.
        #expect(pages.count < 1000)
        #expect(secrets.enumerated().allSatisfy { $1.equals("secret number \($0)") })
    }

    @Test func sizesHoldWhatTheyAreFor() {
        for count in [1, 2, 31, 32, 33, 64, 65, 4096, 4097, 16 << 10, 16 << 10 + 1, 1 << 20] {
            let size = SecretMemory.size(for: count)
            #expect(size >= count && (size < 2 * count || size == SecretPool.smallest || size - count < 4096))
        }
        #expect(SecretMemory.size(for: 16 << 10) == SecretPool.largest)
    }

    @Test func blocksDoNotOverlapAndAreZero() {
        var pool = SecretPool()
        var taken: [Range<UInt>] = []
        for round in 0..<600 {
            let size = 32 << (round * 7 % 10)
            let block = pool.take(size)
            let bytes = UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: block), count: size)
            #expect(block % UInt(min(size, 4096)) == 0)
            #expect(bytes.allSatisfy { $0 == 0 })
            for index in bytes.indices { bytes[index] = 0xAA }
            taken.append(block..<block + UInt(size))
            // Wipes every third block and returns it.
            guard round % 3 == 0, let first = taken.first else { continue }
            taken.removeFirst()
            if let start = UnsafeMutableRawPointer(bitPattern: first.lowerBound) { explicit_bzero(start, first.count) }
            pool.giveBack(first.lowerBound, first.count)
        }
        let sorted = taken.sorted { $0.lowerBound < $1.lowerBound }
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }

    @Test func aBlockIsUsedAgain() {
        var pool = SecretPool()
        let first = pool.take(64)
        pool.giveBack(first, 64)
        #expect(pool.take(64) == first)
    }

    @Test func whatIsGivenBackIsWiped() {
        let block = SecretMemory.take(8192)
        block.initializeMemory(as: UInt8.self, repeating: 0x5A, count: 8192)
        SecretMemory.giveBack(block, 8192)
        // Another test may use the block by now; then it contains other bytes.
        #expect(!UnsafeRawBufferPointer(start: block, count: 8192).allSatisfy { $0 == 0x5A })
    }

    /// Compares with a page that this test locks itself: if the limit allows no locked memory, neither page is locked.
    @Test(arguments: [10, 5000, 100_000]) func pagesAreLockedAndLeftOutOfDumpsAndChildren(count: Int) throws {
        let page = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(page, 4096) }
        let canLock = mlock(page, 4096) == 0
        let secret = Secret([UInt8](repeating: 1, count: count))
        let flags = secret.withBytes { Self.flags(at: UInt(bitPattern: $0.baseAddress)) }
        #expect(flags.isSuperset(of: ["dd", "wf"]))
        #expect(!canLock || flags.contains("lo"))
    }

    /// A child of fork(2) sees the parent's secrets wiped, and locks the pages again.
    @Test func aChildHasNothing() throws {
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
        var pool = SecretPool()
        let block = pool.take(64)
        let byte = try #require(UnsafeMutablePointer<UInt8>(bitPattern: block))
        byte.pointee = 7
        pool.giveBack(pool.take(32), 32)
        let wasLocked = Self.flags(at: block).contains("lo")
        let child = fork()
        if child == 0 {
            // Calls nothing that may need another thread's lock; the pool belongs to this test.
            guard byte.pointee == 0 else { _exit(1) }
            _ = pool.take(32)
            // madvise(2) fails with EINVAL for a locked page.
            let refused = madvise(UnsafeMutableRawPointer(bitPattern: block & ~4095), 4096, MADV_DONTNEED) != 0
            _exit(refused || !wasLocked ? 0 : 2)
        }
        var status: Int32 = -1
        #expect(waitpid(child, &status, 0) == child)
        #expect(status == 0)
        #expect(byte.pointee == 7)
    }

    /// The flags of a mapping in /proc/self/smaps (proc(5)): "lo" locked, "dd" not dumped, "wf" wiped in children.
    private static func flags(at address: UInt) -> Set<Substring> {
        var text = ""
        guard let file = fopen("/proc/self/smaps", "r") else { return [] }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        var isWanted = false
        while getline(&line, &room, file) > 0, let line {
            text = String(cString: line)
            let bounds = text.prefix { $0 != " " }.split(separator: "-")
            if bounds.count == 2, let low = UInt(bounds[0], radix: 16), let high = UInt(bounds[1], radix: 16) {
                isWanted = low <= address && address < high
            } else if isWanted, text.hasPrefix("VmFlags:") {
                return Set(text.split(whereSeparator: \.isWhitespace))
            }
        }
        return []
    }
}
