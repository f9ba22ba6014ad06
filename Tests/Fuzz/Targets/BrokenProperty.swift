import Core

/// A property that does not hold for an input: an error in the parser, or in the property.
struct BrokenProperty: Error, CustomStringConvertible {
    let description: String
}

/// Throws `BrokenProperty` with this text unless the property holds.
func require(_ holds: Bool, _ words: @autoclosure () -> String) throws(BrokenProperty) {
    guard !holds else { return }
    throw BrokenProperty(description: words())
}

/// Returns the value. Throws `BrokenProperty` with this text for nil.
func require<Value>(_ value: Value?, _ words: @autoclosure () -> String) throws(BrokenProperty) -> Value {
    guard let value else { throw BrokenProperty(description: words()) }
    return value
}

/// Returns the result of parsing again. Throws `BrokenProperty` with this text if `body` throws.
func again<Value>(_ words: @autoclosure () -> String, _ body: () throws -> Value) throws(BrokenProperty) -> Value {
    do {
        return try body()
    } catch {
        throw BrokenProperty(description: "\(words()): \(error)")
    }
}

/// Throws `BrokenProperty` unless the error is readable: one line of bounded length, without control characters.
func requireReadable(_ error: FedauthError) throws(BrokenProperty) {
    for text in [error.message] + [error.hint].compactMap({ $0 }) {
        try require(!text.isEmpty && text == text.printable, "not printable: \(text.debugDescription)")
        try require(text.utf8.count <= 16_384, "\(text.utf8.count) bytes in a message")
    }
}

/// Returns whether a check succeeds whose errors are expected. Throws `BrokenProperty` for an unreadable error.
func succeeds(_ body: () throws(FedauthError) -> Void) throws(BrokenProperty) -> Bool { try attempt(body) != nil }

/// Runs a parser whose errors are expected, and returns nil for them. Throws `BrokenProperty` for an unreadable error.
func attempt<Value>(_ body: () throws(FedauthError) -> Value) throws(BrokenProperty) -> Value? {
    do throws(FedauthError) {
        return try body()
    } catch {
        try requireReadable(error)
        return nil
    }
}
