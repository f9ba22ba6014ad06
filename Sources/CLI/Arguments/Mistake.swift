import Core

/// Why words are no command line: one sentence, no capital, no full stop.
struct Mistake: Error {
    /// The kinds that `Hint` has advice for.
    enum Kind { case unknownOption, surplus, missingArgument, refusedValue, other }

    let kind: Kind
    let what: String
    /// The option or argument at fault.
    var argument: Argument?
    /// The value that is refused.
    var value: String?
    /// The setting that is refused; nil where a typed word is.
    var setting: Profile.Setting?

    init(_ what: String) { self.init(.other, what) }

    init(_ kind: Kind, _ what: String, _ argument: Argument? = nil, value: String? = nil) {
        self.kind = kind
        self.what = what.folded(to: 250)
        self.argument = argument
        self.value = value
    }
}

/// What words request in place of a command.
enum WordRequest: Error { case help, version }
