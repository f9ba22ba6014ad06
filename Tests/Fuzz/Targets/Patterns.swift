import Core

/// A name pattern and a name, each on a line: short patterns without brackets are compared with a matcher that tries all
/// possibilities.
@Sendable func checkPattern(_ input: FuzzInput) throws {
    let (first, rest) = input.firstLine
    let (pattern, name) = (Array(first.text.unicodeScalars), Array(rest.text.unicodeScalars))
    let fits = NamePattern(first.text).fits(rest.text)
    try require(NamePattern("*").fits(rest.text), "'*' does not fit")
    guard pattern.count < 12, name.count < 14, !pattern.contains("["), !pattern.contains("\\") else { return }
    try require(fits == fitsByTrying(pattern[...], name[...]), "\(first.text) and \(rest.text): \(fits)")
}

private func fitsByTrying(_ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let part = pattern.first else { return name.isEmpty }
    if part == "*" {
        return fitsByTrying(pattern.dropFirst(), name) || !name.isEmpty && fitsByTrying(pattern, name.dropFirst())
    }
    guard let scalar = name.first, part == "?" || part == scalar else { return false }
    return fitsByTrying(pattern.dropFirst(), name.dropFirst())
}
