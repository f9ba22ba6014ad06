import Application
import Core
import Testing

@testable import CLI

struct CompletionTests {
    private func proposal(_ line: String) -> Proposal {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return Completion(words, environmentNames: ["HOME", "TOKEN"]).proposal
    }

    private func words(_ line: String) -> [String] { proposal(line).candidates.map(\.word) }

    /// Tests which arguments complete to profiles or identities.
    @Test func profilesThatGetCertificates() {
        for words in ["sls status ", "sls renew "] {
            #expect(proposal(words).names == [.enrollingProfiles, .identities], "\(words)")
        }
        #expect(proposal("sls enroll ").names == [.enrollingProfiles])
    }

    @Test func commandsAreThoseThatHelpNames() {
        #expect(
            words("").starts(with: ["login", "saml", "oauth", "adfs", "basic", "sls", "cancel", "logout", "status"]))
        #expect(words("").contains("help"))
        #expect(words("store ").starts(with: ["put", "get"]))
        // Commands that only fedauth itself starts are not offered.
        #expect(!words("store ").contains("agent"))
        #expect(words("--quiet store ").contains("put"))
        #expect(words("store nosuch ") == [])
    }

    @Test func everyShownOptionOfEveryCommandIsOffered() {
        for command in OptionTests.commands where command.type.configuration.sections.isEmpty {
            let offered = Completion(command.path + ["--"]).proposal.candidates.map(\.word)
            let known = CommandDescription(command.path).options.map(\.longForm)
            #expect(Set(offered) == Set(known + ["--help-all"]), "\(command.path)")
            #expect(Set(offered).count == offered.count, "\(command.path)")
        }
    }

    @Test func theMainOptionsAreOfferedFirst() {
        for path in [["login"], ["request"], ["store", "put"]] {
            let main = HelpPage(path, columns: TextColumns(width: 80)).mainOptions.map(\.longForm)
            #expect(main.count > 1)
            #expect(
                Set(Completion(path + ["--"]).proposal.candidates.prefix(main.count).map(\.word)) == Set(main),
                "\(path)")
        }
    }

    @Test func anOptionIsOfferedOnceUnlessItRepeats() {
        #expect(!words("store get --clip --").contains("--clip"))
        #expect(!words("store get -o file --").contains("--output"))
        #expect(words("saml --field a=text:b --").contains("--field"))
    }

    @Test(arguments: [
        ("saml --presenter ", PresenterName.choices + ["exec:"]),
        ("saml --presenter=", (PresenterName.choices + ["exec:"]).map { "--presenter=" + $0 }),
        ("completions ", CompletionShellName.allCases.map(\.rawValue)),
        ("completions -q ", ["bash", "zsh", "fish", "elvish", "nushell"]),
        ("saml --user ", []), ("saml --nosuch=", []), ("saml --user=", []),
        ("saml --field code=env:", ["code=env:HOME", "code=env:TOKEN"]), ("saml --field code=text:", []),
    ])
    func valuesAreThoseOfTheParser(_ line: String, _ expected: [String]) { #expect(words(line) == expected) }

    @Test func namesAreLookedUpWhereTheyStand() {
        #expect(proposal("store get ") == Proposal(names: [.entries]))
        #expect(proposal("store delete a ") == Proposal(names: [.entries]))
        #expect(proposal("store get a ").names == [])
        #expect(proposal("store get -- ") == Proposal(names: [.entries]))
        let stores = ["auto", "keyring", "file", "exec:"].map { Candidate($0) }
        #expect(proposal("store list --store ") == Proposal(candidates: stores, names: [.stores]))
        #expect(proposal("store move --to ") == Proposal(candidates: Array(stores.dropFirst()), names: [.stores]))
        #expect(
            proposal("login --store=")
                == Proposal(
                    candidates: stores.map { Candidate("--store=" + $0.word) }, prefix: "--store=", names: [.stores]))
        #expect(proposal("store slot remove ") == Proposal(names: [.slots]))
        #expect(proposal("login ") == Proposal(names: [.profiles]))
        #expect(proposal("status ") == Proposal(names: [.profiles, .sessions]))
        #expect(proposal("saml --password-store=") == Proposal(prefix: "--password-store=", names: [.entries]))
        #expect(proposal("saml --field code=totp:x") == Proposal(prefix: "code=totp:", names: [.entries]))
        #expect(
            proposal("saml --field=code=store:") == Proposal(prefix: "--field=code=store:", names: [.entries]))
    }

    @Test func filesAreTheShells() {
        #expect(proposal("store get -o ") == Proposal(paths: .files))
        #expect(proposal("store get -qo ") == Proposal(paths: .files))
        #expect(proposal("saml --trace=") == Proposal(paths: .files, prefix: "--trace="))
        #expect(proposal("saml --presenter exec:x") == Proposal(paths: .files, prefix: "exec:"))
        #expect(proposal("saml --presenter=exec:") == Proposal(paths: .files, prefix: "--presenter=exec:"))
        #expect(proposal("saml --presenter ex") == Proposal(candidates: [Candidate("exec:")], continues: true))
        #expect(proposal("saml --field a=file:x") == Proposal(paths: .files, prefix: "a=file:"))
    }

    /// Tests that the shell completes a command after `--`, also without a profile; before it, fedauth does.
    @Test(arguments: ["exec mail -- ", "exec -- gi", "exec --mask -- git che", "exec mail -- ls --"])
    func theCommandOfExecIsTheShells(_ line: String) { #expect(proposal(line) == Proposal(paths: .command)) }

    @Test func theProfileOfExecIsLookedUp() {
        #expect(proposal("exec ").names == [.profiles, .sessions])
        #expect(words("exec mail --no-").contains("--no-sign-in"))
    }

    @Test func helpTakesCommandsAndTopics() {
        #expect(Completion.help(["help", ""]).candidates.map(\.word).contains("presenters"))
        #expect(Completion.help(["help", "store", ""]).candidates.map(\.word).contains("get"))
        #expect(Completion.help(["help", "store", "get", ""]).candidates.contains { $0.word == "list" } == false)
    }

    // MARK: bash

    @Test(arguments: [
        ("fedauth store get my", "my name", #"my\ name"#), ("fedauth store get 'my", "my name", "my name"),
        ("fedauth store get \"co", "co$t", #"co\$t"#), ("fedauth store get co", "co$t", #"co\$t"#),
        ("fedauth store get a:b", "a:b:c", "b:c"), ("fedauth store get 'a:b", "a:b:c", "a:b:c"),
        ("fedauth saml --presenter=f", "--presenter=form", "form"),
        (#"fedauth store get a\:b"#, "a:b:c", #"a:b:c"#), (#"fedauth store get my\ n"#, "my name", #"my\ name"#),
        ("fedauth store get 'it", "it's", #"it'\''s"#), ("fedauth store get ", "~x", #"\~x"#),
        ("fedauth store get \"\"", "ab", "ab"), ("fedauth store get a@", "a@b", "@b"),
        ("fedauth store get \"b", "ba!g", #"ba"'!'"g"#), ("fedauth store get 'b", "ba!g", "ba!g"),
        ("fedauth store get b", "ba!g", #"ba\!g"#),
    ])
    func bashGetsWhatTakesThePlaceOfItsPiece(_ line: String, _ candidate: String, _ text: String) {
        #expect(BashLine(line, breaks: BashLine.usualBreaks).insertion(of: candidate) == text)
    }

    @Test func wordsAreReadAsBashReadsThem() {
        let line = BashLine(#"fedauth  store 'a b' "c \" \x" d\ e ''  f"#, breaks: BashLine.usualBreaks)
        #expect(line.words == ["fedauth", "store", "a b", #"c " \x"#, "d e", "", "f"])
        #expect(BashLine("fedauth store ", breaks: "").words == ["fedauth", "store", ""])
        #expect(BashLine("fedauth st", breaks: "").insertion(of: "login") == nil)
    }

    // MARK: nushell

    @Test(arguments: [
        (CompletionShellName.nushell, "ci/token", "ci/token"), (.nushell, "my name", #""my name""#),
        (.nushell, #"say "hi" \ $x"#, #""say \"hi\" \\ $x""#), (.nushell, "a(b)", #""a(b)""#),
        (.elvish, "my name", "my name"), (.zsh, "my name", "my name"),
    ])
    func aShellThatInsertsUnchangedGetsQuotes(_ shell: CompletionShellName, _ word: String, _ text: String) {
        #expect(shell.quoted(word) == text)
    }

    @Test(arguments: [
        (CompletionShellName.nushell, "\"my n", "my n"), (.nushell, "'my name'", "my name"), (.nushell, "`a", "a"),
        (.nushell, "my", "my"), (.nushell, "", ""), (.nushell, "'", ""),
        (.elvish, "'a", "'a"),
    ])
    func whatTheShellLeavesQuotedIsRead(_ shell: CompletionShellName, _ typed: String, _ word: String) {
        #expect(shell.unquoted(typed) == word)
    }

    @Test(arguments: CompletionShellName.allCases)
    func everyScriptSpeaksTheProtocol(_ shell: CompletionShellName) throws {
        let script = CompletionScript.text(for: shell)
        #expect(script.contains("made by 'fedauth completions \(shell.rawValue)'"))
        let call = shell == .nushell ? #""---complete" "nushell""# : "---complete \(shell.rawValue)"
        #expect(script.contains(call))
        // The one that was not run anywhere at least leaves paths and commands to the shell.
        if shell.leavesChoice { #expect(script.contains("\"none\"")) }
        #expect(CompletionRequest(["---complete", shell.rawValue, ""], environment: Environment(values: [:])) != nil)
    }

    @Test func namesThatWouldForgeALineAreLeftOut() {
        #expect(!Candidate("a\nb").isShowable && !Candidate("a\u{1B}b").isShowable && Candidate("ü b").isShowable)
    }
}
