public import Application
public import ArgumentParser
import Core

/// The options that select a session's cookies, and the format of a cookie file.
struct CookieOptions: ParsableArguments {
    @Option("dialect", "The dialect of the cookie file: portable (default), curl, wget or python.")
    var dialect: CookieFileDialect?

    @Option("url", "Only the cookies that this address gets.")
    var url: String?

    @Flag(help: "The cookies of all hosts of the sign-in, including the identity provider's.")
    var all = false

    /// Throws `usage` for options that contradict one another.
    func check() throws(FedauthError) {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
    }

    var values: CookieSettings {
        var values = CookieSettings()
        values.dialect = dialect ?? .portable
        values.url = url
        values.all = all
        return values
    }
}

extension CookieFileDialect: ExpressibleByArgument {}

extension CookieFormat: ExpressibleByArgument {}

extension HeaderFormat: ExpressibleByArgument {}

extension TokenOutput: ExpressibleByArgument {}

extension ShellChoice: ExpressibleByArgument {
    /// The values, for help and completion.
    public static var allValueStrings: [String] { words }
    /// The same for Tab.
    public static var defaultCompletionKind: CompletionKind { .list(words) }
}
