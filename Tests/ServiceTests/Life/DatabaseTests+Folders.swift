import FoundationEssentials
import Glibc
import ProofKit
import Testing

/// The folder of the documents, which belongs to one queue.
extension `A queue in a database` {
    @Test func `refuses a folder for documents that is not there, or not the user's alone`() throws
    {
        let server = try DatabaseServer()
        let open = try TemporaryFolder("documents")
        #expect(unsafe chmod(open.path, 0o755) == 0)
        let problems = [
            "/nowhere": "is not there", "documents": "has to be the whole path",
            open.path: "has to be yours alone",
        ]
        try withService(nil) { service in
            for (folder, words) in problems {
                try Self.write(
                    #"{"store":"\#(server.address)","documents":"\#(folder)"}"#,
                    for: service
                )
                let line = try service.start()
                #expect(line.contains(words), "\(line)")
                service.waitForEnd()
            }
            try Self.write(#"{"documents":"\#(open.path)"}"#, for: service)
            let line = try service.start()
            #expect(line.contains("only a queue in a database"), "\(line)")
            service.waitForEnd()
        }
        withExtendedLifetime(open) {}
    }

    @Test func `refuses a folder for documents that belongs to another user`() throws {
        let server = try DatabaseServer()
        let folder = try TemporaryFolder("documents")
        // Without the right to give a folder away, there is one of another user anyway.
        let foreign = unsafe chown(folder.path, 65534, 65534) == 0 ? folder.path : "/"
        try withService(nil) { service in
            try Self.write(
                #"{"store":"\#(server.address)","documents":"\#(foreign)"}"#,
                for: service
            )
            let line = try service.start()
            #expect(line.contains("belongs to another user (uid "), "\(line)")
            #expect(line.contains("chown") && !line.contains("chmod"), "\(line)")
            service.waitForEnd()
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `keeps its folder where a start is given a wrong database`() throws {
        let server = try DatabaseServer()
        for name in ["print", "print2"] {
            let options = "TEMPLATE template0 ENCODING 'UTF8'"
            try server.run("CREATE DATABASE \(name) \(options)")
        }
        let shared = try TemporaryFolder("documents")
        func settings(_ database: String) -> String {
            let store = server.address.replacing("dbname=postgres", with: "dbname=\(database)")
            return #"{"store":"\#(store)","documents":"\#(shared.path)"}"#
        }
        func files(_ service: TestService) throws -> [String: Data] {
            var found: [String: Data] = [:]
            for folder in [shared.path, service.state] {
                for name in try FileManager.default.contentsOfDirectory(atPath: folder)
                where name.hasPrefix("queue.") {
                    let path = "\(folder)/\(name)"
                    found[path] = try Data(contentsOf: URL(filePath: path))
                }
            }
            return found
        }
        let wrong = [
            ("print2", ["has no queue", "remove \(shared.path)/queue.database, "]),
            ("nowhere", ["has no database nowhere", "createdb"]),
        ]
        try withService(nil) { service in
            // Neither has a start with a wrong address left anything before the first one with the right one.
            try Self.write(settings("nowhere"), for: service)
            _ = try service.start()
            service.waitForEnd()
            #expect(try files(service).isEmpty)
            try Self.write(settings("print"), for: service)
            try service.serve()
            service.end()
            let before = try files(service)
            #expect(before.count == 3)
            for (database, words) in wrong {
                try Self.write(settings(database), for: service)
                let line = try service.start()
                for word in words { #expect(line.contains(word), "\(line)") }
                #expect(service.waitForEnd() == 69)
                #expect(try files(service) == before)
            }
            try Self.write(settings("print"), for: service)
            try service.serve()
            service.end()
            // What is missed is the folder of the documents, not that of the state.
            try FileManager.default.removeItem(atPath: shared.path + "/queue.database")
            let line = try service.start()
            #expect(line.contains("which are not in \(shared.path)."), "\(line)")
            service.waitForEnd()
        }
        withExtendedLifetime(shared) {}
    }
}
