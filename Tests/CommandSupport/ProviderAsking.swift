import FoundationEssentials
import Glibc
import Testing

/// What suites need that ask a provider, a program of the user's own.
protocol ProviderAsking {
    var home: Home { get }
    var server: BasicServer { get }
}

extension ProviderAsking {
    static var password: String { "Circle of Life" }
    static var basic: String { "Basic " + Data(("ada:" + password).utf8).base64EncodedString() }
    static var answer: String {
        #"{"type":"headers","headers":[{"Authorization":"\#(basic)"},{"X-Asked":"no"}]}"#
    }

    /// Writes a program for a shell that records each question and then runs this text.
    func program(_ text: String) throws -> String {
        let path = try home.file("provider", "#!/bin/bash\nread -r told; echo \"$told\" >> $HOME/told\n\(text)\n")
        chmod(path, 0o700)
        return path
    }

    /// Returns the values of a member in all questions so far, as text.
    func told(_ member: String) throws -> [String] {
        guard access(home.path + "/told", F_OK) == 0 else { return [] }
        return try Files.text(home.path + "/told").split(separator: "\n").map { line in
            let value = line.components(separatedBy: "\"\(member)\":").dropFirst().first ?? ""
            return String(value.prefix { $0 != "," && $0 != "}" }).replacing("\"", with: "")
        }
    }

    func request(_ program: String, _ path: String = "/basic", _ more: [String] = []) throws -> Outcome {
        try home.fedauth(["request", server.main + path, "--no-input", "--fail", "--provider", program] + more)
    }
}
