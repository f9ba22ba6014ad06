import Secrets

/// The secrets that forms have sent without a question to the user.
struct SentSecrets {
    private struct Sent {
        var form: Int
        var series: LoginQuestion.Series
        var origins: Set<Origin>
        var role: LoginQuestion.Role
        var value: SharedSecret
    }

    private var sent: [Sent] = []

    /// Records a secret. Returns the refusal if another form has sent it to the same server in the same role: the server
    /// chooses the names of the fields, so these do not count.
    mutating func refusal(ofRepeating value: SharedSecret, in question: LoginQuestion) -> LoginRefusal? {
        guard let submission = question.submission, question.role.isSecret else { return nil }
        let isRepeated = sent.contains {
            ($0.form != submission.number || $0.series !== submission.series) && $0.role == question.role
                && $0.value == value
                && !$0.origins.isDisjoint(with: submission.origins)
        }
        sent.append(
            Sent(
                form: submission.number, series: submission.series, origins: submission.origins, role: question.role,
                value: value))
        return isRepeated && !submission.wasAccepted ? submission.refusal : nil
    }
}
