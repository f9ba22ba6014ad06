import Testing

/// What suites need that have their requests echoed.
protocol EchoRequesting {
    var lab: Lab { get }
    var home: Home { get }
}

extension EchoRequesting {
    func echo(_ words: String..., input: String = "") throws -> Lab.Echo {
        let outcome = try home.fedauth(["request", try lab.page("/echo")] + words + ["--no-input"], input: input)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        return try Lab.Echo(outcome)
    }
}
