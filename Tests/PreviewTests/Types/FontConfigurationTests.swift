import FontLookup
import Foundation
import Testing

struct `The configuration of fonts` {
    private static let usual = """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
        <dir>/usr/share/fonts</dir> <dir prefix="xdg">fonts</dir> <dir>~/.fonts</dir>
        <include ignore_missing="yes">conf.d</include>
        <cachedir>/var/cache/fontconfig</cachedir>
        </fontconfig>
        """

    private func isUsual(
        _ fixtures: Fixtures,
        rule: String = "<fontconfig><match/></fontconfig>",
        name: String = "conf.d/10-rule.conf",
        encoding: String.Encoding = .utf8
    ) throws -> Bool {
        let folder = fixtures.path(UUID().uuidString)
        try FileManager.default.createDirectory(
            atPath: "\(folder)/conf.d",
            withIntermediateDirectories: true
        )
        try Self.usual.write(toFile: "\(folder)/fonts.conf", atomically: false, encoding: .utf8)
        try rule.write(toFile: "\(folder)/\(name)", atomically: false, encoding: encoding)
        return FontConfiguration.isUsual(in: folder)
    }

    @Test func `is usual where it names the usual folders`() async throws {
        try await withFixtures { fixtures in
            let plain = try isUsual(fixtures)
            let own = try isUsual(fixtures, rule: Self.usual)
            let other = try isUsual(fixtures, rule: "nothing", name: "conf.d/README")
            #expect(plain && own && other)
        }
    }

    @Test(arguments: [
        "<fontconfig><dir>/opt/fonts</dir></fontconfig>",
        "<fontconfig><dir prefix=\"cwd\">fonts</dir></fontconfig>",
        "<fontconfig><dir salt=\"a\">/usr/share/fonts</dir></fontconfig>",
        "<fontconfig><include>/opt/fonts.conf</include></fontconfig>",
        "<fontconfig><remap-dir as-path=\"/a\">/b</remap-dir></fontconfig>",
        "<fontconfig><reset-dirs/></fontconfig>", "nothing of fontconfig's",
    ])
    func `is not where it names any other`(rule: String) async throws {
        try await withFixtures { fixtures in
            let file = try isUsual(fixtures, rule: rule)
            let local = try isUsual(fixtures, rule: rule, name: "local.conf")
            #expect(!file && !local)
        }
    }

    @Test func `is not where that is uncertain`() async throws {
        try await withFixtures { fixtures in
            let wide = try isUsual(fixtures, rule: Self.usual, encoding: .utf16)
            let isMissing = FontConfiguration.isUsual(in: fixtures.path("none"))
            #expect(!wide && !isMissing)
        }
    }
}
