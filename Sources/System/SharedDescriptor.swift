/// An open file with several owners; it is closed when the last of them ends.
public final class SharedDescriptor: Sendable {
    private let file: FileDescriptor

    /// The descriptor.
    public var number: Int32 { file.number }

    /// Takes ownership of an open descriptor.
    public init(takingOwnershipOf number: Int32) { file = FileDescriptor(takingOwnershipOf: number) }
}
