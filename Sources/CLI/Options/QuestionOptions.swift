import ArgumentParser

/// The answers to what a login asks besides user name and password, and whether a typed password is kept.
struct QuestionOptions: ParsableArguments {
    @Option(
        "entry",
        "Fill in one-time codes from this entry of the store. The entry is a key of kind totp.",
        completion: .entryNames)
    var totp: String?

    @Option(
        "name=source",
        "Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or "
            + "text:VALUE. Repeat it for more fields.", completion: .fieldSources)
    var field: [String] = []

    @Flag(help: "Store a typed password after the sign-in has succeeded.")
    var remember = false
}
