import Glibc
import Synchronization
import System

@testable import FileStore

/// Counts the system calls of a store, and makes one of them fail. `Tests/Torture` kills the real program at each of them, and
/// lets each transfer only a part.
final class FaultyFiles: Sendable {
    enum Fault: Sendable, CustomStringConvertible {
        /// The call fails once with this error.
        case error(Int32)
        /// The call and all later calls fail with this error, as on a full disk.
        case lasting(Int32)
        /// Runs a closure before the call, such as a write of another process.
        case meanwhile(@Sendable () -> Void)

        var description: String {
            switch self {
            case .error(let number): "error \(number)"
            case .lasting(let number): "lasting error \(number)"
            case .meanwhile: "meanwhile"
            }
        }
    }

    private let fault: Fault
    private let step: Int
    private let steps = Atomic<Int>(0)

    init(_ fault: Fault, at step: Int) {
        self.fault = fault
        self.step = step
    }

    /// Whether the fault was reached.
    var wasReached: Bool { steps.load(ordering: .relaxed) >= step }

    /// The system calls, one of which fails.
    var calls: PosixFiles { calls(withoutLinks: nil) }

    /// The same on a file system that refuses links by this error, and syncs no folder.
    func calls(withoutLinks refusal: Int32?) -> PosixFiles {
        PosixFiles(before: { [self] (function) throws(SystemFailure) in
            let now = steps.add(1, ordering: .relaxed).newValue
            switch fault {
            case .error(let number): if now == step { throw SystemFailure(function: function, number: number) }
            case .lasting(let number): if now >= step { throw SystemFailure(function: function, number: number) }
            case .meanwhile(let happens): if now == step { happens() }
            }
            guard let refusal else { return }
            if function == "linkat" { throw SystemFailure(function: function, number: refusal) }
            if function.contains("folder") { throw SystemFailure(function: function, number: EINVAL) }
        })
    }
}
