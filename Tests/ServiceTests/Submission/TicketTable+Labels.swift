import PrintModel

/// Headers, footers, and stamps.
extension TicketRow {
    /// Texts beside those of the document.
    static let labels: [TicketRow] = [
        prints(
            "office",
            .six,
            #"{"pages":"5,2","header":"Left|<{page}/{pages}>|{file}","footer":"Below"}"#,
            one(5, 2),
            shape: a4,
            notices: [.scaled],
            texts: [
                ["Left", "<5/6>", "six.pdf", "Below"], ["Left", "<2/6>", "six.pdf", "Below"],
            ]
        ),
        prints(
            "mono",
            .six,
            #"{"numberUp":4,"header":"<{page}>"}"#,
            [[1, 2, 3, 4], [5, 6]],
            shape: a4,
            texts: [["<1-4>"], ["<5-6>"]]
        ),
        prints(
            "office",
            .six,
            #"{"booklet":true,"pages":"1-4","footer":"<{page}>"}"#,
            [[4, 1], [2, 3]],
            texts: [["<4>", "<1>"], ["<2>", "<3>"]]
        ),
        prints(
            "mono",
            .text,
            #"{"pages":"6","header":"漢字 مرحبا","footer":"<{page}/{pages}>"}"#,
            one(6),
            shape: a4,
            texts: [["漢字", "<6/6>"]]
        ),
        prints(
            "office",
            .text,
            #"{"pages":"1","orientation":"landscape","header":") Tj \u202e <<"}"#,
            one(1),
            texts: [[") Tj", "<<"]]
        ),
        prints("office", .photo, #"{"header":"{file}"}"#, [[]], shape: a4),
        prints(
            "office",
            .wide,
            #"{"stamp":"DRAFT","pages":"1-2"}"#,
            one(1, 2),
            shape: a4,
            texts: [["D", "R", "A", "F", "T"], ["D", "R", "A", "F", "T"]]
        ),
        TicketRow(
            printer: "photo",
            paper: .six,
            ticket: #"{"pages":"2-3","header":"{page}","stamp":"COPY"}"#,
            outcome: .raster(2),
            notices: [.scaled]
        ),
    ]
}
