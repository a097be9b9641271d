/// The commands of `printq` that messages name, as the user types them.
package enum Command {
    /// Prints files.
    package static let print = "printq print"
    /// Opens the page for the browser.
    package static let open = "printq open"
    /// Prints a job again.
    package static let reprint = "printq reprint"
    /// Cancels jobs.
    package static let cancel = "printq cancel"
    /// Releases a job that is on hold.
    package static let release = "printq release"
    /// Shows everything about a job.
    package static let show = "printq show"
    /// Lists all jobs, including those that have ended.
    package static let allJobs = "printq jobs --all"
    /// Sets the default printer.
    package static let setDefault = "printq printers default"
    /// Adds a printer by its address.
    package static let addPrinter = "printq printers add"
    /// Accepts the key that a printer has now.
    package static let printersTrust = "printq printers trust"
    /// Prints straight on a printer that has a queue, or through its queue again.
    package static let printersDirect = "printq printers direct"
    /// Asks for the user name and the password of a printer.
    package static let printersAuthenticate = "printq printers authenticate"
    /// Asks for the PIN, or the user name and the password, that a job waits for.
    package static let authenticate = "printq authenticate"
    /// Saves options as a preset.
    package static let savePreset = "printq presets save"
    /// Removes a preset.
    package static let removePreset = "printq presets remove"
    /// Stops the service.
    package static let stopService = "printq service stop"

    /// All commands.
    package static let all = [
        print, open, reprint, cancel, release, show, allJobs, setDefault, addPrinter,
        printersTrust, printersDirect, printersAuthenticate, authenticate, savePreset,
        removePreset, stopService,
    ]
}
