import Foundation
import PreviewFuzzing
import Testing

/// The documents of the folder that the variable CORPUS names, or a fixed sample of them.
enum CorpusSample {
    /// The folder; nil where CORPUS is not set.
    static let folder = ProcessInfo.processInfo.environment["CORPUS"]
    static let absent = Comment("the variable CORPUS names no folder of test documents")

    /// One document of so many is tested: the variable CORPUS_EVERY, by default 4.
    ///
    /// With 1, as `make corpus` sets it, all are.
    static let stride =
        ProcessInfo.processInfo.environment["CORPUS_EVERY"].flatMap { Int($0) }.map { max(1, $0) }
        ?? 4

    /// The sampled documents of a set that a condition picks.
    static func rows(
        _ set: String,
        where isWanted: (Corpus.Row) -> Bool = { _ in true }
    ) throws -> [Corpus.Row] {
        let rows = try Corpus(folder: folder ?? "").rows(set).filter(isWanted)
        let sample = sampled(rows)
        try #require(sample.count > 20, "the corpus has too few documents in \(set)")
        return sample
    }

    /// The sample of some elements, always the same.
    static func sampled<Element>(_ elements: [Element]) -> [Element] {
        elements.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    }
}
