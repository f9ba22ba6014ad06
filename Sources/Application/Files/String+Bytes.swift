public import Core

extension String {
    /// Passes the text's UTF-8 to a function that throws `FedauthError`; `withUTF8` loses the type of the error.
    public func withBytes(_ body: (UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) {
        var failure: FedauthError?
        var text = self
        text.withUTF8 { bytes in
            do throws(FedauthError) {
                try body(UnsafeRawBufferPointer(bytes))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
