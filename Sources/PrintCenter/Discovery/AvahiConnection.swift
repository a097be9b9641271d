internal import CAvahi
internal import Glibc
internal import IPP

/// A connection to the Avahi daemon, with the browsers and resolvers that run over it.
///
/// The corresponding C type is `AvahiClient`. It belongs to the thread of its ``AvahiPoll``, which
/// must outlive it. Callbacks copy what they report into ``takeEvents()``; the caller acts upon it
/// after the turn of the loop.
@safe final class AvahiConnection {
    /// Whether the daemon can be asked.
    enum State {
        /// The bus is there, the daemon is not yet.
        case waiting
        case running
        /// The connection is lost, and has to be made anew.
        case failed
    }

    /// The time for which the networks of this computer are remembered: two seconds.
    private static let networkAge = Duration.seconds(2)

    private(set) var state = State.waiting
    private var client: OpaquePointer?
    private var isBrowsing = false
    private var resolvers: [OpaquePointer: ResolverSchedule.Target] = unsafe [:]
    private var events: [ServiceEvent] = []
    /// The resolvers that have ended since the last turn.
    private var ended: [(target: ResolverSchedule.Target, succeeded: Bool)] = []
    private let clock = SystemClock()
    private var last: (networks: LocalNetworks, time: Duration)?

    /// Connects to the bus; `nil` if that fails.
    init?(on poll: borrowing AvahiPoll) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let client = unsafe poll.withFunctions { functions in
            // With this flag the client waits for a daemon that is not there.
            unsafe avahi_client_new(
                functions,
                AVAHI_CLIENT_NO_FAIL,
                { _, state, context in unsafe AvahiConnection.at(context).changed(to: state) },
                context,
                nil
            )
        }
        guard let client = unsafe client else { return nil }
        unsafe self.client = client
    }

    deinit {
        // This frees the browsers and the resolvers as well.
        if let client = unsafe client { unsafe avahi_client_free(client) }
    }

    /// Returns the events since the last call.
    func takeEvents() -> [ServiceEvent] {
        defer { events = [] }
        return events
    }

    /// Returns the resolvers that have ended since the last call.
    func takeEnded() -> [(target: ResolverSchedule.Target, succeeded: Bool)] {
        defer { ended = [] }
        return ended
    }

    /// Starts to browse for printers, once.
    func browse() {
        guard state == .running, !isBrowsing, let client = unsafe client else { return }
        isBrowsing = true
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        for type in [false, true].map(ServiceKey.type) {
            let browser = unsafe avahi_service_browser_new(
                client,
                -1,
                -1,
                type,
                nil,
                AvahiLookupFlags(0),
                { _, interface, family, event, name, type, domain, _, context in
                    unsafe AvahiConnection.at(context).heard(
                        event,
                        interface: interface,
                        family: family,
                        name: name,
                        type: type,
                        domain: domain
                    )
                },
                context
            )
            if unsafe browser == nil { state = .failed }
        }
    }

    /// Starts a resolver, which frees itself after its answer.
    ///
    /// - Returns: `false` if the daemon accepts no further one.
    func resolve(_ target: ResolverSchedule.Target) -> Bool {
        guard state == .running, let client = unsafe client else { return false }
        let family = target.place.family.rawValue
        let resolver = unsafe avahi_service_resolver_new(
            client,
            target.place.interface,
            family,
            target.key.instance,
            target.key.type,
            target.key.domain,
            // The address of the same family: without it, of two families only one would come.
            family,
            AvahiLookupFlags(0),
            { resolver, _, _, event, _, _, _, host, address, port, txt, _, context in
                let connection = unsafe AvahiConnection.at(context)
                let isFound = event == AVAHI_RESOLVER_FOUND
                let target = unsafe connection.end(resolver, succeeded: isFound)
                guard let target, isFound else { return }
                unsafe connection.found(target, host: host, address: address, port: port, txt: txt)
            },
            unsafe Unmanaged.passUnretained(self).toOpaque()
        )
        guard let resolver = unsafe resolver else { return false }
        unsafe resolvers[resolver] = target
        return true
    }

    /// Frees the resolver of a service that has gone.
    func cancel(_ target: ResolverSchedule.Target) {
        guard let resolver = unsafe resolvers.first(where: { unsafe $0.value == target })?.key
        else { return }
        unsafe resolvers[resolver] = nil
        unsafe avahi_service_resolver_free(resolver)
    }

    // MARK: Callbacks

    private static func at(_ context: UnsafeMutableRawPointer?) -> AvahiConnection {
        // The client passes on what it was created with, and is freed before the connection is.
        unsafe Unmanaged.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func changed(to new: AvahiClientState) {
        switch new {
        case AVAHI_CLIENT_CONNECTING: state = .waiting
        case AVAHI_CLIENT_FAILURE: state = .failed
        // While the daemon settles its own host name, it answers like at any other time.
        default: state = .running
        }
    }

    private func heard(
        _ event: AvahiBrowserEvent,
        interface: AvahiIfIndex,
        family: AvahiProtocol,
        name: UnsafePointer<CChar>?,
        type: UnsafePointer<CChar>?,
        domain: UnsafePointer<CChar>?
    ) {
        let isEncrypted = unsafe Self.text(type) == ServiceKey.type(isEncrypted: true)
        switch event {
        case AVAHI_BROWSER_ALL_FOR_NOW:
            events.append(.settled(isEncrypted: isEncrypted))
        case AVAHI_BROWSER_FAILURE:
            state = .failed
        case AVAHI_BROWSER_NEW, AVAHI_BROWSER_REMOVE:
            guard let family = ServicePlace.Family(rawValue: family) else { return }
            let key = unsafe ServiceKey(
                instance: Self.text(name),
                isEncrypted: isEncrypted,
                domain: Self.text(domain)
            )
            let place = ServicePlace(interface: interface, family: family)
            events.append(
                event == AVAHI_BROWSER_NEW ? .appeared(key, place) : .vanished(key, place)
            )
        default:
            break
        }
    }

    /// Frees a resolver that has answered.
    private func end(
        _ resolver: OpaquePointer?,
        succeeded: Bool
    ) -> ResolverSchedule.Target? {
        guard let resolver = unsafe resolver else { return nil }
        let target = unsafe resolvers.removeValue(forKey: resolver)
        unsafe avahi_service_resolver_free(resolver)
        guard let target else { return nil }
        ended.append((target, succeeded))
        if !succeeded { events.append(.unresolved(target.key, target.place)) }
        return target
    }

    private func found(
        _ target: ResolverSchedule.Target,
        host: UnsafePointer<CChar>?,
        address: UnsafePointer<AvahiAddress>?,
        port: UInt16,
        txt: UnsafeMutablePointer<AvahiStringList>?
    ) {
        var host = unsafe Self.text(host)
        if host.hasSuffix(".") { host.removeLast() }
        let found = unsafe Self.address(address, on: target.place.interface)
        let isLocal = found.map { networks().contains($0.bytes) } ?? false
        let answer = unsafe ServiceAnswer(
            host: host.cleanedOfControls(),
            address: isLocal ? found : nil,
            isElsewhere: found != nil && !isLocal,
            port: port,
            txt: TXTRecord.pairs(in: Self.strings(of: txt))
        )
        events.append(.resolved(target.key, target.place, answer))
    }

    /// The networks of this computer, which may change at any time.
    private func networks() -> LocalNetworks {
        if let last, clock.uptime - last.time < Self.networkAge { return last.networks }
        let current = LocalNetworks.current
        last = (current, clock.uptime)
        return current
    }

    // MARK: Values of Avahi

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    private static func address(
        _ pointer: UnsafePointer<AvahiAddress>?,
        on interface: AvahiIfIndex
    ) -> ServiceAddress? {
        guard let address = unsafe pointer?.pointee,
            let family = ServicePlace.Family(rawValue: address.proto)
        else { return nil }
        let bytes = unsafe withUnsafeBytes(of: address.data) {
            unsafe Array($0.prefix(family == .ipv4 ? 4 : 16))
        }
        let name = interfaceName(interface)
        return ServiceAddress(bytes: bytes, interface: name, isLoopback: name == "lo")
    }

    private static func interfaceName(_ index: AvahiIfIndex) -> String {
        guard index > 0 else { return "" }
        return unsafe withUnsafeTemporaryAllocation(
            of: CChar.self,
            capacity: Int(IF_NAMESIZE)
        ) { buffer in
            guard let name = unsafe if_indextoname(UInt32(clamping: index), buffer.baseAddress)
            else {
                return ""
            }
            return unsafe String(cString: name)
        }
    }

    /// The first strings of a TXT record, in the record's order.
    private static func strings(of list: UnsafeMutablePointer<AvahiStringList>?) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var node = unsafe list
        while let string = unsafe node, strings.count < TXTRecord.stringLimit {
            let size = unsafe min(avahi_string_list_get_size(string), TXTRecord.stringSize)
            let bytes = unsafe UnsafeBufferPointer(
                start: avahi_string_list_get_text(string),
                count: size
            )
            unsafe strings.append(Array(bytes))
            unsafe node = avahi_string_list_get_next(string)
        }
        return strings
    }
}
