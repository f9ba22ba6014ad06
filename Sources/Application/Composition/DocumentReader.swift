public import Core
internal import Markup

extension EnvironmentVariables {
    /// Whether documents are read in confined processes; `FEDAUTH_CONFINE` can say no.
    public var confinesReaders: Bool { isOn("FEDAUTH_CONFINE", without: true) }

    /// Reads pages and messages of servers, in confined processes unless `FEDAUTH_CONFINE` says no.
    public var documentReader: any MarkupReader & SecurityTokenReader {
        confinesReaders ? ConfinedReader() : LibXMLReader()
    }
}
