public import Secrets

/// Asks the person at the terminal. Throws `input-needed`, naming what is missing, when nobody can be asked, and
/// `cancelled` at end of input.
public protocol Prompter: AnyObject {
    /// True when a question would reach somebody.
    var canAsk: Bool { get }

    /// One line of text. `isSecret`: not echoed.
    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret

    /// Yes or no; no is the default.
    func confirm(_ question: String) throws(FedauthError) -> Bool
}

/// What a command says while it works; goes to stderr and never holds a secret.
public protocol Reporter: AnyObject {
    /// Something worth knowing; silent with `--quiet`.
    func note(_ text: String)
    /// What somebody has to do for the command to go on, such as opening an address: said with `--quiet`, too.
    func instruct(_ text: String)
    /// Something that may be wrong.
    func warning(_ text: String)
    /// A detail; shown by `--verbose`.
    func detail(_ text: String)
    /// What the last note said is waited for has not come yet. To be called about every second, so that somebody who
    /// looks on sees that it goes on, and for how long it has.
    func stillWaiting()
    /// The wait has ended, well or not.
    func waitIsOver()
}

extension Reporter {
    /// As a note, where nothing is silent.
    public func instruct(_ text: String) { note(text) }
}
