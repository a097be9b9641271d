import QuickPreview
import SandboxTrials

extension Previewer {
    /// Has a child of a family perform a trial on a document.
    func perform(
        _ trial: Trial,
        of descriptor: Int32,
        name: String = "a.pdf",
        family: RendererFamily = .pdf,
        adjust: (inout RequestMessage) -> Void = { _ in }
    ) async throws(PreviewError) -> HelperReply {
        try await perform(.card, of: descriptor, name: name, payload: trial.payload, family: family)
        {
            // The picture that the child may write has 64 KiB.
            $0.pixels = 128
            adjust(&$0)
        }
    }
}
