import Application
import Core
import Fakes
import Secrets
import Support
import Testing

struct AskpassProtocolTests {
    private let scene = ProgramScene()
    private let question = "Enter passphrase for key '/home/ada/.ssh/id_work': "

    private func ask() throws -> String { try scene.ask("askpass", question) }

    @Test func anEntryAnswersWhenThePersonAgrees() throws {
        try scene.world.store.put(
            StoreDraft(
                name: "ssh/work", attributes: ["askpass": "*/.ssh/id_work*"], value: SharedSecret(text: "s3cret")))
        scene.world.prompter.answers = ["y"]
        #expect(try ask() == "s3cret\n")
        #expect(scene.world.prompter.questions.first?.contains("id_work") == true)
        #expect(scene.world.prompter.questions.first?.contains("'ssh/work'") == true)
        scene.world.prompter.answers = ["n"]
        #expect(failure { _ = try ask() }?.code == .cancelled && scene.text.isEmpty)
    }

    @Test func whatNoEntryAnswersIsAsked() throws {
        scene.world.prompter.answers = ["typed"]
        #expect(try ask() == "typed\n" && scene.world.prompter.questions == [question])
        scene.world.prompter.answers = ["yes"]
        let hosts = "The host's key is not known.\nAre you sure you want to continue (yes/no/[fingerprint])? "
        #expect(try scene.ask("askpass", hosts) == "yes\n")
        #expect(scene.world.prompter.questions.last?.hasPrefix("Are you sure") == true)
        #expect(scene.world.reporter.said.contains { $0.contains("The host's key is not known.") })
    }

    @Test func aQuestionForYesOrNoHasAStatus() throws {
        scene.world.variables["SSH_ASKPASS_PROMPT"] = "confirm"
        scene.world.prompter.answers = ["y", "n"]
        #expect(try scene.ask("askpass", "Allow use of key?") == "")
        #expect(scene.world.prompter.questions == ["Allow use of key"])
        #expect(failure { _ = try ask() }?.code == .other)
        scene.world.variables["SSH_ASKPASS_PROMPT"] = "none"
        #expect(try ask() == "" && scene.world.prompter.questions.count == 2)
    }
}
