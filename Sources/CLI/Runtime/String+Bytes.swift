import Core

extension String {
    /// Lends the text's UTF-8 to a function that throws our errors; `withUTF8` forgets of which type they are.
    func withBytes(_ body: (UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) {
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

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
