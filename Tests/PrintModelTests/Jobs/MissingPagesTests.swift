import Testing

@testable import PrintModel

struct `Missing pages` {
    private static func plan(
        _ pages: Int,
        copies: Int,
        collate: Bool = true,
        sides: Sides = .oneSided,
        numberUp: Int = 1
    ) -> PrintPlan {
        PrintPlan(
            pages: Array(1...pages),
            copies: copies,
            collate: collate,
            sides: sides,
            media: nil,
            numberUp: numberUp
        )
    }

    @Test(
        arguments: [
            // Copies one after the other: 1 2 3, 1 2 3, 1 2 3.
            (plan(3, copies: 3), 2, false, ["N --pages 3 --copies 1", "N --copies 2"]),
            (plan(3, copies: 3), 3, false, ["N --copies 2"]),
            (plan(3, copies: 3), 7, false, ["N --pages 2- --copies 1"]),
            // Pages one after the other: 1 1 1, 2 2 2, 3 3 3.
            (
                plan(3, copies: 3, collate: false), 2, false,
                ["N --pages 1 --copies 1", "N --pages 2-"]
            ),
            (plan(3, copies: 3, collate: false), 3, false, ["N --pages 2-"]),
            (plan(3, copies: 3, collate: false), 8, false, ["N --pages 3 --copies 1"]),
            // Sheets one after the other: 1/2 1/2, 3 3.
            (
                plan(3, copies: 2, collate: false, sides: .twoSidedLongEdge), 3, false,
                ["N --pages 1-2 --copies 1", "N --pages 3"]
            ),
            (
                plan(3, copies: 2, collate: false, sides: .twoSidedLongEdge), 5, false,
                ["N --pages 3 --copies 1"]
            ),
            // Sheets with two sides: 1/2 3/4 5.
            (plan(5, copies: 1, sides: .twoSidedLongEdge), 1, true, ["N --pages 3-"]),
            (plan(5, copies: 2, sides: .twoSidedLongEdge), 4, true, ["N --pages 3- --copies 1"]),
            // Two pages on a side: 1 2, 3 4, 5.
            (plan(5, copies: 2, numberUp: 2), 4, false, ["N --pages 3- --copies 1"]),
        ] as [(PrintPlan, Int, Bool, [String])]
    )
    func `are named with their copies`(
        _ plan: PrintPlan,
        _ done: Int,
        _ isSheets: Bool,
        _ commands: [String]
    ) throws {
        let count = plan.pages?.count
        let rest = try #require(
            MissingPages(after: done, of: plan, isSheets: isSheets, count: count)
        )
        #expect(MissingPages.commands(rest.parameters, "N") == commands)
    }

    @Test func `that are not known are not promised`() {
        var parameters = ["printer": "office", "label": "7", "printed": "2", "total": "6"]
        let all = Reason(.printedPartly, parameters).remedy
        #expect(all == "To print all of it again, run: printq reprint 7")
        parameters.merge(["rest": "3", "restCopies": "1", "thenCopies": "2"]) { $1 }
        let rest = Reason(.printedPartly, parameters).remedy
        #expect(
            rest
                == "To print the rest, run: printq reprint 7 --pages 3 --copies 1, then: printq reprint 7 --copies 2"
        )
    }
}
