import Foundation
import Testing

@testable import QuickPreview

/// A thumbnail cache of its own for a test, in which the files of the test are not private.
struct CacheFixture {
    let fixtures: Fixtures
    let cache: ThumbnailCache

    init(_ fixtures: Fixtures) {
        self.fixtures = fixtures
        cache = ThumbnailCache(
            cache: fixtures.path("cache"),
            version: "1",
            privacy: ThumbnailPrivacy(list: Array("!\(fixtures.folder.path)\n".utf8))
        )
    }

    /// A file as the cache knows it, an hour old.
    func subject(_ path: String) throws -> ThumbnailSubject {
        try age(path, by: 3600)
        return try #require(ThumbnailSubject(FilePath(path)))
    }

    /// Makes a file older.
    func age(_ path: String, by seconds: TimeInterval) throws {
        let past = Date(timeIntervalSinceNow: -seconds)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    }

    /// Writes a thumbnail as another program would.
    func write(
        _ texts: [(String, String)],
        of uri: String,
        _ size: ThumbnailSize = .normal,
        width: Int = 64,
        in folder: String? = nil
    ) throws -> String {
        let image = Fixtures.quarters(width: width, height: width / 2)
        let path =
            folder.map { "\($0)/\(ThumbnailCache.name(of: uri))" } ?? cache.path(of: uri, size)
        let place = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: place,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try Data(image.thumbnail(texts)).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The texts of a thumbnail of a file.
    func texts(_ subject: ThumbnailSubject) -> [(String, String)] {
        [("Thumb::URI", subject.uri), ("Thumb::MTime", "\(subject.modified)")]
    }

    /// What the checker says, which shares no code with this project.
    func check(_ options: String...) throws -> Ended {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Scripts/check-thumbnails").path
        return try execute(script, options + [cache.folder])
    }

    /// The program, with the cache and the settings of this test.
    func qpreview(_ arguments: String...) throws -> Ended {
        let settings = fixtures.folder.appendingPathComponent("config/printcenter")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try Data("!\(fixtures.folder.path)\n".utf8)
            .write(to: settings.appendingPathComponent("private-folders"))
        let names = [
            "XDG_CACHE_HOME=\(fixtures.path("cache"))",
            "XDG_CONFIG_HOME=\(fixtures.path("config"))",
            "LC_ALL=C.UTF-8",
        ]
        return try execute("env", names + [program("qpreview")] + arguments)
    }
}

/// Makes a cache for a test.
func withCache(_ body: (CacheFixture) async throws -> Void) async throws {
    try await withFixtures { try await body(CacheFixture($0)) }
}

extension CachedPicture {
    var isFound: Bool { if case .found = origin { true } else { false } }
}
