import Core

/// A property that an input has broken: a fault of the parser, or of the property.
struct BrokenProperty: Error, CustomStringConvertible {
    let description: String
}

/// Throws `BrokenProperty` with the words unless the property holds.
func require(_ holds: Bool, _ words: @autoclosure () -> String) throws(BrokenProperty) {
    guard !holds else { return }
    throw BrokenProperty(description: words())
}

/// Returns the value. Throws `BrokenProperty` with the words for nil.
func require<Value>(_ value: Value?, _ words: @autoclosure () -> String) throws(BrokenProperty) -> Value {
    guard let value else { throw BrokenProperty(description: words()) }
    return value
}

/// Returns what `body` reads again. Throws `BrokenProperty` with the words when it throws.
func again<Value>(_ words: @autoclosure () -> String, _ body: () throws -> Value) throws(BrokenProperty) -> Value {
    do {
        return try body()
    } catch {
        throw BrokenProperty(description: "\(words()): \(error)")
    }
}

/// Throws `BrokenProperty` unless a person can read the error: one line of bounded length, with no control character.
func requireReadable(_ error: FedauthError) throws(BrokenProperty) {
    for text in [error.message] + [error.hint].compactMap({ $0 }) {
        try require(!text.isEmpty && text == text.printable, "not printable: \(text.debugDescription)")
        try require(text.utf8.count <= 16_384, "\(text.utf8.count) bytes in a message")
    }
}

/// Whether a check succeeds whose errors are expected. Throws `BrokenProperty` for an error that nobody can read.
func succeeds(_ body: () throws(FedauthError) -> Void) throws(BrokenProperty) -> Bool { try attempt(body) != nil }

/// Runs a parser whose errors are expected, and returns nil for them. Throws `BrokenProperty` for an error that nobody can read.
func attempt<Value>(_ body: () throws(FedauthError) -> Value) throws(BrokenProperty) -> Value? {
    do throws(FedauthError) {
        return try body()
    } catch {
        try requireReadable(error)
        return nil
    }
}
