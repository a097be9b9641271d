extension Printq.`The five persons`.Person {
    /// All of them.
    static let all = [newcomer, terminalUser, officeWorker, collector, administrator]

    /// Someone who has never printed here.
    private static let newcomer = Self(
        testDescription: "a newcomer",
        steps: [
            .init("printq", 0, "OVERVIEW: Print files, and follow them until they are printed."),
            .init(
                "printq report.pdf",
                64,
                "printq: There is no command 'report.pdf'. Did you mean print report.pdf?"
            ),
            .init(
                "printq pritn report.pdf",
                64,
                "printq: There is no command 'pritn'. Did you mean print?"
            ),
            .init("printq help nosuch", 64, "printq: There is no command 'nosuch'."),
            .init("printq help print", 0, "OVERVIEW: Print files, each as a job or all together."),
            .init("printq printers", 0, "broken  ready  color, both sides, A4/Letter"),
            .init(
                "printq print report.pdf",
                3,
                "printq: report.pdf: No printer is named, and there is no default printer. Choose one with -d: broken, empty, mono, office, slow."
            ),
            .init(
                "printq print report.pdf -d nosuch",
                4,
                "printq: report.pdf: There is no printer 'nosuch'. Choose a printer with -d: broken,"
            ),
            .init("printq printers default office", 0, "office is the default printer."),
            .init(
                "printq print report.pdf --wait",
                0,
                "Job 1: report.pdf on office: 6 pages, 6 impressions, 6 sheets."
            ),
            .init("printq jobs", 0, "There are no jobs."),
            .init("printq show 1", 0, "Job:       1"),
            .init("printq print missing.pdf", 66, "printq: There is no file 'missing.pdf'."),
            .init("printq print .", 66, "printq: '.' is a directory. Name the files in it"),
            .init("printq print nothing.txt", 3, "printq: nothing.txt: 'nothing.txt' is empty."),
            .init(
                "printq print report.pdf --dublex",
                64,
                "Error: Unknown option '--dublex'. Did you mean '--duplex'?"
            ),
        ]
    )

    /// Someone who has used `lp` for years.
    private static let terminalUser = Self(
        testDescription: "a user of lp",
        steps: [
            .init("lp -d mono letter.pdf", 0, "request id is mono-"),
            .init(
                "printq print -d mono -n 2 -o sides=two-sided-long-edge report.pdf",
                3,
                "printq: report.pdf: 'mono' cannot print on both sides (two-sided-long-edge)."
            ),
            .init(
                "cat report.pdf | printq print - -d office -t Pipe --wait",
                0,
                "Job 1: Pipe on office: 6 pages, 6 impressions, 6 sheets."
            ),
            .init(
                "printq print -o landscape notes.txt -d office",
                0,
                "Job 2: notes.txt on office: 1 page, 1 impression, 1 sheet."
            ),
            .init(
                "printq print -o fit-to-page -o number-up=2 report.pdf -d office --wait",
                0,
                "Job 3: report.pdf on office: 6 pages, 3 impressions, 3 sheets."
            ),
            .init("printq print -s -P 3,1 -n 2 report.pdf -d office", 0, ""),
            .init(
                "printq print -o media=A5 letter.pdf -d office",
                3,
                "printq: letter.pdf: 'office' has no A5 paper. It has A4 and Letter."
            ),
            .init(
                "printq print -o nonsense letter.pdf -d office",
                3,
                "printq: letter.pdf: 'office' has no option 'nsense' or 'nonsense'."
            ),
            .init(
                "printq print -P 9 report.pdf -d office",
                3,
                "printq: report.pdf: There is no page 9 in 'report.pdf', which has 6 pages."
            ),
            .init(
                "printq print -m letter.pdf -d office",
                64,
                "printq: printq sends no mail: to wait until the job is printed, use --wait."
            ),
            .init(
                "printq print -h server letter.pdf",
                64,
                "printq: printq prints through the scheduler of this computer, not that of 'server'."
            ),
            .init(
                "printq print -q 101 letter.pdf -d office",
                64,
                "printq: Invalid priority '101'"
            ),
            .init(
                "printq lp letter.pdf",
                64,
                "printq: There is no command 'lp'. Did you mean print?"
            ),
            .init(
                "printq lpstat -p",
                64,
                "printq: There is no command 'lpstat'. Did you mean jobs?"
            ),
            .init("printq lprm 1", 64, "printq: There is no command 'lprm'. Did you mean cancel?"),
        ]
    )

    /// Someone at a desk, with reports.
    private static let officeWorker = Self(
        testDescription: "an office worker",
        steps: [
            .init(
                "printq check report.pdf --duplex -d office",
                0,
                "report.pdf can be printed on office: 6 pages, 6 impressions, 3 sheets."
            ),
            .init(
                "printq check report.pdf --duplex -d mono",
                3,
                "report.pdf: 'mono' cannot print on both sides (two-sided-long-edge)."
            ),
            .init(
                "printq print report.pdf --duplex --copies 3 -d office --wait",
                0,
                "Job 1: report.pdf on office: 6 pages, 3 copies, 18 impressions, 9 sheets."
            ),
            .init(
                "printq print report.pdf letter.pdf --together -d office --wait",
                0,
                "Job 2: report.pdf + 1 on office: 7 pages, 7 impressions, 7 sheets."
            ),
            .init("printq options report.pdf -d mono", 0, "Printer: mono"),
            .init(
                "printq print letter.pdf -d office --hold",
                0,
                "Job 3: letter.pdf on office: 1 page, 1 impression, 1 sheet."
            ),
            .init("printq jobs -d office", 0, "Job"),
            .init("printq move 3 mono", 0, "Moved job 3 to mono: 1 page, 1 impression, 1 sheet."),
            .init("printq cancel 3", 0, "Job 3 is canceled."),
            .init("printq cancel 99", 4, "printq: There is no job '99'."),
            .init(
                "printq reprint 1 --pages 1 --copies 1 --no-duplex -d office --wait",
                0,
                "Job 4: report.pdf on office: 1 page, 1 impression, 1 sheet."
            ),
            .init("printq move 1 mono", 1, "printq: Job 1 has already ended (completed)."),
            .init("printq preview report.pdf -P 1 --output sheet.png -d office", 0, "sheet.png"),
            .init(
                "printq print letter.pdf -d broken --wait",
                1,
                "Job 5: letter.pdf on broken: 1 page, 1 impression, 1 sheet."
            ),
        ]
    )

    /// Someone with documents of all kinds.
    private static let collector = Self(
        testDescription: "a collector of documents",
        steps: [
            .init(
                "printq check photo.jpg notes.txt table.csv notes.md page.html plotter.txt -d office",
                0,
                "photo.jpg can be printed on office: 1 page, 1 impression, 1 sheet."
            ),
            .init(
                "printq check plotter.txt -d office",
                0,
                "plotter.txt can be printed on office: 1 page, 1 impression, 1 sheet."
            ),
            .init(
                "printq check damaged.pdf -d office",
                3,
                "damaged.pdf: 'damaged.pdf' is damaged and cannot be read."
            ),
            .init(
                "printq check locked.pdf -d office",
                3,
                "locked.pdf: 'locked.pdf' is protected with a password."
            ),
            .init(
                "printq check data.bin -d office",
                3,
                "data.bin: 'office' cannot print this type of file: unknown binary file."
            ),
            .init(
                "printq print letter.pdf damaged.pdf report.pdf -d office",
                3,
                "Job 1: letter.pdf on office: 1 page, 1 impression, 1 sheet."
            ),
            .init(
                "printq print photo.jpg notes.txt --together -d office --wait",
                0,
                "Job 3: photo.jpg + 1 on office: 2 pages, 2 impressions, 2 sheets."
            ),
            .init(
                "printq print --contact-sheet 2x2 photo.jpg photo.png -d office --wait",
                0,
                "Job 4: photo.jpg + 1 on office: 2 pages, 1 impression, 1 sheet."
            ),
            .init(
                "printq print notes.txt --type application/pdf -d office",
                64,
                "printq: notes.txt: The document is of type text/plain, and not of type application/pdf."
            ),
            .init(
                "printf '# Title' | printq check - --type text/markdown -d office",
                0,
                "standard input"
            ),
            .init(
                "printq check notes.txt --orientation landscape --number-up 2 -d office",
                0,
                "notes.txt can be printed on office: 1 page, 1 impression, 1 sheet."
            ),
            .init("printq check long.pdf --copies 100000 -d office", 3, "long.pdf: "),
        ]
    )

    /// Someone who looks after one machine.
    private static let administrator = Self(
        testDescription: "an administrator",
        steps: [
            .init("printq doctor", 0, "ok      The queue is kept in "),
            .init("printq service status", 0, "The service is running: process "),
            .init(
                "printq printers pause mono --reason 'New drum'",
                0,
                "Paused printer 'mono'. To resume it, run: printq printers resume mono"
            ),
            .init(
                "printq print letter.pdf -d mono",
                3,
                "printq: letter.pdf: 'mono' is stopped: New drum."
            ),
            .init("printq printers resume mono", 0, "Resumed printer 'mono'."),
            .init("printq printers pause nosuch", 4, "printq: There is no printer 'nosuch'."),
            .init(
                "printq printers add ipp://localhost:1/ipp/print",
                1,
                "printq: No IPP printer responds at ipp://localhost:1/ipp/print"
            ),
            .init("printq printers remove nosuch", 4, "printq: There is no printer 'nosuch'."),
            .init("printq available", 0, "Printing is possible: "),
            .init("printq presets save both --duplex", 0, "Saved preset 'both'."),
            .init(
                "printq check report.pdf --preset both -d office",
                0,
                "report.pdf can be printed on office: 6 pages, 6 impressions, 3 sheets."
            ),
            .init("printq presets remove both", 0, "Removed preset 'both'."),
            .init("printq jobs --since nonsense", 64, "Error: Invalid time 'nonsense' for --since"),
            .init("printq watch 99", 4, "printq: There is no job '99'."),
            .init(
                "printq service stop",
                0,
                "The service has stopped. Jobs continue when it starts again."
            ),
            .init("printq available", 0, "Printing is possible: "),
        ]
    )
}
