extension [UInt8] {
    /// Lends the array's bytes for reading; unlike `withUnsafeBytes` it keeps the type of the error.
    func withRawBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Lends the array's bytes for writing.
    mutating func withMutableRawBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutableBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeMutableRawBufferPointer(buffer))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte as C functions of libcrypto want it.
    var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte as C functions of libcrypto want it.
    var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
