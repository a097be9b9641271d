import Foundation
import ProofKit
import Testing

/// The short form of `Scripts/c-fuzz`: each target in C reads its corpus and a few changes of it, the same ones in each run.
@Suite(.timeLimit(.patience(20)))
struct `C that reads foreign bytes` {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func targets() throws -> [String] {
        let table = root.appending(path: "Proofs/CFuzz/targets.txt")
        return try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.compactMap {
                $0.split(separator: " ").first.map(String.init)
            }
    }

    @Test func `has no finding in its corpus, nor near it`() throws {
        let script = Self.root.appending(path: "Scripts/c-fuzz").path
        let ended = try execute(script, ["--runs", "100"])
        try #require(ended.code == 0, "\(ended.output)\n\(ended.errors)")
        // A toolchain without libFuzzer leaves all out, and says so.
        guard !ended.output.contains("the toolchain's clang has no libFuzzer") else { return }
        // One whose library is missing says so.
        for target in try Self.targets() {
            let line = ended.output.split(separator: "\n").first { $0.hasPrefix(target + ": ") }
            let isKnown =
                line?.contains(" inputs in ") == true || line?.contains(": left out, ") == true
            #expect(isKnown, "\(target): \(line ?? "nothing")")
        }
    }

    @Test func `has a target, or a reason to have none`() throws {
        let folder = Self.root.appending(path: "Proofs/CFuzz")
        let table = try String(contentsOf: folder.appending(path: "targets.txt"), encoding: .utf8)
        let words = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let sources = FileManager.default.enumerator(
            at: Self.root.appending(path: "Sources"),
            includingPropertiesForKeys: nil
        )
        let harnesses = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".c") || $0.hasSuffix(".cpp") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        for case let file as URL in sources ?? .init()
        where ["c", "cpp"].contains(file.pathExtension) {
            let stem = file.deletingPathExtension().lastPathComponent
            let parent = file.deletingLastPathComponent().lastPathComponent
            let isBuilt = table.split(whereSeparator: \.isWhitespace).contains { word in
                word.contains("/\(parent)/")
                    && word.split(whereSeparator: { "/{},".contains($0) }).contains {
                        $0 == stem || $0 == file.lastPathComponent
                    }
            }
            #expect(
                isBuilt || harnesses.contains("/\(parent)/\(file.lastPathComponent)\"")
                    || words.contains("`\(parent)/\(file.lastPathComponent)`"),
                "\(parent)/\(file.lastPathComponent) has no target in Proofs/CFuzz, and its README no reason"
            )
        }
    }
}
