import Foundation
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Jobs of other programs` {
        @Test func `are held, moved and released through the scheduler`() throws {
            try PrintqLab.with("foreign-jobs") { lab in
                let before = try lab.received(by: "mono").count
                let name = try lab.lp("-d office -H indefinite")
                let held = try lab.job("show", name)
                #expect(held.state == .held)
                #expect(held.reasons.first?.remedy == "To release it, run: printq release \(name)")
                #expect(try lab.job("hold", name).state == .held)
                #expect(try lab.printq("move", name, "nobody").code == 4)
                #expect(try lab.received(by: "mono").count == before)

                let moved = try lab.job("move", name, "mono")
                let number = name.split(separator: "-").last ?? ""
                #expect(moved.label == "mono-\(number)")
                // Whoever lost the answer asks by the old name.
                #expect(try lab.job("move", name, "mono").label == moved.label)
                #expect(try lab.printq("release", moved.label).code == 0)
                #expect(try lab.printq("watch", moved.label).code == 0)
                #expect(try lab.received(by: "mono").count == before + 1)

                for verb in [["hold"], ["release"], ["priority"], ["move"]] {
                    let more = verb == ["priority"] ? ["7"] : verb == ["move"] ? ["office"] : []
                    let late = try lab.start(verb + [moved.label] + more).end()
                    #expect(late.code == 1, "\(verb): \(late)")
                    #expect(late.errors.contains("already ended (completed)"), "\(late)")
                }
                let again = try lab.printq("reprint", moved.label)
                #expect(again.code == 1)
                #expect(again.errors.contains("Print the file with 'printq print'."), "\(again)")
                #expect(try lab.printq("reprint", "office-4711").code == 4)
            }
        }

        @Test func `are put before others`() throws {
            try PrintqLab.with("foreign-priority") { lab in
                try lab.lab.run("cupsdisable", "mono")
                defer { _ = try? lab.lab.run("cupsenable", "mono") }
                let first = try lab.lp("-d mono")
                let second = try lab.lp("-d mono")
                func listed() throws -> [String] {
                    try lab.shell("lpstat -o mono").lines
                        .map { String($0.prefix { $0 != " " }) }
                }
                #expect(try listed() == [first, second])
                #expect(try lab.printq("priority", second, "80").code == 0)
                #expect(try listed() == [second, first])
                #expect(try lab.printq("cancel", first, second).code == 0)
            }
        }

        @Test func `say until when they are held`() throws {
            try PrintqLab.with("foreign-until") { lab in
                lab.environment["TZ"] = "UTC"
                let name = try lab.lp("-d office -H 23:59:59")
                // A period that goes on holds nothing.
                let hour = Calendar.current.component(.hour, from: Date())
                let later = (6..<18).contains(hour) ? "night" : "day-time"
                let period = try lab.lp("-d office -H \(later)")
                let jobs = try lab.printq("jobs")
                #expect(jobs.lines.contains { $0.hasPrefix(name) && $0.contains(" 23:59.") })
                #expect(jobs.lines.contains { $0.hasPrefix(period) && $0.contains(later) })
                #expect(try lab.printq("cancel", name, period).code == 0)
            }
        }
    }
}
