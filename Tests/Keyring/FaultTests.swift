import Testing

/// Tests every operation of the store against a service that fails in one way at one call: the result is right, or an error
/// that says why, and nothing is lost. What a service does not hand out is never "not there".
@Suite(.serialized) struct FaultTests {
    /// An operation of the probe, its right result, and what is in the store afterwards.
    private struct Operation {
        let words: String
        let right: [String]
        var after = before
    }

    private static let before = "a=one b=two"
    private static let reads = [
        Operation(words: "get a", right: ["one"]), Operation(words: "get b", right: ["two"]),
        Operation(words: "list", right: ["a b", "a? b"]), Operation(words: "visit", right: [before]),
        Operation(words: "add a new", right: ["version-conflict"]),
        Operation(words: "git-get url=https://h", right: ["nil"]),
    ]
    private static let changes = [
        Operation(words: "put a new", right: ["version 2"], after: "a=new b=two"),
        Operation(words: "delete a", right: ["true"], after: "b=two"),
    ]
    private static let creations = [
        Operation(words: "put c new", right: ["version 1"], after: "a=one b=two c=new"),
        Operation(words: "add c new", right: ["version 1"], after: "a=one b=two c=new"),
    ]

    /// The faults of a call, and those, with the number of calls, after which another attempt must succeed.
    private static let table: [(call: String, lasting: [String], passing: [String], operations: [Operation])] = [
        (
            "GetSecrets", ["omit", "undecodable", "garble", "fail", "close", "hang"],
            ["omit-1", "undecodable-1", "garble-1", "fail-1", "omit-6", "garble-6"], reads + changes
        ),
        ("OpenSession", ["lost", "fail", "close", "hang"], ["lost-1", "fail-1"], reads + changes + creations),
        ("SearchItems", ["fail", "close", "hang"], [], reads + changes + creations),
        ("CreateItem", ["fail", "close", "hang"], ["fail-1"], creations),
        ("SetSecret", ["fail", "close", "hang"], ["fail-1"], [changes[0]]),
        ("Delete", ["fail", "close", "hang"], [], [changes[1]]),
        ("ReadAlias", ["fail", "hang"], [], creations),
        ("Locked", ["fail", "hang"], [], creations),
    ]

    /// Runs each operation with the fault, and returns its result and what the store has afterwards.
    private func run(_ rounds: [(fault: String, operation: Operation)]) -> [(result: String, after: String)] {
        let lines = Session(option: "--no-service").run(
            """
            before() {
                [ "$(service_pid)" ] || mock faults
                rm -f $MOCK_LOG.faults
                case "$(probe visit)" in "\(Self.before)") return ;; esac
                kill -9 $ring_pid; while [ "$(service_pid)" ]; do sleep 0.02; done
                rm -f $MOCK_LOG.items; mock faults
                probe put a one >/dev/null; probe put b two >/dev/null
            }
            round() {
                before; echo "$1" >$MOCK_LOG.faults
                case $1 in hang*) export PROBE_DEADLINE=250 ;; esac
                shift; probe "$@"
                rm -f $MOCK_LOG.faults
                if [ "$PROBE_DEADLINE" ]; then
                    kill -9 $ring_pid; while [ "$(service_pid)" ]; do sleep 0.02; done; unset PROBE_DEADLINE
                fi
                [ "$(service_pid)" ] || mock faults
                probe visit
            }
            mock faults
            \(rounds.map { "round '\($0.fault)' \($0.operation.words)" }.joined(separator: "\n"))
            """)
        #expect(lines.count == 2 * rounds.count, "\(lines)")
        return stride(from: 0, to: lines.count - 1, by: 2).map { (lines[$0], lines[$0 + 1]) }
    }

    @Test(arguments: 0..<table.count) func `a fault is survived or said, and nothing is lost`(row: Int) {
        let (call, lasting, _, operations) = Self.table[row]
        let rounds = lasting.flatMap { fault in
            // A service that ends or hangs is the same for all operations that make the call, and takes time.
            let isSlow = ["close", "hang"].contains(fault)
            return operations.enumerated().filter { !isSlow || $0.offset % 3 == 0 }.map {
                (fault: "\(fault) \(call)", operation: $0.element)
            }
        }
        let errors = ["timed-out 6", "store-unavailable 8", "store-locked 12", "store-damaged 14", "entry-withheld 14"]
        for (round, (result, after)) in zip(rounds, run(rounds)) {
            let isRight = round.operation.right.contains { result.hasPrefix($0) }
            #expect(
                isRight || errors.contains { result.hasPrefix($0) },
                "\(round.fault), \(round.operation.words): \(result)")
            #expect(
                after == (isRight ? round.operation.after : Self.before),
                "\(round.fault), \(round.operation.words): \(result), then \(after)")
        }
    }

    @Test func `a fault that passes is not seen`() {
        let rounds = Self.table.flatMap { call, _, passing, operations in
            passing.flatMap { fault in operations.map { (fault: "\(fault) \(call)", operation: $0) } }
        }
        for (round, (result, after)) in zip(rounds, run(rounds)) {
            #expect(
                round.operation.right.contains { result.hasPrefix($0) } && !result.contains("?"),
                "\(round.fault), \(round.operation.words): \(result)")
            #expect(after == round.operation.after, "\(round.fault), \(round.operation.words): \(after)")
        }
    }

    @Test func `a credential that is withheld is not missing, and another server's does not matter`() {
        let lines = Session(option: "--no-service").run(
            """
            mock faults
            url() { printf 'url=https://%s\\n' $1; }
            probe git-put "$(url u:p@h)"; probe git-put "$(url u:p@other)"
            for fault in omit undecodable garble; do
                echo "$fault GetSecrets" >$MOCK_LOG.faults
                probe git-get "$(url h)"; probe git-put "$(url u:q@h)"; probe git-get "$(url other)"
                probe git-get "$(url nowhere)"
                rm $MOCK_LOG.faults; probe git-get "$(url h)"
            done
            """)
        let round = ["entry-withheld 14", "entry-withheld 14", "p", "nil", "p"]
        let garbled = ["store-damaged 14", "store-damaged 14", "p", "nil", "p"]
        let starts = ["p", "p"] + round + round + garbled
        #expect(lines.count == starts.count, "\(lines)")
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(lines)") }
    }

    @Test func `what is damaged, withheld or doubled is named, leaves the others alone, and is mended`() {
        let lines = Session(option: "--no-service").run(
            """
            edit() {
                end_ring
                python3 -c "import json; f = '$MOCK_LOG.items'; items = json.load(open(f)); $1; json.dump(items, open(f, 'w'))"
                mock faults
            }
            mock faults; probe put a one; probe put b two; echo "omit GetSecrets" >$MOCK_LOG.faults
            probe list; probe get b; probe verify; probe recover; probe delete a; rm $MOCK_LOG.faults; probe list
            probe put c old; cp $MOCK_LOG.items $MOCK_LOG.items.old; probe put c new
            edit "items.append(json.load(open(f + '.old'))[-1])"
            probe list; probe get c; probe put c x; probe get b; probe recover; probe list; probe get c
            edit "items[0][1] = '6465'"
            probe list; probe get b; probe put b x; probe get c; probe recover; probe delete b; probe list
            """)
        let starts = [
            "version 1", "version 1", "a? b", "two", "unreadable: a", "lost: a doubled: ", "true", "b", "version 1",
            "version 2", "b c?", "store-damaged 14", "store-damaged 14", "two", "lost:  doubled: c", "b c", "new",
            "b? c", "store-damaged 14", "store-damaged 14", "new", "lost: b doubled: ", "true", "c",
        ]
        #expect(lines.count == starts.count, "\(lines)")
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
    }
}
