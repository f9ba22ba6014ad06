import Application
import Core
import Secrets

/// The passphrase of a file that is imported or exported; not the passphrase of the store.
struct PassphraseOptions: OptionGroup {
    var passphraseFile: String?
    var passphraseFd: Int32?
    var passphraseStdin = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "passphrase-file", &passphraseFile, "file", "Read the passphrase from this file.", completion: .file)
        list.option("passphrase-fd", &passphraseFd, "number", "Read the passphrase from this descriptor.")
        list.flag("passphrase-stdin", &passphraseStdin, "Read the passphrase from stdin.")
    }

    func validate() throws(Mistake) {
        guard [passphraseFile != nil, passphraseFd != nil, passphraseStdin].count(where: { $0 }) <= 1 else {
            throw Mistake("the passphrase comes from more than one place")
        }
    }

    /// The option that names the source of the passphrase.
    var namedOption: String? {
        if passphraseFile != nil { return "--passphrase-file" }
        if passphraseFd != nil { return "--passphrase-fd" }
        return passphraseStdin ? "--passphrase-stdin" : nil
    }

    /// The sources that the options name.
    var places: SecretPlaces {
        SecretPlaces(
            secret: "passphrase", option: "--passphrase", isStdin: passphraseStdin, file: passphraseFile,
            descriptor: passphraseFd)
    }

    /// Returns the passphrase. Prompts when no option names one, and twice when it is `new`.
    func passphrase(_ context: CommandContext, _ question: String, new: Bool) throws(FedauthError) -> SharedSecret {
        try PassphraseInput(places, in: context).passphrase(question, new: new)
    }
}
