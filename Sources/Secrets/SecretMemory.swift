import Glibc
import Synchronization

/// Memory for secrets: locked, left out of core dumps, wiped in child processes, zero when handed out. Small blocks
/// share pages with other secrets: separate pages would cost five system calls and 4 KiB for each secret, and a store
/// or a page can have ten thousand. Larger blocks are mapped one by one.
enum SecretMemory {
    private static let pool = Mutex(SecretPool())

    /// Returns the size of a block that holds `count` bytes.
    static func size(for count: Int) -> Int {
        guard count > SecretPool.largest else {
            let bits = Int.bitWidth - max(count - 1, 1).leadingZeroBitCount
            return max(SecretPool.smallest, 1 << bits)
        }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return (count + page - 1) / page * page
    }

    /// Returns a block of `size` bytes, which `size(for:)` gave.
    static func take(_ size: Int) -> UnsafeMutableRawPointer {
        let address = size > SecretPool.largest ? map(size) : pool.withLock { $0.take(size) }
        guard let block = UnsafeMutableRawPointer(bitPattern: address) else { outOfMemory() }
        return block
    }

    /// Wipes a block with `explicit_bzero(3)` and takes it back.
    static func giveBack(_ block: UnsafeMutableRawPointer, _ size: Int) {
        explicit_bzero(block, size)
        guard size <= SecretPool.largest else {
            _ = munmap(block, size)
            return
        }
        let address = UInt(bitPattern: block)
        pool.withLock { $0.giveBack(address, size) }
    }

    /// Maps new pages with all available protection and returns their address.
    static func map(_ size: Int) -> UInt {
        let fresh = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let fresh, fresh != UnsafeMutableRawPointer(bitPattern: -1) else { outOfMemory() }
        lock(UInt(bitPattern: fresh), size)
        _ = madvise(fresh, size, MADV_DONTDUMP)
        _ = madvise(fresh, size, MADV_WIPEONFORK)
        return UInt(bitPattern: fresh)
    }

    /// Locks pages (mlock(2)); when RLIMIT_MEMLOCK does not allow all of them, locks as many as it allows.
    static func lock(_ address: UInt, _ size: Int) {
        guard let start = UnsafeRawPointer(bitPattern: address), mlock(start, size) != 0 else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        for offset in stride(from: 0, to: size, by: page) where mlock(start + offset, page) != 0 { return }
    }

    /// Stops the process, because no secret can be stored without memory; Swift's own allocator does the same.
    private static func outOfMemory() -> Never { fatalError("out of memory") }
}
