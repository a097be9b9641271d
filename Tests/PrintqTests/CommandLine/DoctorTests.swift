import FoundationEssentials
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `The doctor` {
        /// The JSON of the command.
        private struct Report: Decodable {
            struct Finding: Decodable, Equatable {
                let part: String
                let state: String
                let message: String
                let remedy: String?
            }

            let possible: Bool
            let findings: [Finding]

            func parts(_ state: String) -> Set<String> {
                Set(findings.filter { $0.state == state }.map(\.part))
            }
        }

        private func examine(
            _ lab: PrintqLab,
            more: [String: String] = [:]
        ) throws -> (report: Report, code: Int32) {
            let ending = try lab.start(["doctor", "--json"], more: more).end()
            return (try ending.value(Report.self), ending.code)
        }

        @Test func `finds nothing that keeps printing from working, and changes nothing`() throws {
            try PrintqLab.with("a doctor") { lab in
                let (report, code) = try examine(lab)
                #expect(code == 0 && report.possible)
                #expect(
                    report.parts("good").isSuperset(
                        of: ["folder", "service", "scheduler", "printers", "previews"]
                    )
                )
                #expect(report.parts("problem") == [])
                #expect(report.findings.allSatisfy { !$0.message.isEmpty })
                // What it sent to the service is gone again.
                #expect(try lab.ownJobs() == [])
                #expect(lab.spooled() == [])
                let lines = try lab.printq("doctor").lines
                #expect(lines.count == report.findings.count)
                #expect(lines.allSatisfy { $0.hasPrefix("ok ") || $0.hasPrefix("notice ") })
            }
        }

        @Test func `names what is missing, and what to do`() throws {
            try PrintqLab.with("a doctor's notices") { lab in
                lab.environment["XDG_CONFIG_HOME"] = lab.folder + "/config"
                #expect(try lab.printq("service", "start").code == 0)
                let before = try examine(
                    lab,
                    more: ["CUPS_SERVER": "/nowhere", "PATH": TestLab.programs]
                )
                #expect(before.code == 0)
                #expect(before.report.parts("notice").isSuperset(of: ["scheduler", "login"]))
                let remedies = before.report.findings.filter { $0.part == "packages" }
                    .compactMap(\.remedy)
                #expect(remedies.contains("apt install weasyprint"))
                #expect(remedies.contains("apt install bubblewrap"))
                #expect(!remedies.contains("apt install libgs10"))
                #expect(try lab.printq("service", "enable").code == 0)
                #expect(try examine(lab).report.parts("notice").contains("login") == false)
            }
        }

        @Test func `warns of a scheduler that forgets jobs`() throws {
            try PrintqLab.with("a doctor of histories") { lab in
                let files: [(text: String, isNotice: Bool)] = [
                    ("PreserveJobHistory Yes\n", false), ("# PreserveJobHistory No\n", false),
                    ("PreserveJobFiles No\n", false),
                    ("MaxJobs 5\n  preservejobhistory\toff\n", true),
                    ("PreserveJobHistory 86400\n", false), ("PreserveJobHistory 0\n", true),
                    ("PreserveJobHistory No\nPreserveJobHistory Yes\n", false),
                ]
                for file in files {
                    let root = lab.folder + "/configuration"
                    try FileManager.default.createDirectory(
                        atPath: root,
                        withIntermediateDirectories: true
                    )
                    try Data(file.text.utf8).write(to: URL(filePath: root + "/cupsd.conf"))
                    let report = try examine(lab, more: ["CUPS_SERVERROOT": root]).report
                    let found = report.findings.filter { $0.part == "scheduler" }
                    let state = file.isNotice ? "notice" : "good"
                    #expect(found.map(\.state) == [state], "\(file.text)")
                    #expect(found.contains { $0.remedy != nil } == file.isNotice)
                }
            }
        }

        @Test(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
        func `names the database of the queue, and the folder of its documents`() throws {
            let server = try DatabaseServer()
            try PrintqLab.with("a doctor of databases") { lab in
                let config = lab.folder + "/config"
                let documents = lab.folder + "/documents"
                for folder in [config + "/printcenter", documents] {
                    try FileManager.default.createDirectory(
                        atPath: folder,
                        withIntermediateDirectories: true,
                        attributes: [.posixPermissions: 0o700]
                    )
                }
                lab.environment["XDG_CONFIG_HOME"] = config
                try Data(#"{"store":"\#(server.address)","documents":"\#(documents)"}"#.utf8)
                    .write(to: URL(filePath: config + "/printcenter/settings.json"))
                let good = try examine(lab).report.findings.first { $0.part == "folder" }
                #expect(good?.state == "good")
                let message = good?.message ?? ""
                #expect(
                    message.hasPrefix("The queue is kept in the database postgres (")
                        && message.contains("and its documents in \(documents), with "),
                    "\(message)"
                )
                // While the service runs, the disk goes away; the next service does not start.
                try FileManager.default.moveItem(atPath: documents, toPath: documents + ".away")
                for isRunning in [true, false] {
                    if !isRunning { #expect(try lab.printq("service", "stop").code == 0) }
                    let (report, code) = try examine(lab)
                    let bad = report.findings.first { $0.part == "folder" }
                    #expect(code == 1 && bad?.state == "problem", "\(report.findings)")
                    #expect(bad?.message.contains("cannot be kept in \(documents)") == true)
                    #expect(bad?.remedy?.contains("mount the disk") == true)
                }
            }
        }

        @Test func `says what keeps printing from working`() throws {
            try PrintqLab.with("a doctor's problems") { lab in
                let folder = try examine(lab, more: ["XDG_STATE_HOME": "/dev/null"])
                #expect(folder.code == 1 && !folder.report.possible)
                #expect(folder.report.parts("problem").contains("folder"))
            }
            try PrintqLab.with("a doctor without walls") { lab in
                lab.environment["QPREVIEW_ZYGOTE"] = "/nowhere/qpreview-zygote"
                let walls = try examine(lab)
                #expect(walls.code == 1)
                #expect(walls.report.parts("problem") == ["previews"])
                #expect(walls.report.findings.contains { $0.message.contains("qpreview-zygote") })
            }
            try PrintqLab.with("a doctor without a service") { lab in
                lab.environment["PRINTCENTERD"] = "/nowhere/printcenterd"
                let service = try examine(lab)
                #expect(service.code == 1)
                #expect(service.report.parts("problem") == ["service"])
            }
        }
    }
}
