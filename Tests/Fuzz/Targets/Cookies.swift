import Secrets

@testable import Core

/// Set-Cookie fields, one on each line; a line that begins with the byte 1 is the address of the following responses. An
/// accepted cookie belongs to the server that set it, fits into a header field, and is the same in a store and as JSON.
@Sendable func checkCookies(_ input: FuzzInput) throws {
    let suffixes = FewSuffixes()
    var url = try Surroundings.base()
    var jar = CookieJar()
    for line in input.parts(separatedBy: 0x0A, maximum: 64) {
        if line.bytes.first == 1 {
            url = (try? WebURL(String(decoding: line.bytes.dropFirst(), as: UTF8.self))) ?? url
            continue
        }
        jar.store(
            Response(status: 200, url: url, setCookies: [line.secret]), suffixes: suffixes, now: Surroundings.now)
        let traced = Redaction(showsSecrets: false).setCookie(line.secret)
        try require(traced == traced.printable, "a trace shows \(traced.debugDescription)")
    }
    for cookie in jar.cookies {
        try require(cookie.isFor(host: cookie.setBy.host), "'\(cookie.domain)' is not for '\(cookie.setBy.host)'")
        try requireSendable(cookie)
        let stated = try again("the cookie '\(cookie.name)' is not JSON") { try read(cookie.json) }
        guard let other = try? CookieJSONReader(stated).cookie(suffixes: suffixes, now: Surroundings.now) else {
            continue
        }
        try requireSame(other, cookie)
    }
    let header = jar.header(for: try Surroundings.base(), now: Surroundings.now)
    try require(
        header?.withBytes { $0.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F } } ?? true,
        "a control character in a field")
    let session = Session(
        name: "n", method: "saml", url: url, user: "u", presenter: "form", obtained: Surroundings.now,
        expires: Surroundings.now, expiryBasis: .assumed, jar: jar)
    let kept = try again("the session is not read again") { try Session(decoding: session.encoded(), entry: "x") }
    try require(kept.jar == jar, "the store has other cookies")
}

/// A cookie that a program prints as JSON: an accepted cookie follows the rules for cookies, and its output parses to the same
/// cookie.
@Sendable func checkCookieStatement(_ input: FuzzInput) throws {
    guard let value = try? input.withBytes({ try JSONReader.parse($0) }) else { return }
    let suffixes = FewSuffixes()
    for object in value.elements ?? [value] {
        let cookie: Cookie
        do throws(CookieJSONReader.Mistake) {
            cookie = try CookieJSONReader(object).cookie(suffixes: suffixes, now: Surroundings.now)
        } catch { continue }
        try requireSendable(cookie)
        try require(cookie.isFor(host: cookie.setBy.host), "'\(cookie.domain)' is not for '\(cookie.setBy.host)'")
        let other = try again("'\(cookie.name)' is not stated again") {
            try CookieJSONReader(try read(cookie.json)).cookie(suffixes: suffixes, now: Surroundings.now)
        }
        try requireSame(other, cookie)
    }
}

/// Returns the value after writing it as JSON text and parsing it.
private func read(_ value: JSONValue) throws -> JSONValue {
    var text = Secret()
    value.write(to: &text)
    return try text.withBytes { try JSONReader.parse($0) }
}

private func requireSendable(_ cookie: Cookie) throws(BrokenProperty) {
    try require(!(cookie.name.isEmpty && cookie.value.isEmpty) && cookie.path.hasPrefix("/"), "nothing, or no path")
    let isClean = cookie.value.withBytes { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x3B } }
    try require(isClean && cookie.path == cookie.path.printable, "'\(cookie.name)' does not fit into a field")
    let prefix = cookie.name.lowercased()
    try require(
        !prefix.hasPrefix("__host-") || cookie.isSecure && cookie.isHostOnly && cookie.path == "/",
        "'\(cookie.name)' breaks its prefix")
    try require(!prefix.hasPrefix("__secure-") || cookie.isSecure, "'\(cookie.name)' breaks its prefix")
}

/// Compares everything except the creation time, and the expiry time beyond a year of four digits.
private func requireSame(_ cookie: Cookie, _ before: Cookie) throws(BrokenProperty) {
    var wanted = before
    wanted.created = cookie.created
    wanted.expires = before.expires.map { max(Timestamp(seconds: 0), min($0, Surroundings.endOfYears)) }
    try require(cookie == wanted, "the cookie '\(before.name)' of '\(before.domain)' becomes another one")
}
