import Foundation
import Testing

/// How the folders of the module stand: a file refers only to types of its own folder and of those
/// before it.
@Suite struct `The folders of PrintCenter` {
    /// From the bottom to the top.
    static let order = [
        "Concurrency", "Transport", "Secrets", "Cups", "IPPClient", "Discovery", "Documents",
        "Settings",
        "Queue", "Hosts", "Printers", "Watching", "Delivery", "Submission", "Previews", "Service",
    ]

    private struct File {
        let name: String
        let folder: String
        /// The source without comments and string literals.
        let code: String
    }

    private static func files() throws -> [File] {
        let root = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Sources/PrintCenter").standardized
        let found = try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".swift") }
        return try found.map { path in
            let text = try String(
                contentsOf: root.appendingPathComponent(path),
                encoding: .utf8
            )
            let code = text.replacing(#/"{3}[\s\S]*?"{3}/#, with: "")
                .replacing(#/"(\\.|[^"\\\n])*"/#, with: "").replacing(#///[^\n]*/#, with: "")
            return File(
                name: path,
                folder: String(path.prefix { $0 != "/" }),
                code: code
            )
        }
    }

    @Test func `are those of the list`() throws {
        #expect(Set(try Self.files().map(\.folder)) == Set(Self.order))
    }

    @Test func `refer to no folder above them`() throws {
        let files = try Self.files()
        let declaration =
            #/(?m)^(?:@\w+ )?(?:public |package )?(?:final )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/#
        var folders: [String: String] = [:]
        for file in files {
            for match in file.code.matches(of: declaration) {
                folders[String(match.1)] = file.folder
            }
        }
        #expect(folders.count > 50)
        let places = Dictionary(uniqueKeysWithValues: zip(Self.order, 0...))
        for file in files {
            for match in file.code.matches(of: #/\b[A-Z]\w+/#) {
                guard let target = folders[String(match.0)], let to = places[target],
                    let from = places[file.folder]
                else { continue }
                #expect(to <= from, "\(file.name) refers to \(match.0) in \(target)")
            }
        }
    }

    @Test func `import libcups in Cups alone, and there in every file`() throws {
        for file in try Self.files() {
            let imports = file.code.contains("import CCups")
            #expect(imports == (file.folder == "Cups"), "\(file.name)")
        }
    }

    @Test func `import libavahi-client in Discovery alone`() throws {
        let importing = try Self.files().filter { $0.code.contains("import CAvahi") }
        #expect(Set(importing.map(\.folder)) == ["Discovery"])
    }
}
