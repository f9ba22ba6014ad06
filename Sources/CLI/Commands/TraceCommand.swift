import Application
import Core
import System

/// `fedauth trace`.
struct TraceCommand: Command, Documented {
    static let examples: Examples = [
        "fedauth trace sign-in.trace": "Make the page 'sign-in.trace.html' of a trace that was written as text",
        "fedauth trace sign-in.trace -o page.html": "The same, to another file",
        "fedauth request https://service.example.org/ --trace page.html": "Sign in, and write the page at once",
    ]
    static let mainOptions: [String]? = ["output", "json"]
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Make a page of a trace, to look at in a browser.",
        discussion: """
            The page shows who sent what to whom, what fedauth took each answer for and why, forms, cookies, and \
            messages with their times. It has no scripts, loads nothing, and shows no more than the text.
            """)

    static var readsConfiguration: Bool { false }

    var file = ""
    var output: String?

    mutating func declare(_ list: OptionList) {
        list.option(
            "output", &output, "file", "Write the page here instead of beside the trace; '-' is stdout.", short: "o",
            completion: .file)
        list.argument("file", &file, "The trace, of '--trace FILE'.", completion: .file)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let page = TracePage(text: try FileTrace.text(of: file))
        guard !page.isEmpty else {
            throw FedauthError(
                .usage, "'\(file.folded(to: 200))' is no trace",
                hint: "'--trace FILE' of a sign-in writes one; a page that is finished is not read again")
        }
        if output == "-" { return try context.streams.result(page.html) }
        let place = output ?? file + (file.hasSuffix(".html") ? "" : ".html")
        try AtomicFile.checkPlace(place)
        try context.checkResult(place)
        if output != nil, FileNames.place(place) == FileNames.place(file) {
            throw FedauthError(.usage, "the page would replace the trace", hint: "name another file for the page")
        }
        try AtomicFile.write(page.html, to: place)
        try context.report(.sorted(["file": .text(place)]), text: place + "\n")
    }
}
