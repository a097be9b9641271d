import Foundation
import ProofKit
import Testing

@testable import PreviewModel

/// Which program opens a file on a double click, as GIO decides it from the entries of programs.
///
/// So do GNOME, Xfce, MATE, and Cinnamon.
/// KDE and LXQt read the same lists (MIME Applications Associations of freedesktop.org).
@Suite(
    .enabled(
        if: ["gio", "update-desktop-database"].allSatisfy {
            unsafe access("/usr/bin/\($0)", X_OK) == 0
        },
        "not installed: gio, update-desktop-database"
    )
)
struct `The programs that open files` {
    private static let ours = "org.printcenter.PrintCenter.desktop"
    /// What the entry named until it was found to open these types.
    private static let formerTypes = [
        "application/pdf", "application/postscript", "image/jpeg", "image/png", "image/tiff",
        "image/webp", "image/svg+xml", "text/plain", "text/html", "text/markdown",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]
    /// Programs that own types, with those of their entries in Debian that matter here.
    private static let owners = [
        "org.gnome.Evince.desktop": ["application/pdf", "application/postscript", "image/tiff"],
        "org.pwmt.zathura.desktop": ["application/pdf", "application/postscript"],
        "org.xfce.ristretto.desktop": ["image/jpeg", "image/png", "image/tiff", "image/svg+xml"],
        "org.xfce.mousepad.desktop": ["text/plain", "text/html", "text/markdown"],
    ]
    private static let types = Set(formerTypes + DocumentFormat.thumbnailerTypes).sorted()

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized.path

    /// Two folders with entries of programs, such as /usr/local/share and /usr/share, and an empty home.
    private struct Desk {
        let fixtures: Fixtures
        static let places = ["local", "system"]

        init(_ fixtures: Fixtures) throws {
            self.fixtures = fixtures
            for place in Self.places { try run("mkdir", "-p", folder(place)) }
            // An entry whose program is missing is not offered.
            for program in ["printq", "owner"] {
                try run("install", "-D", "/bin/true", fixtures.path("bin/\(program)"))
            }
        }

        func folder(_ place: String) -> String { fixtures.path("\(place)/applications") }

        func installOurs(in place: String, isFormer: Bool = false) throws {
            let entry = "\(root)/share/applications/\(ours)"
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            let more = isFormer ? "MimeType=\(formerTypes.joined(separator: ";"));\n" : ""
            try Data((text + more).utf8).write(to: URL(filePath: "\(folder(place))/\(ours)"))
        }

        func installOwners(in place: String) throws {
            for (name, types) in owners {
                let text = """
                    [Desktop Entry]
                    Type=Application
                    Name=\(name)
                    Exec=owner %U
                    MimeType=\(types.joined(separator: ";"));

                    """
                try Data(text.utf8).write(to: URL(filePath: "\(folder(place))/\(name)"))
            }
        }

        /// What the trigger of Debian's packages does.
        func update() throws {
            for place in Self.places { try run("update-desktop-database", folder(place)) }
        }

        /// The first line that GIO says of each type: its default.
        func defaults(_ types: [String]) throws -> [String: String] {
            let script = #"for type in $1; do echo "$type $(gio mime "$type" | head -n 1)"; done"#
            let data = Self.places.map { fixtures.path($0) }.joined(separator: ":")
            let output = try run(
                "env",
                "-i",
                "PATH=\(fixtures.path("bin")):/usr/bin:/bin",
                "HOME=\(fixtures.path("home"))",
                "XDG_DATA_DIRS=\(data)",
                "XDG_CONFIG_DIRS=\(fixtures.path("etc"))",
                "LC_ALL=C",
                "sh",
                "-c",
                script,
                "sh",
                types.joined(separator: "\n")
            )
            var defaults: [String: String] = [:]
            for line in output.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let type = words.first else { continue }
                let hasDefault = words.dropFirst().first == "Default"
                defaults[String(type)] = hasDefault ? words.last.map(String.init) : ""
            }
            return defaults
        }
    }

    private func expectOwners(_ desk: Desk, _ what: String) throws {
        let defaults = try desk.defaults(Self.types)
        #expect(defaults.count == Self.types.count, "\(what)")
        for type in Self.types {
            let owners = Self.owners.filter { $0.value.contains(type) }.map(\.key)
            let found = defaults[type] ?? ""
            #expect(
                owners.isEmpty ? found.isEmpty : owners.contains(found),
                "\(what): \(type): \(found)"
            )
        }
    }

    @Test func `do not include Print Center where no other program is installed`() async throws {
        try await withFixtures { fixtures in
            for place in Desk.places {
                let desk = try Desk(fixtures)
                try desk.installOurs(in: place)
                try desk.update()
                let defaults = try desk.defaults(Self.types)
                #expect(defaults.count == Self.types.count)
                #expect(defaults.allSatisfy { $0.value.isEmpty }, "\(defaults)")
                try run("rm", "\(desk.folder(place))/\(Self.ours)")
            }
        }
    }

    @Test(arguments: Desk.places, [true, false])
    func `are their owners beside Print Center`(place: String, isFirst: Bool) async throws {
        try await withFixtures { fixtures in
            let desk = try Desk(fixtures)
            if isFirst { try desk.installOurs(in: place) }
            try desk.update()
            try desk.installOwners(in: "system")
            try desk.update()
            if !isFirst { try desk.installOurs(in: place) }
            try desk.update()
            try expectOwners(desk, "\(place), \(isFirst)")
        }
    }

    @Test(arguments: ["package", "make install"])
    func `are their owners again after an upgrade`(way: String) async throws {
        try await withFixtures { fixtures in
            for hasOwners in [false, true] {
                let desk = try Desk(fixtures)
                let place = way == "package" ? "system" : "local"
                try desk.installOurs(in: place, isFormer: true)
                if hasOwners { try desk.installOwners(in: "system") }
                try desk.update()
                if place == "local" || !hasOwners {
                    let former = try desk.defaults(Self.formerTypes)
                    #expect(former.allSatisfy { $0.value == Self.ours }, "\(former)")
                }
                try desk.installOurs(in: place)
                if way == "package" {
                    try desk.update()
                } else {
                    try run("\(Self.root)/Scripts/forget-types", desk.folder(place))
                }
                if hasOwners {
                    try expectOwners(desk, way)
                } else {
                    let defaults = try desk.defaults(Self.types)
                    #expect(defaults.allSatisfy { $0.value.isEmpty }, "\(way): \(defaults)")
                }
            }
        }
    }

    @Test func `have no other list of types from us, and the menus of file managers stay`() throws {
        let share = "\(Self.root)/share"
        let entries = try run("grep", "-rlE", "^MimeType=", share).split(separator: "\n")
            .map { $0.dropFirst(share.utf8.count + 1) }
        // A menu of Dolphin, and the pictures of files: neither opens one.
        #expect(
            Set(entries) == [
                "kio/servicemenus/\(Self.ours)", "thumbnailers/qpreview.thumbnailer",
            ]
        )
        for menu in [
            "nautilus-python/extensions/printcenter.py", "thunarx-python/extensions/printcenter.py",
            "nemo/actions/org.printcenter.PrintCenter.nemo_action", "kio/servicemenus/\(Self.ours)",
            "Thunar/sendto/\(Self.ours)",
        ] {
            let text = try String(contentsOfFile: "\(share)/\(menu)", encoding: .utf8)
            #expect(text.contains("Print…") && text.contains("printq"), "\(menu)")
        }
        // Among all programs of "Open With", it stays, as it takes files.
        let entry = try String(
            contentsOfFile: "\(share)/applications/\(Self.ours)",
            encoding: .utf8
        )
        #expect(entry.contains("\nExec=printq open %F\n") && !entry.contains("NoDisplay"))
    }
}
