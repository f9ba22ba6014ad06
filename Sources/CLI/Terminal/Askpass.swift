import Application
import Core
import Secrets

/// The program that prompts when there is no terminal (`FEDAUTH_ASKPASS`, then `SSH_ASKPASS`). It gets the question and
/// prints the answer.
struct Askpass {
    let program: String
    /// Limits the wait for an answer: a dialog may be on a display without a user.
    let clock: any WallClock

    /// Throws `cancelled` when it ends without an answer, `timed-out`, and `input-needed` when it cannot run.
    func ask(_ question: String) throws(FedauthError) -> Secret {
        do {
            var answer = try Child.output(of: [program, question], name: program, until: clock.deadline())
            answer.dropTrailingLineBreak()
            return answer
        } catch {
            // A program that ran and failed means that the user cancelled; a program that cannot run means that no
            // prompt is possible.
            switch error.code {
            case .timedOut: throw error
            case .programFailed:
                throw FedauthError(.cancelled, "no answer from '\(program)': \(error.message)")
            default:
                throw FedauthError(
                    .inputNeeded, "no answer from '\(program)': \(error.message)",
                    hint: "FEDAUTH_ASKPASS and SSH_ASKPASS name the program that asks")
            }
        }
    }
}
