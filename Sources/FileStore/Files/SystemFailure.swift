internal import Glibc

/// The failure of a system call.
struct SystemFailure: Error, Equatable {
    /// The name of the call, such as `renameat`.
    let function: String
    /// `errno`.
    let number: Int32

    /// The system's description of the error, for use within a sentence.
    var text: String {
        guard let words = strerror(number) else { return "error \(number)" }
        return String(cString: words).lowercasedFirst
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
