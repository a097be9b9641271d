extension String {
    /// Returns the longest prefix of whole characters that takes at most `limit` bytes.
    func prefix(bytes limit: Int) -> String {
        var result = self
        while result.utf8.count > limit {
            result.removeLast()
        }
        return result
    }
}
