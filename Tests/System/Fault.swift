/// Returns the error that `body` throws.
func fault<Failure: Error>(_ type: Failure.Type = Failure.self, _ body: () throws -> Void) -> Failure? {
    do {
        try body()
        return nil
    } catch {
        return error as? Failure
    }
}
