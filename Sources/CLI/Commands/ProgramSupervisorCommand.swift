import System

/// `fedauth program-supervisor -- PROGRAM ARGUMENT…`: runs the user's own program, and ends it with all processes that
/// it has started when the command that needed it has ended.
struct ProgramSupervisor: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "program-supervisor", abstract: "Keep a program; started by other commands.", shouldDisplay: false)

    var words: [String] = []

    mutating func declare(_ list: OptionList) { list.arguments("words", &words, "") }

    func run() { ProcessSupervisor.serve(words) }
}
