internal import Glibc

/// Creates the scheduler's queues for the lab's printers.
enum Queues {
    /// The formats that a queue accepts when the scheduler has loaded all of its filters.
    private static let formats: Set = [
        "application/pdf", "application/postscript", "image/jpeg", "image/png", "image/tiff",
        "text/plain",
    ]

    /// The number of attempts to create a correct queue.
    private static let attempts = 5

    /// Creates a permanent queue for each printer, and waits until it is correct.
    ///
    /// The queues are made one at a time, with retries: the scheduler reads a printer's attributes
    /// in a separate thread, and where two of its threads traverse the list of MIME types
    /// concurrently, a queue permanently lacks formats and rejects documents (CUPS 2.4.2).
    ///
    /// - Throws: ``LabError`` with ``LabError/Code/badQueue``: `lpadmin` accepts a printer whose
    ///   attributes are incomplete, and creates a raw queue.
    static func make(
        for printers: [VirtualPrinter],
        in folder: LabFolder,
        with processes: Processes
    ) throws {
        for printer in printers {
            let name = printer.spec.name
            let probe = PrinterProbe(queue: name, socket: folder.schedulerSocket)
            var last: [String: [String]]?
            var isWhole = false
            for attempt in 0..<attempts where !isWhole {
                try administer(
                    ["-p", name, "-E", "-v", printer.deviceURI, "-m", "everywhere"],
                    in: folder,
                    with: processes
                )
                func poll() {
                    last = probe.printerAttributes([
                        "printer-make-and-model", "sides-supported", "media-supported",
                        "document-format-supported",
                    ])
                }
                let isThere = processes.wait(.labPatience) {
                    poll()
                    return !processes.requests.isEmpty || isGood(last, printer.spec)
                }
                guard isThere else { break }
                // Longer each time: a slow scheduler may have loaded only a part so far.
                isWhole = processes.wait(.seconds(1 << attempt)) {
                    poll()
                    return !processes.requests.isEmpty
                        || formats.isSubset(of: last?["document-format-supported"] ?? [])
                }
            }
            guard isWhole else {
                throw LabError(
                    .badQueue,
                    "The queue '\(name)' is not what its printer deserves: \(last ?? [:])\n"
                        + LogFile.tail(of: folder.schedulerLog)
                )
            }
        }
        // With several printers there is no default: each job must name its printer.
        if printers.count == 1 {
            try administer(["-d", printers[0].spec.name], in: folder, with: processes)
        }
    }

    /// Whether the queue reports the attributes of its printer.
    private static func isGood(_ attributes: [String: [String]]?, _ spec: PrinterSpec) -> Bool {
        guard let attributes, let model = attributes["printer-make-and-model"]?.first else {
            return false
        }
        let media = attributes["media-supported"] ?? []
        return model.contains("IPP Everywhere")
            && Set(attributes["sides-supported"] ?? []) == Set(spec.traits.sides)
            && media.contains(spec.traits.media[0].name)
    }

    private static func administer(
        _ arguments: [String],
        in folder: LabFolder,
        with processes: Processes
    ) throws {
        let log = try LogFile(folder.logs + "/lpadmin.log")
        let process = try processes.start(
            Launch(
                path: Launch.find("lpadmin", package: "cups-client"),
                arguments: arguments,
                environment: [
                    "PATH": Launch.systemPath, "CUPS_SERVER": folder.schedulerSocket,
                    "CUPS_SERVERROOT": folder.settings, "HOME": folder.home, "LC_ALL": "C.UTF-8",
                ],
                descriptors: [log.null, log.descriptor, log.descriptor]
            )
        )
        let ended = processes.wait(.labPatience) { processes.status(of: process) != nil }
        guard ended, processes.status(of: process) == 0 else {
            throw LabError(
                .badQueue,
                "lpadmin \(arguments.joined(separator: " ")) failed.\n\(log.tail())"
            )
        }
    }
}
