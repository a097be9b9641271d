import FoundationEssentials
import Glibc
import Testing

@testable import PrintCenterClient

@Suite struct `The program of the service` {
    /// Makes what `make install PREFIX=…` makes; the path of the service.
    private func install(below prefix: String) throws -> String {
        for folder in ["bin", "libexec/printcenter", "share"] {
            try FileManager.default.createDirectory(
                atPath: "\(prefix)/\(folder)",
                withIntermediateDirectories: true
            )
        }
        try makeFile("\(prefix)/bin/printq", Array("#!/bin/sh\n".utf8), mode: 0o700)
        return try makeFile(
            "\(prefix)/libexec/printcenter/printcenterd",
            Array("#!/bin/sh\n".utf8),
            mode: 0o700
        )
    }

    private func found(
        _ environment: [String: String],
        beside folder: String = "/elsewhere"
    ) -> String? {
        let program = ServiceProgram(
            environment: environment,
            programFolder: folder,
            home: nil
        )
        return program.places.first { unsafe access($0, X_OK) == 0 }
    }

    private func expect(_ path: String?, is program: String) {
        #expect(path.flatMap { resolved($0) } == program)
    }

    private func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    @Test func `is that of the printq in PATH, wherever it is installed`() async throws {
        try await withFolder { folder in
            let service = try install(below: folder + "/opt/print center")
            let bin = folder + "/opt/print center/bin"
            expect(found(["PATH": "/nowhere:relative:\(bin)"]), is: service)
            // A link into the installation does as well.
            let links = folder + "/links"
            try #require(unsafe mkdir(links, 0o700) == 0)
            try #require(unsafe symlink(bin + "/printq", links + "/printq") == 0)
            expect(found(["PATH": links]), is: service)
            // Beside the program comes first.
            let other = try install(below: folder + "/other")
            expect(found(["PATH": bin], beside: folder + "/other/bin"), is: other)
        }
    }

    @Test func `is found through the data folders, and the unit at login`() async throws {
        try await withFolder { folder in
            let service = try install(below: folder + "/prefix")
            let data = ["XDG_DATA_DIRS": "share:\(folder)/prefix/share:/usr/share", "PATH": ""]
            expect(found(data), is: service)
            for name in ["plain", "with % and $ and \" in it"] {
                let program = try install(below: "\(folder)/\(name)")
                let units = "\(folder)/\(name)/config/systemd/user"
                try FileManager.default.createDirectory(
                    atPath: units,
                    withIntermediateDirectories: true
                )
                try makeFile(
                    units + "/printcenterd.service",
                    Array(LoginFiles.unit(for: program).utf8)
                )
                let config = ["XDG_CONFIG_HOME": "\(folder)/\(name)/config", "PATH": "/none"]
                expect(found(config), is: program)
            }
        }
    }
}
