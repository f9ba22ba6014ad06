public import Core
internal import Secrets

extension EngineStore: SignInLeases {
    /// Returns the lease of a sign-in. Throws `store-altered` for one that fedauth has not written.
    public func lease(_ name: String) throws(FedauthError) -> (lease: SignInLease, version: UInt64)? {
        guard let seal = try open(), let record = try read(try EngineName.lease(name), seal) else { return nil }
        guard let lease = record.head.payload.withBytes({ SignInLease($0) }) else {
            throw EngineFailure.altered(location, record.sealed.name, "it is not a lease")
        }
        return (lease, record.head.generation)
    }

    /// Writes a lease. Makes the store, if there is none.
    public func write(
        _ lease: SignInLease, _ name: String, over version: UInt64?
    ) throws(FedauthError) -> Bool {
        let seal = try openOrMake()
        let recordName = try EngineName.lease(name)
        let old = try read(recordName, seal)
        guard old?.head.generation == version else { return false }
        return try write(recordName, SharedSecret(lease.encoded), value: nil, over: old, seal) == .done
    }
}
