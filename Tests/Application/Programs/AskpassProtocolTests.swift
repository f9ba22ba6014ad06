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
    }

    @Test func aQuestionForYesOrNoHasAStatus() throws {
        scene.world.variables["SSH_ASKPASS_PROMPT"] = "confirm"
        scene.world.prompter.answers = ["y", "n"]
        #expect(try ask() == "")
        #expect(failure { _ = try ask() }?.code == .other)
        scene.world.variables["SSH_ASKPASS_PROMPT"] = "none"
        #expect(try ask() == "" && scene.world.prompter.questions.count == 2)
    }
}
