internal import Core
internal import Markup
internal import System

extension Environment {
    /// Whether documents are read in confined processes; `FEDAUTH_CONFINE` can say no.
    public var confinesReaders: Bool { isOn("FEDAUTH_CONFINE", without: true) }

    /// Reads pages and messages of servers, in confined processes unless `FEDAUTH_CONFINE` says no. Warns once when this machine
    /// does not hold these processes.
    func documentReader(_ reporter: any Reporter) -> any MarkupReader & SecurityTokenReader {
        LibXMLReader(isConfined: confinesReaders) { held in
            if let fault = DocumentConfinement(held).fault {
                reporter.warning(fault + ": " + DocumentConfinement.advice)
            }
        }
    }
}

extension DocumentConfinement {
    /// What holds a process, as it says itself.
    init(_ held: Confinement) {
        self.init(
            isHeldByCalls: held.contains(.calls),
            landlockVersion: held.contains(.files) ? Confinement.landlockVersion : nil)
    }
}
