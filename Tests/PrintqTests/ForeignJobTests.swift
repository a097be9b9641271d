import PrintLab
import PrintModel
import Testing

extension Printq {
    @Suite(.serialized) struct `Jobs of other programs` {
        @Test func `are held, moved and released through the scheduler`() throws {
            try Desk.with("foreign-jobs") { desk in
                let before = try desk.received(by: "mono").count
                let name = try desk.lp("-d office -H indefinite")
                let held = try desk.job("show", name)
                #expect(held.state == .held)
                #expect(held.reasons.first?.remedy == "To release it, run: printq release \(name)")
                #expect(try desk.job("hold", name).state == .held)
                #expect(try desk.printq("move", name, "nobody").code == 4)
                #expect(try desk.received(by: "mono").count == before)

                let moved = try desk.job("move", name, "mono")
                let number = name.split(separator: "-").last ?? ""
                #expect(moved.label == "mono-\(number)")
                // Whoever lost the answer asks by the old name.
                #expect(try desk.job("move", name, "mono").label == moved.label)
                #expect(try desk.printq("release", moved.label).code == 0)
                #expect(try desk.printq("watch", moved.label).code == 0)
                #expect(try desk.received(by: "mono").count == before + 1)

                for verb in [["hold"], ["release"], ["priority"], ["move"]] {
                    let more = verb == ["priority"] ? ["7"] : verb == ["move"] ? ["office"] : []
                    let late = try desk.start(verb + [moved.label] + more).end()
                    #expect(late.code == 1, "\(verb): \(late)")
                    #expect(late.errors.contains("already ended (completed)"), "\(late)")
                }
                let again = try desk.printq("reprint", moved.label)
                #expect(again.code == 1)
                #expect(again.errors.contains("Print the file with 'printq print'."), "\(again)")
                #expect(try desk.printq("reprint", "office-4711").code == 4)
            }
        }

        @Test func `are put before others`() throws {
            try Desk.with("foreign-priority") { desk in
                try desk.lab.run("cupsdisable", "mono")
                defer { _ = try? desk.lab.run("cupsenable", "mono") }
                let first = try desk.lp("-d mono")
                let second = try desk.lp("-d mono")
                func listed() throws -> [String] {
                    try desk.shell("lpstat -o mono").lines
                        .map { String($0.prefix { $0 != " " }) }
                }
                #expect(try listed() == [first, second])
                #expect(try desk.printq("priority", second, "80").code == 0)
                #expect(try listed() == [second, first])
                #expect(try desk.printq("cancel", first, second).code == 0)
            }
        }

        @Test func `say until when they are held`() throws {
            try Desk.with("foreign-until") { desk in
                desk.environment["TZ"] = "UTC"
                let name = try desk.lp("-d office -H 23:59:59")
                let period = try desk.lp("-d office -H weekend")
                let jobs = try desk.printq("jobs")
                #expect(jobs.lines.contains { $0.hasPrefix(name) && $0.contains(" 23:59.") })
                #expect(jobs.lines.contains { $0.hasPrefix(period) && $0.contains("weekend") })
                #expect(try desk.printq("cancel", name, period).code == 0)
            }
        }
    }
}
