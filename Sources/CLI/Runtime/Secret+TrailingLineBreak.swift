import Secrets

extension Secret {
    /// Removes one line break at the end: editors and `echo` add one, and passwords do not end with one.
    mutating func dropTrailingLineBreak() {
        let count = self.count
        let drop = withBytes { bytes in
            guard count > 0, bytes[count - 1] == 0x0A else { return 0 }
            return count > 1 && bytes[count - 2] == 0x0D ? 2 : 1
        }
        truncate(to: count - drop)
    }
}
