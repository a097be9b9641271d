import PrintLab
import Synchronization

extension SchedulerPrinters {
    /// What came out for all jobs, by the names with which they were submitted.
    func outputs() -> [String: LabPrinters.Output] {
        var outputs: [String: LabPrinters.Output] = [:]
        for (printer, device) in scripted {
            for paper in device.papers {
                outputs[LabPrinters.submitted(paper.name), default: .init()].add(
                    isWhole: paper.isWhole,
                    "\(printer) job \(paper.job), \(paper.sides) sides"
                )
            }
        }
        for (printer, device) in sockets {
            for paper in device.papers {
                outputs[paper.name, default: .init()].add(isWhole: paper.isWhole, printer)
            }
        }
        for printer in real.uris.keys {
            for name in real.printed(by: printer) {
                outputs[LabPrinters.submitted(name), default: .init()].add(isWhole: true, printer)
            }
        }
        return outputs
    }
}

/// A reference to the printers for the scripts of devices that are created before them.
final class WeakPrinters: Sendable {
    private struct Reference: Sendable {
        weak var printers: SchedulerPrinters?
    }

    private let reference = Mutex(Reference())

    var printers: SchedulerPrinters? {
        get { reference.withLock(\.printers) }
        set { reference.withLock { $0.printers = newValue } }
    }
}
