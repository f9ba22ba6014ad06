internal import Core
internal import Crypto
internal import System

/// The stores that this machine has opened under the name of a program: one file for each in a folder of `seen/`. Thus a
/// store that is missing or exchanged is noticed, and the keys of all of them can be forgotten without the program.
struct KnownStores {
    private let folder: String
    private let files: PosixFiles

    init(of program: String, stateFolder: String, _ files: PosixFiles) throws(FedauthError) {
        let name = try Digest.sha256.hash(Array("fedauth-program".utf8) + Array(program.utf8))
        folder = stateFolder + "/seen/" + Hexadecimal.text(Array(name.prefix(16))) + ".stores"
        self.files = files
    }

    /// The identifiers of all stores, in no order.
    var all: [[UInt8]] { RollbackGuard.identifiers(in: folder) }

    /// The identifier of the store that was made, or accepted, last.
    var last: [UInt8]? { all.max { turn($0) < turn($1) } }

    /// Records that this is the store now.
    func remember(_ storeID: [UInt8]) {
        guard storeID != last else { return }
        let turn = (all.map(turn).max() ?? 0) &+ 1
        guarding(storeID).remember(.init(generation: turn, checksum: storeID))
    }

    /// The later a store was recorded, the greater is the number.
    private func turn(_ storeID: [UInt8]) -> UInt64 { guarding(storeID).newest()?.generation ?? 0 }

    private func guarding(_ storeID: [UInt8]) -> RollbackGuard {
        RollbackGuard(folder: folder, storeID: storeID, files: files, cacheBackend: nil)
    }
}
