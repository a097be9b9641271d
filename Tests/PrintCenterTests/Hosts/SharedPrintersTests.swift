import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// What hosts remember of printers that one of them has changed.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A printer of several hosts` {
    private func device(_ name: String) -> KnownDevice {
        KnownDevice(
            id: PrinterID(rawValue: name),
            name: name,
            uri: "ipp://127.0.0.1:1/ipp/print",
            isAdded: true
        )
    }

    @Test func `is known to each once one of them has added, changed, or removed it`() async throws
    {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            let stores = try ["alpha", "beta"].map { name in
                place.host = HostIdentity(name: name, place: name)
                return try place.open()
            }
            // Time: each question asks the store
            let memories = stores.map { DeviceMemory(store: $0, renewal: .zero) }
            #expect(await memories[1].names().isEmpty)
            var office = device("office")
            await memories[0].keep(office)
            #expect(await memories[1].device(office.id) == office)
            await memories[1].keep(device("mono"))
            office.isDirect = true
            await memories[0].keep(office)
            #expect(await memories[1].device(office.id)?.isDirect == true)
            #expect(await memories[0].names() == ["office", "mono"])
            await memories[1].forget(office.id)
            #expect(await memories[0].names() == ["mono"])
        }
    }

    @Test func `stays as it was changed here while the database is away`() async throws {
        let store = AbsentStore()
        await store.set([device("office"), device("label")])
        let memory = DeviceMemory(store: store, renewal: .zero)
        #expect(await memory.names() == ["office", "label"])
        await store.set(nil)
        await memory.keep(device("mono"))
        await memory.forget(PrinterID(rawValue: "office"))
        #expect(await memory.names() == ["mono", "label"])
        await store.set([device("office"), device("plotter")])
        #expect(await memory.names() == ["mono", "plotter"])
        // One that could not be read at first is read later.
        await store.set(nil)
        let late = DeviceMemory(store: store, renewal: .zero)
        #expect(await late.names().isEmpty)
        await store.set([device("office")])
        #expect(await late.names() == ["office"])
    }

    /// A store whose database may be away.
    private actor AbsentStore: DeviceStore {
        private var printers: [KnownDevice]?
        private var version: Int64 = 0

        func set(_ printers: [KnownDevice]?) {
            self.printers = printers
            version += 1
        }

        private func present() throws -> [KnownDevice] {
            guard let printers else { throw CupsError.notConnected }
            return printers
        }

        func devices() throws -> [KnownDevice] { try present() }
        func remember(_ device: KnownDevice) throws { printers = try present() + [device] }
        func forget(_ id: PrinterID) throws { printers = try present().filter { $0.id != id } }
        func devicesVersion() throws -> Int64? {
            _ = try present()
            return version
        }
    }
}
