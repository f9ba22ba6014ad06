import Core

/// An address from a page, a Location field or a user. Its normalised form is visible ASCII, parses to the same address, and
/// has the same origin.
@Sendable func checkWebURL(_ input: FuzzInput) throws {
    let text = input.text
    let base = try Surroundings.base()
    try checkAddress({ () throws(FedauthError) in try WebURL(text) }, base)
    try checkAddress({ () throws(FedauthError) in try base.resolving(text) }, base)
    try checkAddress({ () throws(FedauthError) in try WebURL(argument: text) }, base)
    guard let finish = try attempt({ () throws(FedauthError) in try FinishEndpoint(argument: text) }) else { return }
    try require(!finish.isPortFree || finish.url.origin.isLoopback, "a free port of '\(finish.url.host)'")
}

private func checkAddress(_ reading: () throws(FedauthError) -> WebURL, _ base: WebURL) throws {
    guard let url = try attempt(reading) else { return }
    let spelling = url.withFragment
    try require(spelling.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "not visible: \(spelling.debugDescription)")
    try require(!url.origin.host.contains { "@/\\?#%".contains($0) }, "no host: \(url.origin.host)")
    let read = try again("'\(spelling)' is not read again") { try WebURL(spelling) }
    try require(read == url && read.withFragment == spelling, "'\(spelling)' becomes '\(read.withFragment)'")
    try require(try base.resolving(url.description).origin == url.origin, "'\(spelling)' moves to another origin")
    try require(FinishEndpoint(url).matches(url), "'\(spelling)' does not match itself")
}
