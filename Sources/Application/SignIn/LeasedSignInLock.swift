public import Core
internal import System

/// The lock of a sign-in whose store several machines share: the lock of this machine, then a lease in the store.
///
/// A lease lasts as long as the sign-in may take, because it is not renewed while a login is shown. A process that is
/// killed leaves it: on its own machine the next one takes it over at once, on others when it was seen there for that long.
public final class LeasedSignInLock: SignInLock {
    private let local: any SignInLock
    private let leases: any SignInLeases
    private let host: String
    private let place: String
    private let id: String
    private let reporter: any Reporter
    private let clock: any WallClock
    private let pauseMilliseconds: Int64

    /// `local` is the lock of this machine, whose name is `host`, and `place` identifies its runtime directory
    /// (`SignInLease.place`); `id` distinguishes this process from all others. `pauseMilliseconds` is the time between
    /// two looks at a lease.
    public init(
        _ local: any SignInLock, leases: any SignInLeases, host: String, place: String, id: String,
        reporter: any Reporter, clock: any WallClock, pauseMilliseconds: Int64 = 500
    ) {
        self.local = local
        self.leases = leases
        self.host = host
        self.place = place
        self.id = id
        self.reporter = reporter
        self.clock = clock
        self.pauseMilliseconds = pauseMilliseconds
    }

    /// Waits for both locks and takes them.
    public func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        let held = try local.acquire(name, purpose: purpose, waits: waits, deadline: deadline, onWait: onWait)
        var waitedFor: String?
        while true {
            let found = try leases.lease(name)
            if var lease = found?.lease {
                if lease.id == waitedFor, let reason = lease.givenUp { throw reason.error(lease.holder) }
                let now = clock.monotonicMilliseconds
                if !lease.isFree(to: place, at: now) {
                    // A later command, too, has to know how long the lease was seen. If another process writes at the same
                    // time, the next look repeats it.
                    if lease.see(from: place, at: now) { _ = try leases.write(lease, name, over: found?.version) }
                    guard waits else { throw SignInHolder.inProgress(lease.holder, name) }
                    onWait(lease.holder)
                    waitedFor = lease.id
                    try deadline.check(waitingFor: "waiting for the sign-in of \(lease.holder.process)")
                    SystemTime.sleep(milliseconds: pauseMilliseconds)
                    continue
                }
            }
            let seconds = deadline.remainingMilliseconds / 1000 + 1
            let holder = SignInHolder(processID: ProcessIdentity.current.id, host: host, purpose: purpose)
            let lease = SignInLease(id: id, holder: holder, place: place, seconds: seconds)
            guard try leases.write(lease, name, over: found?.version) else {
                // Others write it; or the program only says so, and would say so for ever.
                try deadline.check(waitingFor: "writing the lease of the sign-in '\(name)'")
                SystemTime.sleep(milliseconds: pauseMilliseconds)
                continue
            }
            return Held(lease, name, held, by: self, hadToWait: held.hadToWait || waitedFor != nil)
        }
    }

    private final class Held: HeldSignInLock {
        let hadToWait: Bool
        private var lease: SignInLease
        private let name: String
        private let local: any HeldSignInLock
        private let lock: LeasedSignInLock
        private static let attempts = 10

        init(
            _ lease: SignInLease, _ name: String, _ local: any HeldSignInLock, by lock: LeasedSignInLock,
            hadToWait: Bool
        ) {
            self.lease = lease
            self.name = name
            self.local = local
            self.lock = lock
            self.hadToWait = hadToWait
        }

        deinit {
            lease.isReleased = true
            write(lease)
        }

        func giveUp(_ reason: SignInGivenUp) {
            local.giveUp(reason)
            lease.givenUp = reason
            write(lease)
        }

        /// Writes the lease, if it is still this process's. Those who see it for the first time may write meanwhile.
        private func write(_ lease: SignInLease) {
            do throws(FedauthError) {
                for _ in 0..<Self.attempts {
                    guard let found = try lock.leases.lease(name), found.lease.id == lease.id else { return }
                    if try lock.leases.write(lease, name, over: found.version) { return }
                }
                lock.reporter.detail("the lease of the sign-in '\(name)' stays until its end: others write it")
            } catch {
                // It ends by itself.
                lock.reporter.detail("the lease of the sign-in '\(name)' stays until its end: \(error.message)")
            }
        }
    }
}
