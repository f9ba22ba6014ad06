import Testing

/// Counts the calls to the keyring service, because the counts are the same on every machine.
@Suite(.serialized) struct CostTests {
    /// Returns the names of the methods that a command calls, without the properties that libsecret reads first.
    private func calls(_ word: String, entries: String) -> [String] {
        allCalls(word, entries: entries).filter { $0 != "GetAll" }
    }

    private func allCalls(_ word: String, entries: String) -> [String] {
        Session().run(
            """
            keyring; for i in \(entries); do probe parallel p$i >/dev/null; done
            mark() { dbus-send --session --type=method_call --dest=org.freedesktop.secrets / test.mark.$1; }
            dbus-monitor --session "type=method_call,destination=org.freedesktop.secrets" >$HOME/calls &
            ends_with_script $!
            until grep -q Begin $HOME/calls; do mark Begin; sleep 0.05; done
            probe \(word) >/dev/null
            mark End; until grep -q End $HOME/calls; do sleep 0.05; done
            sed -n 's/^method call.*member=//p' $HOME/calls | grep -v -x -e Begin -e End
            """
        )
    }

    @Test func `a hundred entries are listed in as many calls as one`() {
        // The default collection, the list of collections, and whether each of the two is locked.
        let care = ["ReadAlias", "Get", "Get", "Get"]
        #expect(
            allCalls("count", entries: "1 2 3 4 5 6 7 8 9 10")
                == ["SearchItems"] + care + ["OpenSession", "GetSecrets"])
    }

    @Test func `an entry is read without libsecret`() {
        #expect(allCalls("get p1-1", entries: "1") == ["SearchItems", "OpenSession", "GetSecrets"])
    }

    @Test func `an entry is read in three calls, and a change looks for it and reads it again`() {
        let read = ["SearchItems", "OpenSession", "GetSecrets"]
        #expect(calls("get p1-1", entries: "1") == read)
        #expect(calls("put p1-1 x", entries: "1") == read + ["SetSecret", "SearchItems", "GetSecrets"])
    }
}
