public import Secrets

/// Uses the kernel's keyring, or an agent where the kernel refuses (containers). Two system calls that change nothing
/// decide this, once.
public struct FallbackKeyCache: KeyCacheBackend {
    private let kernel = KernelKeys()
    private let agent: AgentKeys
    private let usesKernel: Bool

    /// - Parameter agent: used where the kernel refuses.
    public init(orElse agent: AgentKeys) {
        self.agent = agent
        usesKernel = !KernelKeys.isRefused
    }

    private var current: any KeyCacheBackend { usesKernel ? kernel : agent }

    /// Whether the kernel refuses and the agent is used.
    public var isAgent: Bool { !usesKernel }
    /// The agent that holds keys now, whether it is in use or not; nil when there is none.
    public var agentProcess: Int32? { agent.process }

    /// The name of the cache in use.
    public var name: String { current.name }
    /// Whether the cache in use can keep keys.
    public var isUsable: Bool { current.isUsable }

    /// Keeps `payload` in the cache in use.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        current.put(description, payload, timeoutSeconds: timeoutSeconds)
    }

    /// Reads from the cache in use.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        current.get(description, atMost: limit)
    }

    /// Extends the lifetime in the cache in use.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        current.extend(description, timeoutSeconds: timeoutSeconds)
    }

    /// Removes the key from both: a process with other permissions may have used the other one.
    public func remove(_ description: String) -> Bool {
        let isGoneFromAgent = agent.remove(description)
        return (!usesKernel || kernel.remove(description)) && isGoneFromAgent
    }
}
