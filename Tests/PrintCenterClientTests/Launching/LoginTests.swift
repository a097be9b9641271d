import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

@Suite struct `The start at login` {
    /// A user without anything, and a `printcenterd` in a folder with an awkward name.
    private func withHome(_ body: (String, String, LoginStart) throws -> Void) throws {
        var bytes = Array("\(TemporaryFolder.usual)/login-XXXXXX".utf8CString)
        // mkdtemp writes the name it found into the template.
        let home = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return ""
            }
            return unsafe String(cString: name)
        }
        try #require(home != "")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folder = home + "/pro $1 100%"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let program = folder + "/printcenterd"
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
        let environment = ["HOME": home, "PRINTCENTERD": program]
        try body(home, program, LoginStart(environment: environment, global: home + "/etc"))
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    @Test(arguments: LoginStatus.Way.allCases)
    func `is set up and taken back, twice as well as once`(_ way: LoginStatus.Way) throws {
        try withHome { home, _, login in
            #expect(login.status == LoginStatus(by: nil))
            for _ in 1...2 {
                #expect(try login.enable(by: way) == LoginStatus(by: way))
                #expect(login.status == LoginStatus(by: way))
            }
            for _ in 1...2 {
                #expect(try login.disable() == LoginStatus(by: nil))
                #expect(login.status == LoginStatus(by: nil))
            }
            let config = home + "/.config"
            let left = try FileManager.default.subpathsOfDirectory(atPath: config)
                .filter { $0.contains("printcenterd") }
            #expect(left == [])
        }
    }

    @Test func `of one kind replaces the other`() throws {
        try withHome { _, _, login in
            try login.enable(by: .autostart)
            try login.enable(by: .systemd)
            #expect(login.status.by == .systemd)
            try login.enable(by: .autostart)
            #expect(login.status.by == .autostart)
            #expect(try login.disable().by == nil)
        }
    }

    @Test func `names the program, whatever its folder is called`() throws {
        try withHome { home, program, login in
            try login.enable(by: .systemd)
            let unit = try text(home + "/.config/systemd/user/printcenterd.service")
            let escaped = program.replacing("%", with: "%%").replacing("$", with: "$$")
            #expect(unit.contains("\nExecStart=\"\(escaped)\"\n"))
            try login.enable(by: .autostart)
            let entry = try text(home + "/.config/autostart/printcenterd.desktop")
            let quoted = program.replacing("$", with: "\\\\$").replacing("%", with: "%%")
            #expect(entry.contains("\nExec=\"\(quoted)\"\n"))
        }
    }

    @Test func `leaves alone what somebody else wrote`() throws {
        try withHome { home, _, login in
            let folder = home + "/.config/systemd/user"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let unit = folder + "/printcenterd.service"
            try Data("[Unit]\n".utf8).write(to: URL(filePath: unit))
            #expect(throws: ClientError.self) { try login.enable(by: .systemd) }
            #expect(try login.disable().by == nil)
            #expect(try text(unit) == "[Unit]\n")
        }
    }

    @Test func `is not there where the link leads nowhere`() throws {
        try withHome { home, _, login in
            try login.enable(by: .systemd)
            _ = unsafe unlink(home + "/.config/systemd/user/printcenterd.service")
            #expect(login.status == LoginStatus(by: nil))
        }
    }

    @Test func `is the same in the unit that is installed`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        let installed = try text(root + "/share/systemd/user/printcenterd.service")
        #expect(installed == LoginFiles.unit(for: "/usr/local/libexec/printcenter/printcenterd"))
    }

    @Test func `describes the service alike in the unit and in the desktop entry`() throws {
        func value(_ key: String, _ text: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(key) }
                .map { $0.dropFirst(key.count).lowercased() }
        }
        let description = try #require(
            value("Description=Print Center: ", LoginFiles.unit(for: "/x"))
        )
        #expect(value("Comment=", LoginFiles.autostart(for: "/x")) == description)
    }

    @Test(arguments: [
        "CapabilityBoundingSet=", "AmbientCapabilities=", "ProtectKernelModules=",
        "ProtectKernelLogs=", "ProtectClock=", "PrivateDevices=", "PrivateUsers=",
    ])
    func `says nothing for which a user's systemd has no rights, unless it makes a user namespace`(
        _ word: String
    ) {
        // Such a unit does not start: 218/CAPABILITIES, or 217/USER.
        let lines = LoginFiles.unit(for: "/x", namespaces: false).split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix(word) })
        #expect(lines.contains("MemoryMax=4G") && lines.contains("WantedBy=default.target"))
        let confined = LoginFiles.unit(for: "/x").split(separator: "\n")
        #expect(confined.contains { $0.hasPrefix(word) } && confined.contains("PrivateUsers=yes"))
        // Each line of the one is in the other, in the same order.
        #expect(confined.filter { lines.contains($0) } == lines)
    }

    @Test(arguments: [true, false])
    func `takes namespaces only where the system allows them`(_ allowed: Bool) throws {
        try withHome { home, program, _ in
            let login = LoginStart(
                environment: ["HOME": home, "PRINTCENTERD": program],
                global: home + "/etc",
                namespaces: allowed
            )
            try login.enable(by: .systemd)
            let unit = try text(home + "/.config/systemd/user/printcenterd.service")
            #expect(unit.contains("\nPrivateUsers=yes\n") == allowed)
        }
    }

    @Test func `in JSON says both keys`() throws {
        let json = String(decoding: try JSONEncoder().encode(LoginStatus(by: nil)), as: UTF8.self)
        #expect(json.contains(#""by":null"#) && json.contains(#""enabled":false"#))
    }
}
