public import Secrets

/// The lock of a sign-in among several machines: a record of the store that they share. It ends by itself, because the
/// end of a process on another machine cannot be seen.
public struct SignInLease: Sendable, Equatable {
    /// Distinguishes the holder from all others.
    public var id: String
    /// The holder.
    public var holder: SignInHolder
    /// The runtime directory of the holder. Its `SignInLock` allows one sign-in, so that a lease from the same place is
    /// left over from a process that has ended.
    public var place: String
    /// How long the holder may take. A place that has seen the lease for that long may take it over: the clocks of two
    /// machines tell nothing about each other.
    public var seconds: Int64
    /// The places that have seen it.
    private var sightings: [Sighting] = []
    /// Whether the holder has released it.
    public var isReleased = false
    /// Why the processes that wait for this holder should not sign in.
    public var givenUp: SignInGivenUp?

    /// The first look of a place, by its monotonic clock, in milliseconds.
    private struct Sighting: Sendable, Equatable {
        let place: String
        let moment: Int64
    }

    private static let maximumSightings = 32

    /// Creates a held lease.
    public init(id: String, holder: SignInHolder, place: String, seconds: Int64) {
        (self.id, self.holder, self.place, self.seconds) = (id, holder, place, seconds)
    }

    /// Returns whether a process of `place` may take the lease; `now` is the time of its monotonic clock, which begins
    /// anew with each start of the machine, as does the place.
    public func isFree(to place: String, at now: Int64) -> Bool {
        if isReleased || self.place == place { return true }
        guard let first = sightings.first(where: { $0.place == place })?.moment, first <= now else { return false }
        return (now - first) / 1000 >= seconds
    }

    /// Records that a place sees the lease. Returns false when it has seen it before.
    public mutating func see(from place: String, at now: Int64) -> Bool {
        if let known = sightings.first(where: { $0.place == place }), known.moment <= now { return false }
        sightings =
            sightings.filter { $0.place != place }.suffix(Self.maximumSightings - 1)
            + [Sighting(place: place, moment: now)]
        return true
    }
}

extension SignInLease {
    private static let form: UInt8 = 1

    private enum Tag {
        static let id: UInt8 = 1
        static let host: UInt8 = 2
        static let process: UInt8 = 3
        static let place: UInt8 = 4
        static let purpose: UInt8 = 5
        static let released: UInt8 = 7
        static let givenUp: UInt8 = 8
        static let seconds: UInt8 = 9
        static let sighting: UInt8 = 10
    }

    /// The bytes of the record: the byte 1, then fields in the format of `FieldWriter`.
    public var encoded: Secret {
        var writer = FieldWriter(after: Self.form)
        writer.put(Tag.id, id)
        writer.put(Tag.host, holder.host)
        writer.put(Tag.process, holder.processID.map { Int64($0) })
        writer.put(Tag.place, place)
        writer.put(Tag.purpose, holder.purpose)
        writer.put(Tag.seconds, seconds)
        for sighting in sightings { writer.put(Tag.sighting, String(sighting.moment), named: sighting.place) }
        writer.put(Tag.released, isReleased)
        writer.put(Tag.givenUp, givenUp?.rawValue)
        return writer.finish()
    }

    /// Reads a record; nil when it makes no sense. Unknown fields are ignored.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.first == Self.form,
            let fields = FieldReader.fields(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        else { return nil }
        func text(_ tag: UInt8) -> String? { fields.first { $0.tag == tag }?.validText }
        func number(_ tag: UInt8) -> Int64? { fields.first { $0.tag == tag }?.number }
        guard let id = text(Tag.id), let place = text(Tag.place), let purpose = text(Tag.purpose)
        else { return nil }
        let holder = SignInHolder(
            processID: number(Tag.process).flatMap { Int32(exactly: $0) }, host: text(Tag.host)?.folded(to: 60),
            purpose: purpose.folded())
        self.init(id: id, holder: holder, place: place, seconds: number(Tag.seconds) ?? 0)
        sightings = fields.filter { $0.tag == Tag.sighting }.compactMap { field in
            guard let (place, text) = field.namedText, let moment = Int64(text), moment >= 0 else { return nil }
            return Sighting(place: place, moment: moment)
        }
        isReleased = fields.contains { $0.tag == Tag.released }
        givenUp = text(Tag.givenUp).flatMap { SignInGivenUp(rawValue: $0) }
    }
}

/// A store that several machines share, and that keeps leases of sign-ins.
public protocol SignInLeases: AnyObject {
    /// Returns the lease of a sign-in, and what `write` expects; nil when there was none yet.
    func lease(_ name: String) throws(FedauthError) -> (lease: SignInLease, version: UInt64)?

    /// Writes a lease over the one with this version (nil: over none). Returns false when another has written since.
    func write(_ lease: SignInLease, _ name: String, over version: UInt64?) throws(FedauthError) -> Bool
}
