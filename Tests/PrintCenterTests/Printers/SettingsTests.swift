import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: the settings under test.

@Suite struct `The settings` {
    private func withFile(
        _ text: String?,
        _ body: (Preferences, String) throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/settings.json"
            if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
            try body(Preferences(folder: folder, environment: [:]), path)
        }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test(arguments: [
        ("{", "is not valid JSON"), ("{\"defaultPrinter\": office}", "is not valid JSON"),
        ("[1]", "is not a JSON object"), ("\"x\"", "is not a JSON object"),
        ("{\"defaultPrinter\": 7}", "sets 'defaultPrinter' to something other than a string"),
        ("{\"keepJobsDays\": \"ninety\"}", "sets 'keepJobsDays' to"),
        ("{\"logTitles\": \"yes\"}", "sets 'logTitles' to something other than true or false"),
        ("{\"keepJobsDays\": -1}", "whole number of 0 or more"),
        ("{\"keepDocumentsHours\": 1.5}", "sets 'keepDocumentsHours' to"),
        ("{\"keepJobsDays\": -9223372036854775808}", "whole number of 0 or more"),
        ("{\"keepJobsDays\": 1e19}", "sets 'keepJobsDays' to"),
        ("{\"keepDocumentsHours\": 18446744073709551616}", "sets 'keepDocumentsHours' to"),
        ("{\"keepDocumentsHours\": -1e308}", "sets 'keepDocumentsHours' to"),
        (String(repeating: " ", count: 2 << 20), "is larger than 1 MiB"),
    ])
    func `with an error report it, are not overwritten, and keep the history`(
        _ written: String,
        _ words: String
    ) async throws {
        try await withFile(written) { preferences, path in
            #expect(preferences.problem?.message(in: .english).contains(words) == true)
            #expect(preferences.problem?.path.contains(path) == true)
            #expect(preferences.keepJobs == nil && preferences.keepDocuments == nil)
            #expect(preferences.defaultPrinter == nil)
            guard !written.contains("keep"), !written.contains("7"), !written.contains("log") else {
                return
            }
            #expect(throws: SettingsProblem.self) {
                try preferences.setDefaultPrinter("office")
            }
            let after = try text(path)
            #expect(after == written)
        }
    }

    @Test(arguments: [
        (
            "{\"keepJobDays\": 9}",
            "sets 'keepJobDays', which is no setting (the nearest one is 'keepJobsDays')."
        ),
        ("{\"Notifications\": \"off\"}", "(the nearest one is 'notifications')"),
        ("{\"keepJobsDays\": 9, \"colour\": 1}", "sets 'colour', which is no setting."),
    ])
    func `with a key that no setting has say so, and are in force`(
        _ written: String,
        _ words: String
    ) async throws {
        try await withFile(written) { preferences, _ in
            #expect(preferences.problem == nil && preferences.keepJobs != nil)
            #expect(preferences.unknownKey?.message(in: .english).contains(words) == true)
        }
    }

    @Test(arguments: [nil, "", " \n", "{}", "{\"defaultPrinter\": null}"])
    func `that are empty are the defaults`(_ written: String?) async throws {
        try await withFile(written) { preferences, _ in
            #expect(preferences.problem == nil && preferences.defaultPrinter == nil)
            #expect(preferences.keepJobs == .seconds(90 * 24 * 3600))
            #expect(preferences.keepDocuments == .seconds(24 * 3600))
        }
    }

    @Test func `with the largest number of days keep what is a hundred years old`() async throws {
        let most = "9223372036854775807"
        let written = "{\"keepJobsDays\":\(most),\"keepDocumentsHours\":\(most)}"
        try await withFile(written) { preferences, _ in
            #expect(preferences.problem == nil)
            #expect(preferences.keepJobs == .seconds(36_500 * 24 * 3600))
            #expect(preferences.keepDocuments == .seconds(876_000 * 3600))
        }
    }

    @Test func `keep unknown keys`() async throws {
        let written =
            #"{"store":"postgresql://x/y","keepJobsDays":7,"later":{"a":[1,2.5,true,null,"z"]}}"#
        try await withFile(written) { preferences, path in
            try preferences.setDefaultPrinter("mono")
            #expect(preferences.defaultPrinter == "mono")
            try preferences.setDefaultPrinter(nil)
            #expect(preferences.keepJobs == .seconds(7 * 24 * 3600))
            let rest = try text(path)
            let after = try JSONDecoder().decode(JSONTree.self, from: Data(rest.utf8))
            let before = try JSONDecoder().decode(JSONTree.self, from: Data(written.utf8))
            #expect(after == before)
        }
    }

    @Test func `stay at the target of a link, with their mode`() async throws {
        try await withFile(nil) { preferences, path in
            let real = path + ".real"
            try Data("{\"keepJobsDays\":1}".utf8).write(to: URL(filePath: real))
            #expect(unsafe chmod(real, 0o640) == 0 && symlink("settings.json.real", path) == 0)
            try preferences.setDefaultPrinter("office")
            var facts = stat()
            #expect(unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
            #expect(unsafe stat(real, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
            let written = try text(real)
            #expect(written.contains("office"))
        }
    }

    @Test func `that are a pipe or a folder do not block`() async throws {
        try await withFile(nil) { preferences, path in
            #expect(unsafe mkfifo(path, 0o600) == 0)
            #expect(preferences.problem?.cause == .notAFile)
            #expect(unsafe unlink(path) == 0 && mkdir(path, 0o700) == 0)
            #expect(preferences.problem != nil)
        }
    }
}
