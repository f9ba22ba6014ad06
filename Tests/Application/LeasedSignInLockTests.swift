import Core
import Support
import Testing

@testable import Application

/// Tests the lock of sign-ins whose store several machines share.
struct LeasedSignInLockTests {
    private let clock = SteadyClock()
    private let leases = MemoryLeases()

    private func lock(_ id: String, on place: String) -> LeasedSignInLock {
        LeasedSignInLock(
            FreeLock(), leases: leases, host: "host-\(place)", place: place, id: id, reporter: RecordingReporter(),
            clock: clock, pauseMilliseconds: 0)
    }

    private func take(
        _ id: String, on place: String, waits: Bool = true, seconds: Int64 = 30,
        _ onWait: (SignInHolder) -> Void = { _ in }
    ) throws -> any HeldSignInLock {
        try lock(id, on: place).acquire(
            "mail", purpose: "https://sp/", waits: waits, deadline: Deadline(seconds: seconds, from: clock),
            onWait: onWait)
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FedauthError)?.code
        }
    }

    @Test func anotherMachineWaits() throws {
        var held: (any HeldSignInLock)? = try take("a", on: "one")
        #expect(held?.hadToWait == false)
        #expect(code { _ = try take("b", on: "two", waits: false) } == .signInInProgress)
        var seen: [String] = []
        let next = try take("b", on: "two") { holder in
            seen.append(holder.process)
            held = nil
        }
        #expect(next.hadToWait && seen.count == 1 && seen.first?.hasSuffix("on 'host-one'") == true, "\(seen)")
        _ = held
    }

    @Test(arguments: [(SignInGivenUp.cancelled, ErrorCode.cancelled), (.refused, .refused)])
    func whoWaitedForAFailedSignInFails(_ reason: SignInGivenUp, _ wanted: ErrorCode) throws {
        var held: (any HeldSignInLock)? = try take("a", on: "one")
        let got = code {
            _ = try take("b", on: "two") { _ in
                held?.giveUp(reason)
                held = nil
            }
        }
        #expect(got == wanted)
        #expect(code { _ = try take("c", on: "two") } == nil, "a later process is not affected")
    }

    @Test func aLeaseOfAKilledProcessIsTakenOver() throws {
        let killed = try take("a", on: "one")
        #expect(try !take("b", on: "one").hadToWait, "at once on its own machine")
        let left = try take("c", on: "one")
        #expect(code { _ = try take("d", on: "two", waits: false) } == .signInInProgress)
        clock.pass(31)
        #expect(code { _ = try take("e", on: "three", waits: false) } == .signInInProgress, "it has not seen it before")
        // Also the process that waits takes it over.
        _ = try take("d", on: "two", waits: false)
        withExtendedLifetime((killed, left)) {}
    }

    /// What the calendars of two machines say does not matter.
    @Test(arguments: [-10_000, -3, 0, 3, 10_000].map { Int64($0) * 3600 })
    func aLeaseLastsAsLongAsItIsSeen(_ difference: Int64) throws {
        let killed = try take("a", on: "one", seconds: 30)
        clock.now = clock.now.adding(seconds: difference)
        #expect(code { _ = try take("b", on: "two", waits: false) } == .signInInProgress)
        clock.pass(29)
        #expect(code { _ = try take("b", on: "two", waits: false) } == .signInInProgress)
        clock.pass(2)
        #expect(try !take("b", on: "two", waits: false).hadToWait)
        withExtendedLifetime(killed) {}
    }

    @Test func aProcessThatWaitsTakesItOver() throws {
        let killed = try take("a", on: "one", seconds: 30)
        var looks = 0
        let next = try take("b", on: "two", seconds: 60) { [clock] _ in
            looks += 1
            clock.pass(10)
        }
        #expect(next.hadToWait && looks == 4)
        withExtendedLifetime(killed) {}
    }

    /// A place sees each lease anew, also one whose clock has begun anew.
    @Test func sightings() {
        var lease = SignInLease(
            id: "a", holder: SignInHolder(processID: 7, host: "h", purpose: "https://sp/"), place: "p", seconds: 2)
        #expect(lease.isFree(to: "p", at: 0) && !lease.isFree(to: "q", at: .max))
        func see(_ place: String, _ now: Int64) -> Bool { lease.see(from: place, at: now) }
        #expect(see("q", 5_000) && !see("q", 6_000))
        #expect(
            !lease.isFree(to: "q", at: 6_999) && lease.isFree(to: "q", at: 7_000) && !lease.isFree(to: "r", at: 7_000))
        #expect(!lease.isFree(to: "q", at: 10) && see("q", 10) && lease.isFree(to: "q", at: 2_010))
        for place in 0..<100 { #expect(see("\(place)", 1)) }
        #expect(lease.encoded.count < 4096 && lease.isFree(to: "99", at: 2_001) && !lease.isFree(to: "q", at: .max))
    }

    /// Who sees a lease for the first time may write it while its holder releases it.
    @Test func aReleaseIsNotLost() throws {
        var held: (any HeldSignInLock)? = try take("a", on: "one")
        leases.races = 3
        held = nil
        _ = held
        #expect(leases.lease?.isReleased == true)
    }

    @Test func aLeaseThatWasTakenOverIsNotReleased() throws {
        var first: (any HeldSignInLock)? = try take("a", on: "one")
        let second = try take("b", on: "one")
        first = nil
        _ = first
        #expect(leases.lease?.id == "b" && leases.lease?.isReleased == false)
        withExtendedLifetime(second) {}
    }

    @Test func aStoreThatTakesNoLeaseIsGivenUpInTime() {
        leases.attempts = 0
        #expect(code { _ = try take("a", on: "one", seconds: 0) } == .timedOut)
    }

    @Test func aStoreThatCannotBeReachedLetsNobodySignIn() throws {
        leases.failure = FedauthError(.storeUnavailable, "no quorum")
        #expect(code { _ = try take("a", on: "one") } == .storeUnavailable)
    }

    @Test func aLeaseReadsAsItWasWritten() throws {
        var lease = SignInLease(
            id: "a", holder: SignInHolder(processID: 7, host: "h", purpose: "https://sp/"), place: "p",
            seconds: 5)
        _ = lease.see(from: "q r", at: 77)
        #expect(lease.encoded.withBytes { SignInLease($0) } == lease)
        lease.isReleased = true
        lease.givenUp = .refused
        #expect(lease.encoded.withBytes { SignInLease($0) } == lease)
        #expect([UInt8](arrayLiteral: 2, 0).withUnsafeBytes { SignInLease($0) } == nil)
    }
}

/// A clock that stands still.
private final class SteadyClock: WallClock, @unchecked Sendable {
    var now = Timestamp(seconds: 1_700_000_000)
    var monotonicMilliseconds: Int64 = 1000

    func pass(_ seconds: Int64) {
        now = now.adding(seconds: seconds)
        monotonicMilliseconds += seconds * 1000
    }
}

/// Keeps one lease in memory.
private final class MemoryLeases: SignInLeases {
    var lease: SignInLease?
    var failure: FedauthError?
    /// Counts the writes that it refuses; nil: it refuses none.
    var attempts: Int?
    /// The number of writes that others precede.
    var races = 0
    private var version: UInt64 = 0

    func lease(_ name: String) throws(FedauthError) -> (lease: SignInLease, version: UInt64)? {
        if let failure { throw failure }
        return lease.map { ($0, version) }
    }

    func write(_ lease: SignInLease, _ name: String, over version: UInt64?) throws(FedauthError) -> Bool {
        if let attempts {
            guard attempts < 100 else { throw FedauthError(.storeUnavailable, "that is enough") }
            self.attempts = attempts + 1
            return false
        }
        if races > 0 {
            races -= 1
            self.version += 1
        }
        guard version ?? 0 == self.version else { return false }
        self.version += 1
        self.lease = lease
        return true
    }
}

/// The lock of a machine on which no other process signs in.
private final class FreeLock: SignInLock {
    private final class Held: HeldSignInLock {
        let hadToWait = false
        func giveUp(_ reason: SignInGivenUp) {}
    }

    func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock { Held() }
}
