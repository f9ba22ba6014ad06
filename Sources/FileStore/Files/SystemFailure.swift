internal import Glibc

/// What a system call answered.
struct SystemFailure: Error, Equatable {
    /// Its name, such as `renameat`.
    let function: String
    /// `errno`.
    let number: Int32

    /// The system's words for it, as they stand within a sentence.
    var text: String {
        guard let words = strerror(number) else { return "error \(number)" }
        return String(cString: words).lowercasedFirst
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
