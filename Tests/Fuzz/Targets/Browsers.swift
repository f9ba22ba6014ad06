import CPOSIX
import Glibc
import Secrets

@testable import Browser
@testable import Core

/// Messages of a browser on its debugging pipe. Cookies and requests follow their rules, the conversation ends with the pipe,
/// and errors are readable.
@Sendable func checkDevTools(_ input: FuzzInput) throws {
    guard let browser = EndedBrowser(saying: input.bytes) else { return }
    let connection = browser.connection
    let answer = try attempt { () throws(FedauthError) in try connection.call("Storage.getCookies") }
    if let answer { try checkBrowserCookies(answer) }
    for _ in 0..<10_000 {
        guard let event = try attempt({ () throws(FedauthError) in try connection.event(within: 0) }) ?? nil else {
            return
        }
        try require(BrowserWindow.events.contains(event.method), "the event '\(event.method)' was not wanted")
        if let request = PageRequest(event.parameters, session: "s", window: "w") { try checkRequest(request) }
        if let words = event.parameters["errorText"]?.text {
            try requireReadable(PageFailure.error(words, at: event.parameters["url"]?.text ?? ""))
        }
    }
    throw BrokenProperty(description: "the events do not end")
}

private func checkBrowserCookies(_ result: JSONValue) throws {
    let jar = BrowserCookies.jar(result, now: Surroundings.now)
    for cookie in jar.cookies {
        let isClean = cookie.value.withBytes { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        try require(isClean && !cookie.name.isEmpty, "'\(cookie.name)' does not fit into a field")
        try require(cookie.isFor(host: cookie.setBy.host), "'\(cookie.domain)' is not for '\(cookie.setBy.host)'")
    }
    // The browser later gets the same names, values and expiry times.
    for cookie in jar.cookies {
        let given = BrowserCookies.parameter(cookie)
        try require(given["name"]?.text == cookie.name && given["value"]?.secret == cookie.value, "another cookie")
        try require(given["expires"]?.integer == cookie.expires?.seconds, "another end")
    }
}

private func checkRequest(_ request: PageRequest) throws {
    if let url = request.url {
        try require(!url.origin.host.contains { "@/\\?#%".contains($0) }, "no host: \(url.origin.host)")
    }
    for field in RelayedFields.request(request) {
        try require(!["host", "connection"].contains(field.name.lowercased()), "'\(field.name)' is handed on")
    }
    try require(request.form == nil || request.isPost, "a form without POST")
}

/// A browser that has sent its messages and exited. Data for it stays in a pipe.
private final class EndedBrowser {
    let connection: DevToolsConnection
    private let reading: Int32

    /// Returns nil if the bytes do not fit into a pipe.
    init?(saying bytes: [UInt8]) {
        var toBrowser: [Int32] = [-1, -1]
        var fromBrowser: [Int32] = [-1, -1]
        guard bytes.count < 60_000, cposix_pipe(&toBrowser) == 0 else { return nil }
        reading = toBrowser[0]
        guard cposix_pipe(&fromBrowser) == 0 else {
            close(toBrowser[1])
            close(reading)
            return nil
        }
        let clock = Surroundings.clock()
        connection = DevToolsConnection(
            DevToolsPipe(DebuggingPipe(takingOwnershipOf: fromBrowser[0], toBrowser[1])),
            events: BrowserWindow.events, deadline: Surroundings.deadline(), clock: clock)
        _ = bytes.withUnsafeBytes { write(fromBrowser[1], $0.baseAddress, $0.count) }
        close(fromBrowser[1])
    }

    deinit { close(reading) }
}
