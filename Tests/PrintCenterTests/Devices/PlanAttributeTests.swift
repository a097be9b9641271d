import IPP
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The attributes of a plan` {
    private func attributes(_ change: (inout PrintPlan) -> Void) -> IPPAttributeGroup {
        var plan = PrintPlan(pages: [1], copies: 1, sides: .oneSided, media: .a4)
        change(&plan)
        return IPPAttributeGroup(.job, plan.ippAttributes)
    }

    private func names(_ attribute: IPPAttribute?) -> [String] {
        (attribute?.collection ?? []).map(\.name)
    }

    @Test func `name a medium, unless there is more to say of it`() {
        let plain = attributes { _ in }
        #expect(plain["media"]?.keywords == ["iso_a4_210x297mm"] && plain["media-col"] == nil)
        let full = attributes {
            $0.source = "main"
            $0.attributes = ["media-type": "labels"]
            $0.borderless = true
        }
        #expect(full["media"] == nil && full["media-type"] == nil)
        #expect(
            names(full["media-col"]) == [
                "media-size", "media-source", "media-type", "media-bottom-margin",
                "media-left-margin", "media-right-margin", "media-top-margin",
            ]
        )
        let ofUnknown = attributes {
            $0.media = nil
            $0.attributes = ["media-type": "labels"]
        }
        #expect(names(ofUnknown["media-col"]) == ["media-type"])
        let named = attributes {
            $0.media = MediaName(rawValue: "roll")
            $0.source = "main"
        }
        #expect(names(named["media-col"]) == ["media-size-name", "media-source"])
        // The printer's own size, and not that of the name.
        let listed = attributes {
            $0.mediaSize = MediaSize(width: 20990, length: 29704)
            $0.source = "main"
        }
        let size = listed["media-col"]?.collection?.first { $0.name == "media-size" }?.collection
        #expect(size?.compactMap(\.integer) == [20990, 29704])
        let custom = attributes { $0.media = MediaName(rawValue: "custom_50x70mm_50x70mm") }
        #expect(names(custom["media-col"]) == ["media-size"])
    }

    @Test func `have numbers of finishings, or templates where one has no number`() {
        let numbers = attributes { $0.finishings = ["staple", "punch"] }
        #expect(numbers["finishings"]?.integers == [4, 5] && numbers["finishings-col"] == nil)
        let templates = attributes { $0.finishings = ["staple", "jdf-f8-4"] }
        #expect(templates["finishings"] == nil)
        let values = templates["finishings-col"]?.values.map {
            $0.collection?.first?.keywords.first
        }
        #expect(values == ["staple", "jdf-f8-4"])
        #expect(attributes { $0.finishings = ["none"] }["finishings"]?.integers == [3])
    }
}
