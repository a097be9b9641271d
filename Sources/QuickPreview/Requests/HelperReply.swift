package import PreviewModel

/// The answer of a helper about a document.
package struct HelperReply: Sendable {
    /// The message of the child.
    package var answer: AnswerMessage
    /// The picture that came with it; `nil` for none.
    package var image: PreviewImage?
    /// The helper that answered.
    package var family: RendererFamily

    /// The type whose reader the document gets, by what the child has found.
    var type: FileType { answer.info.readAs }

    /// Whether the child has taken out a picture that the document carries.
    var bringsPicture: Bool {
        answer.outcome == .embedded || answer.outcome == .embeddedDrawing
    }

    /// Whether the helper could not read the document.
    var isUnreadable: Bool {
        switch answer.info.problem {
        case .damaged?, .unsupportedVariant?: break
        default: return false
        }
        // The facts of a document that cannot be read are facts too.
        return answer.outcome == .problem || answer.outcome == .done
    }
}
