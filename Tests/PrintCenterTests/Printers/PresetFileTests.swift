import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The file of presets` {
    private func withFile(
        _ text: String? = nil,
        _ body: (PresetFile, String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/presets.json"
            if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
            try await body(PresetFile(folder: folder), path)
        }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// The cause of a problem.
    private func cause(_ body: () throws -> Void) -> Problem.Cause? {
        do {
            try body()
            return nil
        } catch {
            return (error as? Problem)?.cause
        }
    }

    private static let ticket = PrintTicket(
        pages: try? PageSelection("1,3-"),
        copies: 2,
        sides: .twoSidedLongEdge,
        media: .a4,
        finishings: ["staple"],
        attributes: ["media-type": "labels"],
        margins: MediaMargins(top: 1000, right: 2000, bottom: 1000, left: 2000),
        fontSize: 12.5,
        poster: SheetGrid(rawValue: "2x3")
    )

    @Test func `gives back what was saved, in the order of names`() async throws {
        try await withFile { presets, path async throws in
            #expect(try presets.presets() == [])
            #expect(try presets.save(PrintPreset(name: "小册子", ticket: Self.ticket)))
            #expect(try presets.save(PrintPreset(name: "Draft", ticket: PrintTicket(copies: 3))))
            // Another one than the one before.
            let other = PresetFile(folder: presets.folder)
            #expect(try other.presets().map(\.name) == ["Draft", "小册子"])
            #expect(try other.usable("小册子") == PrintPreset(name: "小册子", ticket: Self.ticket))
            var facts = stat()
            #expect(unsafe stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `replaces, removes, and tells case apart`() async throws {
        try await withFile { presets, _ async throws in
            let first = PrintPreset(name: "a", ticket: PrintTicket(copies: 1))
            let second = PrintPreset(name: "a", ticket: PrintTicket(sides: .oneSided))
            #expect(try presets.save(first))
            #expect(try !presets.save(second))
            #expect(try presets.save(PrintPreset(name: "A", ticket: PrintTicket(copies: 9))))
            #expect(try presets.preset("a") == second)
            #expect(try presets.remove("a") == second)
            #expect(cause { _ = try presets.remove("a") } == .presetNotFound)
            #expect(try presets.presets().map(\.name) == ["A"])
        }
    }

    @Test func `holds a hundred presets, and no more`() async throws {
        try await withFile { presets, path async throws in
            let ticket = PrintTicket(copies: 2)
            for number in 1...PrintPreset.countLimit {
                #expect(try presets.save(PrintPreset(name: "\(number)", ticket: ticket)))
            }
            let before = try text(path)
            let more = PrintPreset(name: "more", ticket: ticket)
            #expect(cause { _ = try presets.save(more) } == .presetsFull)
            #expect(try text(path) == before)
            #expect(try !presets.save(PrintPreset(name: "7", ticket: Self.ticket)))
            _ = try presets.remove("8")
            #expect(try presets.save(more))
        }
    }

    @Test func `of the largest presets can still be read`() async throws {
        try await withFile { presets, path async throws in
            func ticket(_ size: Int) -> PrintTicket {
                PrintTicket(attributes: ["x": String(repeating: "y", count: size)])
            }
            let name = String(repeating: "🇺🇳", count: 60)
            #expect(
                cause { _ = try presets.save(PrintPreset(name: name, ticket: ticket(9000))) }
                    == .presetTooLarge
            )
            for number in 100..<200 {
                _ = try presets.save(PrintPreset(name: "\(name)\(number)", ticket: ticket(8100)))
            }
            #expect(try presets.presets().count == 100)
            #expect(try text(path).utf8.count < 1 << 20)
        }
    }

    // MARK: Written by others

    @Test func `of a newer version keeps what is unknown here, and says so`() async throws {
        let written = #"""
            {"New": {"ticket": {"copies": 2, "foil": "gold", "sides": null, "poster": "wide",
              "margins": {"top": 1, "right": 1, "bottom": 1, "left": 1, "gutter": 5}}, "icon": "x"},
             "Old": {"ticket": {"copies": 3}}}
            """#
        try await withFile(written) { presets, path async throws in
            let new = try presets.preset("New")
            #expect(new.unknown == ["foil", "icon", "margins", "poster"])
            #expect(new.ticket == PrintTicket(copies: 2))
            #expect(cause { _ = try presets.usable("New") } == .presetUnusable)
            #expect(try presets.usable("Old").ticket == PrintTicket(copies: 3))
            _ = try presets.save(PrintPreset(name: "Mine", ticket: PrintTicket(copies: 4)))
            let after = try text(path)
            for part in ["gold", "wide", "gutter", "icon"] { #expect(after.contains(part)) }
            // Saving it again makes it one of this version.
            #expect(try !presets.save(PrintPreset(name: "New", ticket: PrintTicket(copies: 5))))
            #expect(try presets.usable("New").ticket == PrintTicket(copies: 5))
        }
    }

    @Test(arguments: ["1e19", "-1e308", "9223372036854775807", "-9223372036854775808", "1e400"])
    func `with numbers of any size is read, and such a preset is not used`(
        _ number: String
    ) async throws {
        for name in ["fontSize", "copies", "percent", "signature", "creep", "numberUp"] {
            let written = #"{"a":{"ticket":{"\#(name)":\#(number)}},"b":{"ticket":{"copies":3}}}"#
            try await withFile(written) { presets, _ async throws in
                do {
                    let found = try presets.presets()
                    #expect(found.map(\.name) == ["a", "b"])
                    #expect(try presets.usable("b").ticket == PrintTicket(copies: 3))
                    let first = try #require(found.first)
                    // A number that does not fit is like an option of a newer version.
                    #expect(!first.unknown.isEmpty || !first.ticket.mistakes.isEmpty)
                } catch let problem as Problem {
                    // One that no reader of JSON takes.
                    #expect(problem.code == .settingsUnreadable)
                }
            }
        }
    }

    @Test(arguments: [
        "{", "[1]", #"{"a": 7}"#, #"{"a": {"ticket": 7}}"#, #"{"a/b": {"ticket": {"copies": 1}}}"#,
        #"{"\u001b[2J": {"ticket": {"copies": 1}}}"#,
    ])
    func `with an error is reported, and not overwritten`(_ written: String) async throws {
        try await withFile(written) { presets, path async throws in
            let problem = #expect(throws: Problem.self) { _ = try presets.presets() }
            #expect(problem?.code == .settingsUnreadable)
            let detail = problem?.detail ?? ""
            #expect(detail.contains(path), "\(detail)")
            #expect(!detail.unicodeScalars.contains { $0.value < 0x20 })
            guard written == "{" || written == "[1]" else { return }
            let preset = PrintPreset(name: "b", ticket: PrintTicket(copies: 1))
            #expect(cause { _ = try presets.save(preset) } == .settingsUnreadable)
            #expect(cause { _ = try presets.remove("a") } == .settingsUnreadable)
            #expect(try text(path) == written)
        }
    }

    @Test func `loses nothing of changes at the same time`() async throws {
        try await withFile { presets, _ async throws in
            await withTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        let ticket = PrintTicket(copies: number + 1)
                        _ = try? presets.save(PrintPreset(name: "p\(number)", ticket: ticket))
                    }
                }
            }
            #expect(try presets.presets().count == 20)
        }
    }

    @Test func `that cannot be written is a problem, and stays`() async throws {
        try await withFile { presets, path async throws in
            let preset = PrintPreset(name: "a", ticket: PrintTicket(copies: 1))
            #expect(try presets.save(preset))
            // A folder stands where the new file would be written.
            #expect(unsafe mkdir(path + ".part", 0o700) == 0)
            let other = PrintPreset(name: "b", ticket: PrintTicket(copies: 1))
            #expect(cause { _ = try presets.save(other) } == .presetNotSaved)
            #expect(try presets.presets() == [preset])
        }
        let nowhere = PresetFile(folder: nil)
        #expect(try nowhere.presets() == [])
        let preset = PrintPreset(name: "a", ticket: PrintTicket(copies: 1))
        #expect(cause { _ = try nowhere.save(preset) } == .presetNotSaved)
    }
}
