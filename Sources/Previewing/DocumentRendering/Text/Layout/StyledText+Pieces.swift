extension StyledText {
    /// The text in pieces of at most so many bytes, each of which is set alone; they end at blanks where there are any.
    func pieces(limit: Int = settingLimit) -> [StyledText] {
        let bytes = Array(string.utf8)
        guard bytes.count > limit else { return [self] }
        var pieces: [StyledText] = []
        var start = 0
        while start < bytes.count {
            var end = min(bytes.count, start + limit)
            var next = end
            if end < bytes.count {
                if let blank = bytes[start..<end].lastIndex(where: { $0 == 0x20 || $0 == 0x0A }),
                    blank > start
                {
                    (end, next) = (blank, blank + 1)
                } else {
                    // Not within a character: its later bytes begin with the bits 10.
                    while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
                    next = end
                }
            }
            pieces.append(part(bytes, start..<end))
            start = next
        }
        return pieces
    }

    private func part(_ bytes: [UInt8], _ range: Range<Int>) -> StyledText {
        let runs = runs.compactMap { run -> Run? in
            let common = run.range.clamped(to: range)
            guard !common.isEmpty else { return nil }
            var run = run
            run.range =
                (common.lowerBound - range.lowerBound)..<(common.upperBound - range.lowerBound)
            return run
        }
        return StyledText(String(decoding: bytes[range], as: UTF8.self), runs: runs)
    }
}
