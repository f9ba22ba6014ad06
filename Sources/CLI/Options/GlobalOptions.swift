import ArgumentParser

/// Options that every command has.
struct GlobalOptions: ParsableArguments {
    @Flag(help: "Print the result or the error as a JSON object on stdout.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only errors on stderr.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print more on stderr: the steps, and what libraries report about an error.")
    var verbose = false

    @Option("when", "Colour: 'auto' (on a terminal, unless NO_COLOR is set), 'always' or 'never'.")
    var color: ColorChoice = .auto

    @Flag(help: "Never ask anything: fail with exit status 4 instead, naming what is missing.")
    var noInput = false

    @Option("file", "The configuration file.", completion: .file())
    var config: String?
}
