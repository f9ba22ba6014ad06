public import Application
public import ArgumentParser

extension PresenterName: ExpressibleByArgument {}

extension PresenterChoice: ExpressibleByArgument {
    /// For help and completion.
    public static var allValueStrings: [String] { PresenterName.allValueStrings + [prefix + "PROGRAM"] }
}
