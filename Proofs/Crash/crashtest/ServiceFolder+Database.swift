import FoundationEssentials
import ProofKit

extension ServiceFolder {
    /// Creates the folder of a service.
    ///
    /// - Parameter hasDatabase: Whether the queue is in a database, not in a file of the folder.
    /// - Throws: ``ProofError``, or an error of writing the settings.
    convenience init(hasDatabase: Bool = false) throws {
        guard hasDatabase else {
            try self.init("crashtest")
            return
        }
        let server = try DatabaseServer.shared.get()
        let name = "crash" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try server.run("CREATE DATABASE \(name)")
        let address = server.address.replacing("dbname=postgres", with: "dbname=\(name)")
        try self.init("crashtest", settings: #"{"store":"\#(address)"}"#)
    }
}
