import FoundationEssentials
import PrintModel

extension Reason {
    /// The reason why a job waits that was queued despite an obstacle.
    init(waitingFor obstacle: Obstacle) {
        // One obstacle stands for a printer that is off and for a slow one, but two reasons do.
        let isSlow = obstacle.code == .printerUnreachable && obstacle.parameters["slow"] != nil
        let code = isSlow ? .printerSlow : Code(rawValue: obstacle.code.rawValue)
        self.init(code, obstacle.parameters.filter { $0.key != "slow" })
    }

    /// The reason why a job is held.
    init(_ hold: Delivery.Hold, _ printer: PrinterID) {
        let parameters = ["printer": printer.rawValue]
        guard let date = hold.until else {
            self.init(.heldByUser, parameters)
            return
        }
        self.init(.heldUntil, parameters.merging(["time": LocalTime.words(date)]) { $1 })
    }
}

extension Delivery.Hold {
    /// The hold of a new job; `nil` if it does not have to wait.
    init?(isAsked: Bool?, until date: Date?, at now: Date) {
        if isAsked == true || date == PrintTicket.indefinitely {
            self.init()
        } else if let date, date > now {
            self.init(until: date)
        } else {
            return nil
        }
    }
}
