import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `After a reboot` {
    @Test func `what the unit starts takes up the job that was left, and leaves when idle`() throws
    {
        let lab = try RunningLab(printers: "slow", program: Programs.lab)
        defer { lab.stop() }
        let service = try TestService(in: lab)
        let settings = service.folder + "/config"
        var environment = service.environment
        environment["XDG_CONFIG_HOME"] = settings
        let enabled = try Launch(
            path: Programs.folder + "/printq",
            arguments: ["service", "enable", "--by", "systemd", "--json"],
            environment: environment
        ).outcome()
        #expect(enabled.exitCode == 0)
        #expect(enabled.output.contains(#"{"login":{"by":"systemd","enabled":true}}"#))

        try service.serve()
        let id = try service.print(Papers.pdf(pages: 3), on: "slow", name: "left")
        try service.wait(for: id, toBe: .sending, .printing)
        service.end(SIGKILL)

        let unit = settings + "/systemd/user/default.target.wants/printcenterd.service"
        let text = try String(contentsOf: URL(filePath: unit), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let ended = try Launch(
            path: String(line.dropFirst("ExecStart=".count)),
            arguments: [],
            environment: service.environment.merging(["PRINTCENTER_IDLE": "1"]) { $1 }
        ).outcome()
        #expect(ended.exitCode == 0, "\(ended.output)")
        #expect(unsafe access(service.socket, F_OK) != 0)

        try service.serve()
        #expect(try service.job(id).state == .completed)
        _ = try service.paper("left", by: "slow")
        service.end()
    }
}
