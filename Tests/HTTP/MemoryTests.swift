import Core
import Glibc
import HTTP
import Secrets
import Testing

/// Searches this process's memory for secrets. The search uses reversed copies of the bytes, so that it does not find itself.
@Suite(.serialized) struct MemoryTests {
    @Test(arguments: ["http", "good"])
    func nothingIsLeftOfAnExchange(_ port: String) throws {
        let patterns = try exchange(random(), port)
        #expect(patterns.count == 3)
        for (index, pattern) in patterns.enumerated() {
            #expect(try copies(ofReversed: pattern).isEmpty, "secret \(index)")
        }
    }

    /// A connection stays open for the next request, which may be minutes later.
    @Test(arguments: ["http", "good"])
    func nothingIsLeftOfContentInAnOpenConnection(_ port: String) throws {
        let transport = try makeTransport()
        let patterns = try post(transport, port)
        for (index, pattern) in patterns.enumerated() {
            let left = try copies(ofReversed: pattern)
            #expect(left.isEmpty, "secret \(index): \(left)")
        }
        _ = try transport.send(Request("GET", url("/", port: port)))
    }

    @Test(arguments: ["http", "good"])
    func nothingIsLeftOfAnAnswerInAnOpenConnection(_ port: String) throws {
        let transport = try makeTransport()
        for count in [48, 30_000] {
            let pattern = try answer(of: random(count), transport, port)
            let left = try copies(ofReversed: pattern)
            #expect(left.isEmpty, "\(count): \(left)")
        }
        _ = try transport.send(Request("GET", url("/", port: port)))
    }

    /// Returns the end of the body of an answer, which is wiped by then.
    private func answer(of secret: SharedSecret, _ transport: CurlTransport, _ port: String) throws -> [UInt8] {
        let answer = try transport.send(Request("POST", url("/secret", port: port), body: secret))
        return reversed(answer.body, from: answer.body.count - 30)
    }

    private func post(_ transport: CurlTransport, _ port: String) throws -> [[UInt8]] {
        // Short content is sent with the header; long content goes through libcurl's buffer, which keeps the last part.
        let (field, short, long) = (random(48), random(48), random(200_000))
        for body in [short, long] {
            _ = try transport.send(
                Request("POST", url("/secret", port: port), headers: [.init("X-Secret", field)], body: body))
        }
        return [reversed(field, from: 0), reversed(short, from: 0), reversed(long, from: 199_900)]
    }

    /// Returns random bytes that occur nowhere else in the process.
    private func random(_ count: Int = 48) -> SharedSecret {
        var secret = Secret()
        secret.withMutableBytes(count: count) { bytes in
            for start in stride(from: 0, to: count, by: 256) {
                _ = getentropy(bytes.baseAddress?.advanced(by: start), min(256, count - start))
            }
            for index in bytes.indices { bytes[index] = 0x61 + bytes[index] % 26 }
        }
        return SharedSecret(secret)
    }

    /// Sends the secret as a field and as content, and returns the byte patterns to search for.
    private func exchange(_ secret: SharedSecret, _ port: String) throws -> [[UInt8]] {
        let transport = try makeTransport()
        let answer = try transport.send(
            Request("POST", url("/secret", port: port), headers: [.init("X-Secret", secret)], body: secret))
        let cookie = try #require(answer.setCookies.first)
        #expect(try !copies(ofReversed: reversed(cookie, from: 8)).isEmpty, "the search finds what is there")
        return [reversed(secret, from: 0), reversed(cookie, from: 8), reversed(answer.body, from: 8)]
    }

    /// Returns 24 bytes in reverse order.
    private func reversed(_ secret: SharedSecret, from start: Int) -> [UInt8] {
        secret.withBytes { bytes in
            var pattern: [UInt8] = []
            pattern.reserveCapacity(24)
            for index in stride(from: start + 23, through: start, by: -1) { pattern.append(bytes[index]) }
            return pattern
        }
    }

    /// Returns the lines of `/proc/self/maps` whose memory contains the pattern, each with the offset.
    private func copies(ofReversed pattern: [UInt8]) throws -> [String] {
        var found: [String] = []
        let memory = open("/proc/self/mem", O_RDONLY)
        let maps = try #require(fopen("/proc/self/maps", "r"))
        defer {
            close(memory)
            fclose(maps)
        }
        // The search skips the mapping of its own window.
        let size = 1 << 20
        let window = try #require(
            mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer {
            explicit_bzero(window, size)
            munmap(window, size)
        }
        var line = [CChar](repeating: 0, count: 1024)
        var ranges: [(UInt, UInt, String)] = []
        while fgets(&line, Int32(line.count), maps) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let parts = text.split(separator: " ", maxSplits: 2)
            let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if parts[1].hasPrefix("rw"), ends.count == 2 { ranges.append((ends[0], ends[1], text)) }
        }
        let own = UInt(bitPattern: window)
        for (start, end, place) in ranges {
            var position = start
            while position < end {
                if position >= own, position < own + UInt(size) {
                    position = own + UInt(size)
                    continue
                }
                var length = min(UInt(size), end - position)
                if own > position { length = min(length, own - position) }
                let count = pread(memory, window, Int(length), Int(position))
                guard count > pattern.count else { break }
                found += offsets(of: pattern, in: UnsafeRawBufferPointer(start: window, count: count)).map {
                    "\(position + UInt($0) - start) in \(place)"
                }
                // Windows overlap, so that a pattern across two windows is found.
                position += UInt(count) < length || position + length == end ? UInt(count) : length - 32
            }
        }
        return found
    }

    private func offsets(of pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> [Int] {
        var found: [Int] = []
        var rest = bytes
        let last = Int32(pattern[pattern.count - 1])
        while let start = rest.baseAddress, let hit = memchr(start, last, rest.count) {
            let index = UnsafeRawPointer(hit) - start
            if index + pattern.count <= rest.count,
                pattern.indices.allSatisfy({ rest[index + $0] == pattern[pattern.count - 1 - $0] })
            {
                found.append(bytes.count - rest.count + index)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(index + 1)...])
        }
        return found
    }
}
