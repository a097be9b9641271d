import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq.`Whether printing is possible` {
    @Test(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
    func `is no while the database of the queue is away, and a watch goes on`() throws {
        let server = try DatabaseServer()
        try PrintqLab.with("databaseAway") { lab in
            lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
            try FileManager.default.createDirectory(
                atPath: lab.folder + "/config/printcenter",
                withIntermediateDirectories: true
            )
            _ = try lab.write(
                Array(#"{"store":"\#(server.address)"}"#.utf8),
                to: "config/printcenter/settings.json"
            )
            #expect(try lab.printq("service", "start").code == 0)
            let watches = try [
                lab.start(["available", "--watch"]), lab.start(["jobs", "--watch"]),
            ]
            try waitBlocking(for: "the first answer") {
                watches[0].outputSoFar.hasPrefix("Printing is possible: ")
            }
            func print(_ name: String) throws {
                let file = lab.sample("notes.txt")
                #expect(try lab.printq("print", "-d", "office", "-t", name, file).code == 0)
                try waitBlocking(for: "the job '\(name)' in the list") {
                    watches[1].outputSoFar.contains(name)
                }
            }
            try print("before")

            try server.stop()
            try waitBlocking(for: "the loss") {
                watches[0].outputSoFar.contains("The database of the queue cannot be reached.")
            }
            let available = try lab.printq("available")
            #expect(available.code == 3 && available.output.hasPrefix("Printing is not possible."))
            let status = try lab.printq("service", "status")
            #expect(status.code == 0 && status.lines.first?.hasPrefix("The service is run") == true)
            #expect(status.lines.dropFirst().first?.contains("cannot be reached") == true)
            #expect(!status.output.contains("active job"))
            let check = try lab.printq("check", "-d", "office", lab.sample("notes.txt"))
            #expect(check.code != 0 && check.errors.contains("cannot be reached"))
            #expect(!check.errors.contains("Nothing was changed"), "\(check)")

            try server.start()
            try waitBlocking(for: "the return") {
                watches[0].outputSoFar.split(separator: "\n").count == 3
            }
            try print("after")
            for watch in watches { kill(watch.process, SIGINT) }
            #expect(try watches[0].end().code == 130)
            let list = try watches[1].end()
            #expect(list.code == 130)
            // Said once.
            #expect(list.errorLines.filter { $0.contains("cannot be reached") }.count == 1)
        }
    }
}
