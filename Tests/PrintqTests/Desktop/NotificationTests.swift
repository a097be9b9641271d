import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

extension Printq {
    /// What a notification daemon gets, of real jobs on virtual printers.
    @Suite(
        .serialized,
        .enabled(if: TestDesktop.missing.isEmpty, "not installed: \(TestDesktop.missing)")
    )
    struct `Notifications` {
        private func with(_ name: String, _ body: (PrintqLab, TestDesktop) throws -> Void) throws {
            try PrintqLab.with("notifications-" + name) { lab in
                let desktop = try TestDesktop(for: lab)
                defer { desktop.end() }
                do {
                    try body(lab, desktop)
                } catch {
                    let words = [["jobs", "--all", "--json"], ["service", "status", "--json"]]
                    let facts =
                        words.map { (try? lab.start($0).end().output) ?? "" } + [
                            (try? desktop.owner()) ?? "", (try? desktop.notifications()) ?? "",
                        ]
                    Issue.record("\(error)\n\(facts.joined(separator: "\n"))")
                }
            }
        }

        /// The jobs of this queue; the scheduler of the lab has those of others.
        private func jobs(_ lab: PrintqLab) throws -> [PrintJob] {
            try lab.printq("jobs", "--all", "--json").value([PrintJob].self)
                .filter { $0.external == nil }
        }

        @Test func `tell what has been printed, in one place, with its picture and actions`() throws
        {
            try with("printed") { lab, desktop in
                let report = lab.sample("report.pdf")
                #expect(try lab.printq("print", "-d", "office", report).code == 0)
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                let picture = lab.folder + "/run/printcenter/notice-1.png"
                #expect(try Data(contentsOf: URL(filePath: picture)).starts(with: [0x89, 0x50]))

                try desktop.choose("Show")
                try waitBlocking(for: "the page") { !desktop.opened().isEmpty }
                #expect(desktop.opened().allSatisfy { $0.hasPrefix("http://127.0.0.1:") })

                // Its place is taken by that of both.
                let letter = lab.sample("letter.pdf")
                #expect(try lab.printq("print", "-d", "office", letter).code == 0)
                try waitBlocking(for: "both to be printed") {
                    try jobs(lab).filter { $0.state == .completed }.count == 2
                }
                try waitBlocking(for: "the other notification") {
                    unsafe access(lab.folder + "/run/printcenter/notice-2.png", F_OK) == 0
                }
                #expect(try desktop.shown() <= 1)
                let text = try desktop.notifications()
                #expect(text.contains("has been printed") || text.contains("have been printed"))
                #expect(text.contains("Print Center") && text.contains("notice-"), "\(text)")
            }
        }

        @Test func `print again`() throws {
            try with("again") { lab, desktop in
                #expect(
                    try lab.printq("print", "-d", "office", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                try desktop.choose("Print Again")
                try waitBlocking(for: "the other job") { try jobs(lab).count == 2 }
            }
        }

        @Test func `count presses only from the program that shows them`() throws {
            try with("forged") { lab, desktop in
                #expect(
                    try lab.printq("print", "-d", "office", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                let forged = """
                    export DBUS_SESSION_BUS_ADDRESS='\(desktop.address)'
                    owner=$(dbus-send --print-reply=literal --dest=org.freedesktop.DBus / \
                        org.freedesktop.DBus.GetNameOwner string:org.printcenter.PrintCenter | tr -d ' ')
                    for number in 1 2 3 4 5; do
                        dbus-send --type=signal --dest="$owner" /org/freedesktop/Notifications \
                            org.freedesktop.Notifications.ActionInvoked uint32:$number string:again
                        dbus-send --type=signal --dest="$owner" /org/freedesktop/Notifications \
                            org.freedesktop.Notifications.NotificationClosed uint32:$number uint32:2
                    done
                    test -n "$owner"
                    """
                #expect(try lab.shell(forged).code == 0)
                // It comes later, and is taken after them.
                try desktop.choose("Show")
                try waitBlocking(for: "the page") { !desktop.opened().isEmpty }
                #expect(try jobs(lab).count == 1)
            }
        }

        @Test func `tell what waits for paper until there is some, and what has failed`() throws {
            try with("paper") { lab, desktop in
                #expect(
                    try lab.printq("print", "-d", "empty", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                // Its cause goes, and so does the notification.
                try desktop.choose("Cancel")
                try waitBlocking(for: "the cancel") {
                    try jobs(lab).allSatisfy { $0.state == .canceled }
                }
                try waitBlocking(for: "the withdrawal") { try desktop.shown() == 0 }
                var text = try desktop.notifications()
                #expect(text.contains("letter.pdf” is waiting"), "\(text)")
                #expect(!text.contains("has been"), "\(text)")

                #expect(
                    try lab.printq("print", "-d", "broken", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the failure") {
                    try jobs(lab).contains { $0.state == .failed }
                }
                try waitBlocking(for: "its notification") { try desktop.shown() == 1 }
                text = try desktop.notifications()
                #expect(text.contains("has not been printed"), "\(text)")
            }
        }

        @Test func `are not sent for what a person watches, nor where they are off`() throws {
            try with("watched") { lab, desktop in
                let letter = lab.sample("letter.pdf")
                // On a terminal, the user sees the job; into a pipe, nobody does.
                let watching = "script -qec \"printq print -d office --wait '\(letter)'\" /dev/null"
                #expect(try lab.shell(watching).code == 0)
                #expect(try lab.printq("notifications", "off").code == 0)
                #expect(try lab.shell("printq print -d office --wait '\(letter)' | cat").code == 0)
                #expect(try lab.printq("notifications", "failures").code == 0)
                #expect(try lab.shell("printq print -d office --wait '\(letter)' | cat").code == 0)
                #expect(try lab.printq("notifications", "--json").output.contains("failures"))
                #expect(try lab.printq("notifications", "all").code == 0)
                #expect(try lab.shell("printq print -d office --wait '\(letter)' | cat").code == 0)
                try waitBlocking(for: "the notification of the last one") {
                    try desktop.shown() == 1
                }
                let text = try desktop.notifications()
                // One document, not more.
                #expect(text.contains("letter.pdf” has been printed"), "\(text)")
                let wrong = try lab.printq("notifications", "some")
                #expect(wrong.code == 64, "\(wrong)")
            }
        }

        @Test func `come from a program that the bus starts, and that leaves`() throws {
            try with("activated") { lab, desktop in
                try desktop.activate("org.printcenter.PrintCenter")
                #expect(
                    try lab.printq("print", "-d", "office", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                let owner = try desktop.owner()
                #expect(owner.contains("CommandLine=") && !owner.contains("--after"))
                let process = try desktop.process()
                // Without a bus there is nothing to tell.
                desktop.end()
                try waitBlocking(for: "its end") { kill(process, 0) != 0 }
            }
        }

        @Test func `come where the desktop was not there at first`() throws {
            try with("later") { lab, desktop in
                // It finds none once, as where the session bus comes later.
                let program = try #require(lab.environment["PRINTCENTER_DESKTOP"])
                let late = try lab.write(
                    Array(
                        """
                        #!/bin/sh
                        if [ -e '\(lab.folder)/asked' ]; then exec '\(program)' "$@"; fi
                        touch '\(lab.folder)/asked'
                        exit 69

                        """.utf8
                    ),
                    to: "late"
                )
                try #require(unsafe chmod(late, 0o755) == 0)
                lab.environment["PRINTCENTER_DESKTOP"] = late
                #expect(
                    try lab.printq("print", "-d", "empty", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                #expect(try desktop.notifications().contains("letter.pdf” is waiting"))
            }
        }

        @Test func `start a service that has crashed, and none that was stopped`() throws {
            try with("stopped") { lab, desktop in
                #expect(
                    try lab.printq("print", "-d", "empty", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                let crashed = try #require(lab.services().first)
                kill(crashed, SIGKILL)
                try waitBlocking(for: "another service") {
                    let service = try lab.printq("service", "status", "--json").output
                    return service.contains("true") && !lab.services().contains(crashed)
                }
                let log = lab.state + "/printcenterd.log"
                #expect(!RunningProgram.read(log).contains("was stopped"))
                #expect(try lab.printq("service", "stop").code == 0)
                try waitBlocking(for: "the end of what it read") {
                    RunningProgram.read(log).contains("was stopped")
                }
                #expect(lab.services().isEmpty)
            }
        }

        @Test func `keep neither the service nor their own program from ending`() throws {
            try with("end") { lab, desktop in
                #expect(
                    try lab.printq("print", "-d", "empty", lab.sample("letter.pdf")).code == 0
                )
                try waitBlocking(for: "the notification") { try desktop.shown() == 1 }
                // It reads events, as the job waits.
                let process = try desktop.process()
                let service = try #require(lab.services().first)
                kill(service, SIGTERM)
                try waitBlocking(for: "the service's end") { !lab.services().contains(service) }
                kill(process, SIGTERM)
                try waitBlocking(for: "the program's end") { kill(process, 0) != 0 }
            }
        }
    }
}
