/// Options that every command has.
struct GlobalOptions: OptionGroup {
    var json = false
    var quiet = false
    var verbose = false
    var color: ColorChoice = .auto
    var noInput = false
    var config: String?

    mutating func declare(_ list: OptionList) {
        list.flag("json", &json, "Print the result or the error as a JSON object on stdout.", mustBeTyped: true)
        list.flag("quiet", &quiet, "Print only errors on stderr.", short: "q")
        list.flag(
            "verbose", &verbose, "Print more on stderr: the steps, and what libraries report about an error.",
            short: "v")
        list.option(
            "color", &color, "when", "Colour: 'auto' (on a terminal, unless NO_COLOR is set), 'always' or 'never'.")
        list.flag("no-input", &noInput, "Never ask anything: fail with exit status 4 instead, naming what is missing.")
        list.option("config", &config, "file", "The configuration file.", completion: .file, mustBeTyped: true)
    }
}
