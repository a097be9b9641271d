import PrintModel

/// Documents that the service lays out.
extension TicketRow {
    /// A text, which is laid out for the paper of the job.
    static let texts: [TicketRow] = [
        prints("office", .text, "{}", one(1, 2, 3, 4, 5, 6), shape: a4),
        prints("office", .text, #"{"pages":"5,2-3"}"#, one(5, 2, 3), shape: a4),
        prints("mono", .text, #"{"numberUp":2,"pages":"1-4"}"#, [[1, 2], [3, 4]], shape: a4),
        prints(
            "office",
            .text,
            #"{"numberUp":4,"sides":"two-sided-long-edge"}"#,
            [[1, 2, 3, 4], [5, 6]]
        ),
        prints("office", .text, #"{"pages":"1-3","reverse":true}"#, one(3, 2, 1)),
        prints(
            "office",
            .text,
            #"{"media":"Letter","pageSet":"even"}"#,
            one(2, 4, 6),
            shape: "612 x 792"
        ),
        prints("office", .text, #"{"orientation":"landscape","pages":"1"}"#, one(1)),
        prints(
            "finisher",
            .text,
            #"{"fontSize":20,"margins":{"top":3000,"right":3000,"bottom":3000,"left":3000}}"#,
            one(1, 2, 3, 4, 5, 6)
        ),
        prints("office", .text, #"{"lineNumbers":true,"pages":"6"}"#, [[1, 6]]),
        TicketRow(printer: "photo", paper: .text, ticket: #"{"pages":"2-3"}"#, outcome: .raster(2)),
        refuses("office", .text, #"{"pages":"7"}"#, .pagesOutOfRange),
        refuses("office", .text, #"{"ppi":100}"#, .optionUnsupported),
        refuses(
            "mono",
            .text,
            #"{"margins":{"top":0,"right":0,"bottom":0,"left":0}}"#,
            .optionUnsupported
        ),
        refuses("office", .six, #"{"fontSize":9}"#, .optionUnsupported),
    ]
}
