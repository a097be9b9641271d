import CForbiddenActs
import Foundation
import PreviewModel
import Testing

/// A process for one document has the sandbox of a zygote's child.
@Suite(.timeLimit(.patience(5)))
struct `The sandbox of a process for one document` {
    @Test(arguments: [RendererFamily.pdf, .plain, .pdfium])
    func `forbids every operation`(family: RendererFamily) async throws {
        try await withScene { scene in
            for act in Act.all {
                let outcome = try scene.attemptAlone(act, family)
                #expect(act.isRefusal(outcome), "\(act.name) in \(family): \(outcome)")
                #expect(scene.isUntouched, "\(act.name) in \(family)")
            }
        }
    }

    /// What the acts show: without a layer, they pass.
    @Test(arguments: MissingLayer.all.filter { $0.family == .pdf })
    func `needs all of its layers`(missing: MissingLayer) async throws {
        try await withScene { scene in
            let variables = ["QPREVIEW_TRIAL_OMITS=\(missing.name)"]
            for act in missing.passing {
                let outcome = try scene.attemptAlone(act, .pdf, variables)
                #expect(outcome == "0", "\(act.name) without \(missing.name): \(outcome)")
            }
            for act in missing.stillRefused {
                let outcome = try scene.attemptAlone(act, .pdf, variables)
                #expect(outcome != "0", "\(act.name) without \(missing.name) passes")
            }
        }
    }

    @Test(arguments: ["landlock", "filter", "limits"], [RendererFamily.pdf, .plain, .pdfium])
    func `is complete, or nothing is read`(layer: String, family: RendererFamily) async throws {
        try await withScene { scene in
            let fork = Act(FORBIDDEN_FORK, "forking")
            let outcome = try scene.attemptAlone(fork, family, ["QPREVIEW_TRIAL_LACKS=\(layer)"])
            #expect(outcome == "end \(1 << 8)")
        }
    }

    @Test func `lets fonts be read, and nothing be learned of other files`() async throws {
        try await withScene { scene in
            let fonts = Act(FORBIDDEN_LIST_FOLDER, "list fonts", name: "/usr/share/fonts")
            let (page, picture) = try (
                scene.attemptAlone(fonts, .pdf), scene.attemptAlone(fonts, .plain)
            )
            #expect(page == "0" && picture != "0")
            for act in [FORBIDDEN_STAT_FILE, FORBIDDEN_STAT_AS_OPEN, FORBIDDEN_ACCESS_FILE] {
                let look = Act(act, "a look at a user's file", .file)
                let outcome = try scene.attemptAlone(look, .pdf)
                #expect(outcome == "\(-EACCES)")
            }
        }
    }
}
