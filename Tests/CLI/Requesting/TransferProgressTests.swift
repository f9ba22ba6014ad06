import Testing

@testable import CLI

struct TransferProgressTests {
    @Test(
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (99_999, "99.9 kB"), (100_000, "100 kB"),
            (1_500_000, "1.5 MB"), (Int64.max, "9.2 EB"),
        ] as [(Int64, String)]) func sizesAreShort(_ bytes: Int64, _ text: String)
    {
        #expect(TransferProgress.size(bytes) == text)
    }
}
