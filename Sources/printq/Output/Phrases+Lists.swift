/// Messages about lists that are cut.
extension Phrases {
    func moreJobs(_ count: Int) -> String {
        say(
            "\(self.count(grouped: count, "more job follows", "more jobs follow")). To list all of them, run: printq jobs | less",
            "后面还有 \(Self.grouped(count)) 个任务。要列出全部任务，请运行：printq jobs | less"
        )
    }

    func earlierJobs(_ count: Int) -> String {
        say(
            "\(self.count(grouped: count, "earlier job is", "earlier jobs are")) not shown. To list all of them, run: printq jobs --all | less",
            "未显示更早的 \(Self.grouped(count)) 个任务。要列出全部任务，请运行：printq jobs --all | less"
        )
    }

    private func count(grouped number: Int, _ one: String, _ many: String) -> String {
        "\(Self.grouped(number)) \(number == 1 ? one : many)"
    }

    /// A number with a comma after each thousand.
    static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.indices.map { index in
            let isBegun = index > 0 && digits[index - 1] != "-"
            let isNext = isBegun && (digits.count - index).isMultiple(of: 3)
            return (isNext ? "," : "") + String(digits[index])
        }.joined()
    }
}
