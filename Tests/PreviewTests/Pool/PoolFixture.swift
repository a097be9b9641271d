import Foundation
import PreviewModel
import ProofKit
import SandboxTrials

@testable import QuickPreview

/// Runs a test of the pool with a previewer whose children perform trials, and a PDF of six pages.
func withReport(
    _ configuration: PreviewerConfiguration = PreviewerConfiguration(),
    _ body: (Previewer, String) async throws -> Void
) async throws {
    try await withFixtures { fixtures in
        let path = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
        try await withTrials([], configuration) { try await body($0, path) }
    }
}

/// The error that a trial ends with.
func failure(
    _ previewer: Previewer,
    _ path: String,
    _ trial: Trial,
    adjust: (inout RequestMessage) -> Void = { _ in }
) async throws -> PreviewError? {
    try await withFile(path) { file in
        do throws(PreviewError) {
            _ = try await previewer.perform(trial, of: file, adjust: adjust)
            return nil
        } catch {
            return error
        }
    }
}

/// The processes that a previewer's helper has forked for a document, the dead ones too.
func children(of previewer: Previewer) -> [Int32] {
    previewer.helperProcess(.pdf).map { children(of: $0) } ?? []
}

/// All processes that a previewer's helper has forked.
func forks(of previewer: Previewer) -> [Int32] {
    previewer.helperProcess(.pdf).map { forks(of: $0) } ?? []
}

/// Whether there is one child alone, with its socket beside the three descriptors that every program has.
func holdsLittle(_ forks: [Int32]) -> Bool {
    guard forks.count == 1, isWaiting(forks[0]) else { return false }
    let held = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(forks[0])/fd")
    return held?.sorted() == ["0", "1", "2", "3"]
}

func noChildren(of previewer: Previewer) async throws {
    try await wait(for: "the children to be gone") { children(of: previewer).isEmpty }
}
