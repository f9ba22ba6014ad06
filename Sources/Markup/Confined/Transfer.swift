internal import Core
internal import Secrets

/// Values on their way to another process, or from it. A type lists its fields once, for both directions, so that they
/// cannot differ. What is read may come from code of an attacker: it is checked for its form, and its content is as
/// little trusted as the document from which it was made.
struct Transfer: ~Copyable {
    /// What is read is not what `pass` writes.
    struct Fault: Error {}

    /// Whether `pass` sets values.
    let isReading: Bool
    private var bytes: Secret
    private var position = 0

    /// Begins to write.
    init() {
        isReading = false
        bytes = Secret()
    }

    /// Begins to read.
    init(_ received: consuming Secret) {
        isReading = true
        bytes = received
    }

    /// Returns what was written.
    consuming func finish() -> Secret { bytes }

    /// The number of bytes that are not read yet.
    var left: Int { bytes.count - position }

    /// Passes a number.
    mutating func pass(_ number: inout Int64) throws(Fault) {
        guard isReading else { return withUnsafeBytes(of: number) { bytes.append($0) } }
        number = try take(MemoryLayout<Int64>.size) { $0.loadUnaligned(as: Int64.self) }
    }

    /// Passes the bytes of a secret.
    mutating func pass(_ secret: inout SharedSecret) throws(Fault) {
        var count = secret.count
        try pass(&count)
        guard isReading else { return secret.withBytes { bytes.append($0) } }
        secret = try take(count) { SharedSecret(copying: $0) }
    }

    /// Passes a text.
    mutating func pass(_ text: inout String) throws(Fault) {
        var count = text.utf8.count
        try pass(&count)
        guard isReading else { return bytes.append(text) }
        text = try take(count) { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func take<Value>(_ count: Int, _ read: (UnsafeRawBufferPointer) -> Value) throws(Fault) -> Value {
        guard count >= 0, count <= left else { throw Fault() }
        let start = position
        position += count
        return bytes.withBytes { read(UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)])) }
    }

    /// Passes a value.
    mutating func pass<Value: Transferable>(_ value: inout Value) throws(Fault) { try Value.pass(&value, by: &self) }

    /// Passes these fields of a value, in this order.
    mutating func pass<Value, each Field: Transferable>(
        _ fields: repeat WritableKeyPath<Value, each Field>, of value: inout Value
    ) throws(Fault) {
        for field in repeat each fields { try pass(&value[keyPath: field]) }
    }
}

/// A value that `Transfer` passes.
protocol Transferable {
    /// Any value; it is replaced when one is read.
    static var blank: Self { get }
    /// Passes each field of `value`. Writes at least one byte, so that a count cannot be larger than what came.
    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault)
}

extension Int: Transferable {
    static var blank: Int { 0 }

    static func pass(_ value: inout Int, by transfer: inout Transfer) throws(Transfer.Fault) {
        var number = Int64(value)
        try transfer.pass(&number)
        guard let read = Int(exactly: number) else { throw Transfer.Fault() }
        value = read
    }
}

extension Bool: Transferable {
    static var blank: Bool { false }

    static func pass(_ value: inout Bool, by transfer: inout Transfer) throws(Transfer.Fault) {
        var number: Int64 = value ? 1 : 0
        try transfer.pass(&number)
        value = number != 0
    }
}

extension String: Transferable {
    static var blank: String { "" }

    static func pass(_ value: inout String, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value)
    }
}

extension SharedSecret: Transferable {
    static var blank: SharedSecret { SharedSecret(text: "") }

    static func pass(_ value: inout SharedSecret, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value)
    }
}

extension Optional: Transferable where Wrapped: Transferable {
    static var blank: Wrapped? { nil }

    static func pass(_ value: inout Wrapped?, by transfer: inout Transfer) throws(Transfer.Fault) {
        var isThere = value != nil
        try transfer.pass(&isThere)
        guard isThere else {
            value = nil
            return
        }
        var wrapped = value ?? Wrapped.blank
        try transfer.pass(&wrapped)
        value = wrapped
    }
}

extension Array: Transferable where Element: Transferable {
    static var blank: [Element] { [] }

    static func pass(_ value: inout [Element], by transfer: inout Transfer) throws(Transfer.Fault) {
        var count = value.count
        try transfer.pass(&count)
        guard transfer.isReading else {
            for var element in value { try transfer.pass(&element) }
            return
        }
        guard count >= 0, count <= transfer.left else { throw Transfer.Fault() }
        value = []
        for _ in 0..<count {
            var element = Element.blank
            try transfer.pass(&element)
            value.append(element)
        }
    }
}

extension Transferable where Self: RawRepresentable, RawValue == String {
    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        var word = value.rawValue
        try transfer.pass(&word)
        guard let read = Self(rawValue: word) else { throw Transfer.Fault() }
        value = read
    }
}

extension FedauthError: Transferable {
    static var blank: FedauthError { FedauthError(.badAnswer, "") }

    /// The errors of readers. Another one counts as `bad-answer`.
    private static let codes: [ErrorCode] = [.badAnswer, .refused, .usage, .other]

    static func pass(_ value: inout FedauthError, by transfer: inout Transfer) throws(Transfer.Fault) {
        var (name, message, hint, causes) = (value.code.name, value.message, value.hint, value.causes)
        var (serverCode, finish, isUnanswered) = (value.serverCode, value.finish?.description, value.isUnanswered)
        try transfer.pass(&name)
        try transfer.pass(&message)
        try transfer.pass(&hint)
        try transfer.pass(&causes)
        try transfer.pass(&serverCode)
        try transfer.pass(&finish)
        try transfer.pass(&isUnanswered)
        value = FedauthError(codes.first { $0.name == name } ?? .badAnswer, message, hint: hint, causes: causes)
        (value.serverCode, value.isUnanswered) = (serverCode, isUnanswered)
        value.finish = finish.flatMap { try? WebURL($0) }
    }
}
