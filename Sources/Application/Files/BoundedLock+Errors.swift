public import Core
public import System

extension BoundedLock {
    /// The wait for a lock whose holder needs milliseconds; after that, the holder has probably been stopped.
    public static let usualSeconds: Int64 = 5

    /// Takes the lock for changing `path`: the file `.NAME.lock` beside it. Throws `busy`, naming the holder.
    public static func take(for path: String, waitSeconds: Int64 = usualSeconds) throws(FedauthError) -> HeldLock {
        let lock = FileNames.directory(of: path) + "/." + FileNames.base(of: path) + ".lock"
        do throws(Failure) {
            return try take(lock, waitSeconds: waitSeconds)
        } catch {
            switch error {
            case .unusable(let fault): throw SystemCall.error("lock", lock, fault)
            case .busy(let holder):
                let process = holder.map { "process \($0)" } ?? "another process"
                throw FedauthError(
                    .busy, "\(process) has been changing '\(path.folded(to: 200))' for \(waitSeconds) s",
                    hint: "try again; if that process is stopped, continue or end it"
                        + (holder.map { ": kill -CONT \($0)" } ?? ""))
            }
        }
    }
}
