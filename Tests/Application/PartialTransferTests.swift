import Application
import Core
import Support
import Testing

/// Tests the rules for continuing a file that an earlier transfer left.
struct PartialTransferTests {
    private func head(_ status: Int = 206, _ fields: [(String, String)] = []) throws -> Response {
        Response(
            status: status, url: try WebURL("https://files.example.org/x"),
            headers: fields.map { (name: $0.0, value: $0.1) })
    }

    /// Receives this response after a part of 5 bytes of the version "one", and returns the position of its content.
    private func goOn(_ fields: [(String, String)], _ counts: [Int] = [5]) throws -> Int64 {
        var transfer = PartialTransfer(size: 5, version: "\"one\"")
        let start = try transfer.begin(try head(206, fields))
        for count in counts { try transfer.receive(count) }
        try transfer.checkEnd()
        return start
    }

    // MARK: what was left

    @Test func withoutAPartAFileBeginsAtItsBeginning() throws {
        for var transfer in [
            PartialTransfer(), PartialTransfer(size: 0, version: "\"one\""),
            PartialTransfer(size: 5, version: PartVersion.withFields),
        ] {
            #expect(transfer.offset == 0 && transfer.version == nil)
            #expect(try transfer.begin(head(206, [("content-range", "bytes 7-9/10")])) == 0)
            try transfer.receive(1)
            try transfer.checkEnd()
            #expect(try transfer.mayBeReplaced(by: head(404)) && transfer.received == 1)
        }
    }

    @Test func aPartIsContinuedAfterItsLastByte() {
        let transfer = PartialTransfer(size: 5, version: "\"one\"")
        #expect(transfer.offset == 5 && transfer.version == "\"one\"")
        #expect(PartialTransfer(size: 5, version: nil).offset == 5)
    }

    @Test(arguments: [(200, true), (206, true), (203, false), (204, false), (302, false), (404, false), (416, false)])
    func onlyContentReplacesAPart(_ status: Int, _ isAllowed: Bool) throws {
        #expect(try PartialTransfer(size: 5, version: nil).mayBeReplaced(by: head(status)) == isAllowed)
    }

    @Test(arguments: [
        (416, "bytes */5", true), (416, "bytes */4", false), (416, "", false), (416, "bytes */15", false),
        (404, "bytes */5", false),
    ])
    func aPartIsWholeWhenTheServerHasNoMore(_ status: Int, _ range: String, _ isWhole: Bool) throws {
        let head = try head(status, [("content-range", range)])
        #expect(PartialTransfer(size: 5, version: nil).isWhole(after: head) == isWhole)
        #expect(!PartialTransfer().isWhole(after: head))
    }

    // MARK: what the server sends

    @Test func theWholeContentBeginsAnew() throws {
        var transfer = PartialTransfer(size: 5, version: "\"one\"")
        #expect(try transfer.begin(head(200, [("etag", "\"two\""), ("content-range", "bytes 7-9/10")])) == 0)
        try transfer.receive(1000)
        try transfer.checkEnd()
    }

    @Test(arguments: ["bytes 5-9/10", "Bytes 5-9/*"]) func theRestFollowsThePart(_ range: String) throws {
        #expect(try goOn([("content-range", range), ("etag", "\"one\"")]) == 5)
        #expect(try goOn([("content-range", range), ("content-encoding", "Identity")], [2, 3]) == 5)
        #expect(try goOn([("content-range", range), ("last-modified", "later")]) == 5)
    }

    @Test(arguments: [
        "", "bytes 5-", "bytes 5-9", "bytes 4-9/10", "bytes 6-9/10", "bytes 50-54/55", "bytes 5-9/9", "bytes 5-4/10",
        "bytes 5-99999999999999999999/*", "bytes 5-9223372036854775807/*", "bytes +5-9/10", "items 5-9/10",
        "bytes */10", "bytes 5-9/10/10", "bytes 5-9-9/10", "bytes 5-9/",
    ])
    func anotherRangeIsNotJoined(_ range: String) {
        let error = failure { _ = try goOn([("content-range", range)]) }
        #expect(error?.code == .badAnswer && error?.hint == PartialTransfer.beginningAnew, "\(range)")
        #expect(error?.message == "'files.example.org' continues at another place than requested", "\(range)")
    }

    @Test(arguments: [
        ("etag", "\"two\"", "another version"), ("etag", "W/\"one\"", "another version"),
        ("content-encoding", "gzip", "compressed content"),
    ])
    func contentOfAnotherKindIsNotJoined(_ name: String, _ value: String, _ words: String) {
        let error = failure { _ = try goOn([("content-range", "bytes 5-9/10"), (name, value)]) }
        #expect(error?.code == .badAnswer && error?.message.contains("continues with \(words)") == true)
    }

    @Test(arguments: [[6], [5, 1], [0, 2, 4]]) func moreThanTheRangeIsNotTaken(_ counts: [Int]) {
        let error = failure { _ = try goOn([("content-range", "bytes 5-9/10")], counts) }
        #expect(error?.code == .badAnswer && error?.message.contains("more content than the range") == true)
    }

    @Test(arguments: [("bytes 5-9/10", [3]), ("bytes 5-7/10", [3]), ("bytes 5-9/10", [])])
    func aRestThatEndsEarlyIsNotTheFile(_ range: String, _ counts: [Int]) {
        let error = failure { _ = try goOn([("content-range", range)], counts) }
        #expect(error?.code == .badAnswer && error?.message.contains("ended before the file did") == true)
    }

    // MARK: versions

    @Test(
        arguments: [
            ([("etag", "\"one\""), ("last-modified", "then")], "\"one\""),
            ([("etag", "W/\"weak\""), ("last-modified", "then")], "then"), ([("etag", "W/\"weak\"")], nil), ([], nil),
            ([("etag", "\"" + String(repeating: "x", count: 1023))], nil),
        ] as [([(String, String)], String?)])
    func theVersionOfAResponseIsItsStrongTagOrItsDate(_ fields: [(String, String)], _ version: String?) throws {
        #expect(try PartVersion.of(head(200, fields)) == version)
    }

    /// Another program may have written the file.
    @Test(
        arguments: [
            ("\"one\"", "\"one\""), ("", nil), ("a\r\nX: y", nil), ("a\u{7F}", nil), ("\u{E4}", nil),
            (String(repeating: "x", count: 1024), nil),
        ] as [(String, String?)])
    func aStoredVersionCannotInjectAField(_ text: String, _ version: String?) {
        #expect(PartVersion.read(text) == version)
    }
}
