import PrintCenter
import PrintModel
import QuickPreview

/// Joins the two wings: what printing asks of a document is answered by preview children.
struct PreviewPreparer: DocumentPreparer {
    let previewer: Previewer

    func facts(of descriptor: Int32, name: String, size: Int) async throws -> DocumentFacts {
        do {
            let info = try await previewer.info(of: descriptor, name: name)
            var facts = DocumentFacts(
                name: name,
                type: info.type,
                kind: info.kind,
                title: info.title,
                pages: info.pages,
                size: size
            )
            facts.problem = info.problem.map { DocumentFacts.Problem($0) }
            return facts
        } catch {
            return try factsOfUnreadable(error, name: name, size: size)
        }
    }

    /// A document that takes too long or breaks its reader is a damaged one, as far as printing goes.
    private func factsOfUnreadable(
        _ error: PreviewError,
        name: String,
        size: Int
    ) throws -> DocumentFacts {
        let problem: DocumentFacts.Problem
        switch error.code {
        case .timeLimit, .memoryLimit, .pixelLimit: problem = .tooLarge
        case .crashed, .unreadable, .damaged: problem = .damaged
        case .encrypted: problem = .encrypted
        case .empty: problem = .empty
        default: throw PreparationError(mayPass: true, detail: error.message)
        }
        var facts = DocumentFacts(
            name: name,
            type: "application/octet-stream",
            kind: "unknown",
            size: size
        )
        facts.problem = problem
        return facts
    }

    func selectPages(_ pages: [Int], of descriptor: Int32, into output: Int32) async throws {
        do {
            _ = try await previewer.selectPages(pages, of: descriptor, into: output)
        } catch {
            let mayPass: Set<PreviewError.Code> = [.unavailable, .canceled, .outputFailed]
            throw PreparationError(mayPass: mayPass.contains(error.code), detail: error.message)
        }
    }
}

extension DocumentFacts.Problem {
    init(_ problem: DocumentProblem) {
        switch problem {
        case .empty: self = .empty
        case .damaged: self = .damaged
        case .encrypted: self = .encrypted
        case .tooLarge: self = .tooLarge
        }
    }
}
