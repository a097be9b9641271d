extension OddPrinter {
    /// All odd printers by what is odd about them.
    ///
    /// A printer without rows is not run.
    static let groups: [String: [OddPrinter]] = [
        "formats": [
            pwg, pwgrot, pclm, urfa4, urfnourf, nomono, nomonopwg, outmode, fast, fine, staple,
        ],
        "manners": [
            closed, closedfor, closing, delay, hurried, lastonly, mcdquirk, partial, picky,
            strictname, tlsp, unnamed,
            waste,
        ],
        "media": [
            trays, letterdef, bothmedia, a4only, bigmargin, env, hpa4, hpa4s, selphy,
        ],
        "rolls": [roll, rollcur, plot, lbl, lblpwg],
    ]
}
