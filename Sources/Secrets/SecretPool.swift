import Glibc

/// Blocks of 32 bytes to 16 KiB, in powers of two, cut from chunks of pages. Chunks stay mapped until the process ends,
/// so that they never hold anything but secrets and zeros.
struct SecretPool: ~Copyable {
    static let smallest = 32
    static let largest = 16 << 10
    private static let chunk = 64 << 10

    /// Addresses of free blocks, indexed by the power of two of their size. They are not stored in the blocks
    /// themselves, which stay all zero.
    private var free = [[UInt]](repeating: [], count: largest.trailingZeroBitCount + 1)
    private var chunks: [UInt] = []
    /// Address of a byte that is 1, and 0 in a child of fork(2), where the kernel wipes it.
    private var mark: UInt?

    /// Returns the address of a block of `size` bytes, a power of two within the limits.
    mutating func take(_ size: Int) -> UInt {
        lockInChild()
        let wanted = size.trailingZeroBitCount
        guard let found = free.indices.first(where: { $0 >= wanted && !free[$0].isEmpty }),
            let block = free[found].popLast()
        else {
            addChunk()
            return take(size)
        }
        // Halves a larger block until it has the wanted size.
        for power in wanted..<found { free[power].append(block + (1 << UInt(power))) }
        return block
    }

    /// Takes back a block that its last owner has wiped.
    mutating func giveBack(_ block: UInt, _ size: Int) { free[size.trailingZeroBitCount].append(block) }

    private mutating func addChunk() {
        let start = SecretMemory.map(Self.chunk)
        chunks.append(start)
        for offset in stride(from: Self.chunk - Self.largest, through: 0, by: -Self.largest) {
            free[Self.largest.trailingZeroBitCount].append(start + UInt(offset))
        }
        if mark == nil {
            let block = take(Self.smallest)
            UnsafeMutablePointer<UInt8>(bitPattern: block)?.pointee = 1
            mark = block
        }
    }

    /// Locks the pages again in a child of fork(2), which inherits the wiped pages but not their locks (mlock(2)).
    private func lockInChild() {
        guard let mark = mark.flatMap(UnsafeMutablePointer<UInt8>.init(bitPattern:)), mark.pointee == 0 else { return }
        for start in chunks { SecretMemory.lock(start, Self.chunk) }
        mark.pointee = 1
    }
}
