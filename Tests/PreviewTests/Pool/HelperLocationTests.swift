import Foundation
import Testing

@testable import QuickPreview

/// Where a program that uses the library finds its helper.
struct `The helper of another program` {
    /// Makes what `make install PREFIX=…` makes; the path of the helper.
    private func install(below prefix: String) throws -> String {
        try run("mkdir", "-p", "\(prefix)/bin", "\(prefix)/libexec/printcenter", "\(prefix)/share")
        let helper = "\(prefix)/libexec/printcenter/qpreview-zygote"
        for file in ["\(prefix)/bin/qpreview", helper] {
            try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: file))
            try run("chmod", "700", file)
        }
        return helper
    }

    private func found(
        beside folder: String? = "/elsewhere",
        path: String? = nil,
        data: String? = "/nowhere"
    ) -> String? {
        let places = ZygoteLocation.places(beside: folder, path: path, dataFolders: data)
        return places.first { unsafe access($0, X_OK) == 0 }
            .map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    }

    @Test func `is that of the qpreview in PATH, or where packages put it`() async throws {
        try await withFixtures { fixtures in
            let folder = URL(fileURLWithPath: fixtures.folder.path).resolvingSymlinksInPath().path
            let helper = try install(below: folder + "/a prefix")
            let bin = folder + "/a prefix/bin"
            #expect(found(path: "/nowhere:relative:\(bin)") == helper)
            // A link into the installation does as well.
            try run("mkdir", folder + "/links")
            try run("ln", "-s", bin + "/qpreview", folder + "/links/qpreview")
            #expect(found(path: folder + "/links") == helper)
            #expect(found(data: "relative:\(folder)/a prefix/share") == helper)
            // Beside the program comes first.
            let other = try install(below: folder + "/other")
            #expect(found(beside: folder + "/other/bin", path: bin) == other)
            #expect(found(path: "relative:a prefix/bin") != helper)
        }
        let usual = ZygoteLocation.places(beside: nil, path: nil, dataFolders: nil)
        #expect(usual.contains("/usr/libexec/printcenter/qpreview-zygote"))
        #expect(usual.contains("/usr/local/libexec/printcenter/qpreview-zygote"))
    }
}
