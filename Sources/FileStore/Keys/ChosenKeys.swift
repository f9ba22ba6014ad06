public import Secrets

/// The kernel's keyring, unless it is refused to us (containers); then an agent. Decided once, by two system calls
/// that change nothing.
public struct ChosenKeys: KeyKeeper {
    private let kernel = KernelKeys()
    private let agent: AgentKeys
    private let usesKernel: Bool

    /// - Parameter agent: what to use where the kernel refuses.
    public init(orElse agent: AgentKeys) {
        self.agent = agent
        usesKernel = !KernelKeys.isRefused
    }

    private var current: any KeyKeeper { usesKernel ? kernel : agent }

    /// Whether the kernel refuses, so that an agent is used.
    public var isAgent: Bool { !usesKernel }
    /// The agent that holds keys now, whether it is the one in use or not; nil when there is none.
    public var agentProcess: Int32? { agent.process }

    /// That of the one in use.
    public var name: String { current.name }
    /// Whether the one in use keeps keys.
    public var isUsable: Bool { current.isUsable }

    /// Keeps `payload` in the one in use.
    public func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        current.put(description, payload, timeoutSeconds: timeoutSeconds)
    }

    /// Asks the one in use.
    public func get(_ description: String, atMost limit: Int) -> Secret? {
        current.get(description, atMost: limit)
    }

    /// Extends it in the one in use.
    public func extend(_ description: String, timeoutSeconds: UInt32) {
        current.extend(description, timeoutSeconds: timeoutSeconds)
    }

    /// Takes it away from both: a process under other rules may have put it into the other.
    public func remove(_ description: String) -> Bool {
        let isGoneFromAgent = agent.remove(description)
        return (!usesKernel || kernel.remove(description)) && isGoneFromAgent
    }
}
