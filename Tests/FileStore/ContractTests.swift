import Support
import Testing

struct ContractTests {
    @Test func `the file keeps the contract of every store`() throws {
        let scratch = ScratchStore()
        try StoreContract(scratch.store(), clock: scratch.clock).run(longest: 16 << 20)
    }

    @Test func `the store in memory keeps it too`() throws {
        let clock = TestClock()
        try StoreContract(MemoryStore(clock: clock), clock: clock).run(longest: 16 << 20)
    }

    @Test func `every command a process of its own keeps it, with the key in the kernel`() throws {
        let scratch = ScratchStore()
        try scratch.store(usesCache: true).initialise()
        try StoreContract(scratch.store(usesCache: true, asks: false), clock: scratch.clock).run(
            longest: 1 << 10)
        try scratch.store(usesCache: true).lock()
    }
}
