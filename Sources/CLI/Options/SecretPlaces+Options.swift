import Application

extension SecretPlaces {
    /// The passphrase of a file that is imported or exported; not the passphrase of the store.
    mutating func declarePassphrase(_ list: OptionList) {
        list.option("passphrase-file", &file, "file", "Read the passphrase from this file.", completion: .file)
        list.option("passphrase-fd", &descriptor, "number", "Read the passphrase from this descriptor.")
        list.flag("passphrase-stdin", &isStdin, "Read the passphrase from stdin.")
    }
}
