import Glibc
import Testing

@testable import CommandSupport

extension RemoteWindowTests {
    /// Tests what a remote viewer does with fields, lists and dialogs.
    struct Input {
        let home: Home

        init() throws {
            home = try Home()
            home.environment["SSH_CONNECTION"] = "192.0.2.7 50000 198.51.100.4 2222"
        }

        /// Starts a command that waits for a user at a page of the hostile servers.
        private func start(_ page: String) throws -> Child {
            let words = try BrowserSignIn.words("/browser/" + page, timeout: "90s").filter { $0 != "--headless" }
            let child = try Child(
                Home.binary,
                words + ["--presenter", "remote"] + (geteuid() == 0 ? ["--no-sandbox"] : []),
                environment: home.environment)
            try child.waitForErrors(containing: "http://localhost:")
            return child
        }

        @Test func dialogsAreAnsweredByTheViewer() throws {
            let child = try start("ask")
            let visitor = try WindowVisitor(child.errorText)
            try visitor.open()
            try visitor.expect("\"title\":\"Ready\"")
            try visitor.type("ada")
            try visitor.expect(#""dialog":{"kind":"prompt","text":"Your name?","proposal":"nobody"}"#)
            // Another page shows the same dialog.
            let second = try WindowVisitor(child.errorText)
            try second.open()
            try second.expect(#""text":"Your name?""#)
            try second.act(#"{"do":"answer","accepts":true,"text":"eve"}"#)
            try second.expect(#""dialog":{"kind":"confirm","text":"Really?","proposal":""}"#)
            #expect(try second.act(#"{"do":"answer","text":""}"#) == 400)
            try second.act(#"{"do":"answer","accepts":true,"text":""}"#)
            try second.expect(#""text":"Stop?""#)
            try second.act(#"{"do":"answer","accepts":false,"text":""}"#)
            try second.expect(#""dialog":{"kind":"alert","text":"Good""#)
            try second.act(#"{"do":"answer","accepts":true,"text":""}"#)
            try second.expect("\"end\":\"finished\"")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// Their windows are in no picture: the page draws the list, and the date is typed.
        @Test func listsAndDatesAreChosenByKeys() throws {
            let child = try start("pick")
            let visitor = try WindowVisitor(child.errorText)
            try visitor.open()
            try visitor.expect("\"title\":\"Ready\"")
            try visitor.press("Enter", 13, text: "\\r")
            try visitor.press("ArrowDown", 40)
            try visitor.press("Enter", 13, text: "\\r")
            try visitor.press("Tab", 9)
            try visitor.type("11232026")
            try visitor.expect("\"end\":\"finished\"")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }

        /// A real browser with a touch screen: after a tap its keys go on to the page, and so do the answers to dialogs.
        @Test func aRealViewerTapsTypesAndAnswers() throws {
            let child = try start("ask")
            let address = try #require(child.errorText.firstRange(of: "http://localhost:"))
            let url = child.errorText[address.lowerBound...].prefix { !$0.isWhitespace }
            func asks(_ question: String) -> String {
                "until:!document.getElementById('dialog').hidden && "
                    + "document.getElementById('question').textContent === '\(question)'"
            }
            let viewer = try Run.program(
                "/usr/bin/python3",
                [
                    "\(Repository.root)/Tests/Open/viewer.py", home.path + "/viewer", String(url),
                    "until:document.getElementById('title').textContent === 'Ready' && "
                        + "document.getElementById('card').hidden",
                    "tap", "until:document.activeElement.id === 'keys'", "keys:ada", asks("Your name?"), "keys:eve",
                    "press:Enter", asks("Really?"), "press:Enter", asks("Stop?"), "press:Escape", asks("Good"),
                    "press:Enter",
                    "until:document.getElementById('headline').textContent === 'You can close this window'",
                ], environment: home.environment)
            #expect(viewer.status == 0, "\(viewer)")
            let outcome = try child.finish()
            #expect(outcome.status == 0, "\(outcome)")
        }
    }
}
