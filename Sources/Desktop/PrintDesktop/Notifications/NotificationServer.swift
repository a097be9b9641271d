import PrintModel
import SessionBus

/// The notifications on the screen, by `org.freedesktop.Notifications` or the desktop's portal.
///
/// No notice is critical: a desktop that is not to disturb keeps it back.
actor NotificationServer {
    /// What the user does with a notice.
    struct Press: Sendable {
        let job: JobID
        let action: Notice.Action
        /// The token with which a window may come to the front.
        let activation: String?
    }

    /// What happened to a notice.
    enum Event: Sendable {
        case pressed(Press)
        case closed(Notice.Slot)
    }

    private struct Shown {
        /// The number that the desktop gave it; 0 in the portal.
        var number: UInt32
        /// The unique name of the program that shows it: only its signals count.
        var owner: String
        var notice: Notice
        var picture: String?
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let portalPath = "/org/freedesktop/portal/desktop"
    private static let portalInterface = "org.freedesktop.portal.Notification"
    private static let busName = "org.freedesktop.DBus"

    private let bus: BusConnection
    private let words: DesktopWords
    private let icon: String
    private let pictures: PictureFolder
    private var shown: [Notice.Slot: Shown] = [:]
    private var capabilities: Set<String>?
    private var activations: [UInt32: String] = [:]
    private var usesPortal = false
    /// Notices whose number is not known yet.
    private var underWay = 0

    init(bus: BusConnection, words: DesktopWords, icon: String, pictures: PictureFolder) {
        (self.bus, self.words, self.icon, self.pictures) = (bus, words, icon, pictures)
    }

    /// Asks for the signals of the desktop.
    func listen() async throws {
        try await bus.listen("type='signal',sender='\(Self.name)',interface='\(Self.name)'")
        try await bus.listen(
            "type='signal',sender='\(Self.portal)',interface='\(Self.portalInterface)'"
        )
        for name in [Self.name, Self.portal] {
            try await bus.listen(
                "type='signal',sender='\(Self.busName)',member='NameOwnerChanged',arg0='\(name)'"
            )
        }
    }

    /// Whether a notice is on the screen, or in the list of the desktop.
    var isShowing: Bool { !shown.isEmpty }

    // MARK: Notices

    /// Shows a notice, in the place of an earlier one of its slot.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - picture: The PNG of the first sheet, if there is one.
    /// - Throws: ``BusError`` where there is neither.
    func show(_ notice: Notice, picture: [UInt8]?) async throws {
        underWay += 1
        defer { underWay -= 1 }
        let before = shown[notice.slot]
        let file = picture.flatMap { pictures.write($0, for: notice.job) }
        var entry = Shown(
            number: before?.number ?? 0,
            owner: before?.owner ?? "",
            notice: notice,
            picture: file
        )
        if !usesPortal {
            do {
                (entry.number, entry.owner) = try await notify(
                    notice,
                    replacing: entry.number,
                    file
                )
            } catch let error as BusError where error.name == .serviceUnknown {
                usesPortal = true
            }
        }
        if usesPortal { entry.owner = try await addToPortal(notice) }
        if let old = before?.picture, old != file { pictures.remove(old) }
        shown[notice.slot] = entry
    }

    /// Takes a notice from the screen.
    func withdraw(_ slot: Notice.Slot) async {
        guard let entry = shown.removeValue(forKey: slot) else { return }
        if let picture = entry.picture { pictures.remove(picture) }
        // One that the user has closed meanwhile is gone already.
        if usesPortal {
            _ = try? await bus.call(
                Self.portal,
                Self.portalPath,
                Self.portalInterface,
                "RemoveNotification",
                [.string(Self.key(slot))]
            )
        } else {
            _ = try? await bus.call(
                Self.name,
                Self.path,
                Self.name,
                "CloseNotification",
                [.uint32(entry.number)]
            )
        }
    }

    /// Leaves the notices to the desktop, and removes their pictures.
    func leave() {
        for entry in shown.values { entry.picture.map { pictures.remove($0) } }
    }

    private func notify(
        _ notice: Notice,
        replacing number: UInt32,
        _ picture: String?
    ) async throws -> (number: UInt32, owner: String) {
        let capabilities = try await able()
        var hints: [String: BusValue] = [
            "desktop-entry": .string(icon),
            "category": .string(notice.category),
            "urgency": .byte(1),
        ]
        if let picture { hints["image-path"] = .string(picture) }
        var actions = ["default", words.show]
        for action in notice.actions { actions += [action.rawValue, title(of: action)] }
        let body = capabilities.contains("body-markup") ? Self.escaped(notice.body) : notice.body
        let reply = try await bus.ask(
            Self.name,
            Self.path,
            Self.name,
            "Notify",
            [
                .string(words.name), .uint32(number), .string(icon), .string(notice.title),
                .string(body), .strings(capabilities.contains("actions") ? actions : []),
                .dictionary(hints), .int32(notice.stays ? 0 : -1),
            ]
        )
        guard let number = reply.values.first?.integer.flatMap({ UInt32(exactly: $0) }) else {
            throw BusError(.invalid, "Notify")
        }
        return (number, reply.sender)
    }

    private func able() async throws -> Set<String> {
        if let capabilities { return capabilities }
        let reply = try await bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
        let found = Set((reply.first?.elements ?? []).compactMap(\.text))
        capabilities = found
        return found
    }

    /// Returns the unique name of the portal.
    private func addToPortal(_ notice: Notice) async throws -> String {
        let buttons = notice.actions.filter { $0 != .show }.map { action in
            BusValue.dictionary([
                "label": .string(title(of: action)), "action": .string(action.rawValue),
            ])
        }
        return try await bus.ask(
            Self.portal,
            Self.portalPath,
            Self.portalInterface,
            "AddNotification",
            [
                .string(Self.key(notice.slot)),
                .dictionary([
                    "title": .string(notice.title), "body": .string(notice.body),
                    "priority": .string("normal"),
                    "default-action": .string(Notice.Action.show.rawValue),
                    "buttons": .array(of: "a{sv}", buttons),
                ]),
            ]
        ).sender
    }

    private static func key(_ slot: Notice.Slot) -> String {
        switch slot {
        case .job(let id): "job-\(id)"
        case .printed: "printed"
        }
    }

    private func title(of action: Notice.Action) -> String {
        switch action {
        case .show: words.show
        case .again: words.again
        case .cancel: words.cancel
        }
    }

    /// The text without what markup would be.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    // MARK: Signals

    /// Takes a signal of the desktop.
    ///
    /// A program may address such a signal to this one, whatever this one has asked for: the sender is looked at.
    ///
    /// - Returns: What it means for the notices of this program; nothing for one of another.
    func take(_ signal: BusEvent) async -> [Event] {
        switch signal.interface {
        case Self.busName: return takeOwner(signal)
        case Self.portalInterface: return takeFromPortal(signal).map { [$0] } ?? []
        case Self.name: break
        default: return []
        }
        guard let number = signal.arguments.first?.integer.flatMap({ UInt32(exactly: $0) }) else {
            return []
        }
        func find() -> (key: Notice.Slot, value: Shown)? {
            shown.first { $0.value.number == number && $0.value.owner == signal.sender }
        }
        while find() == nil, underWay > 0 { try? await Task.sleep(for: .milliseconds(10)) }
        guard let (slot, entry) = find() else { return [] }
        switch signal.member {
        case "ActivationToken":
            activations[number] = signal.arguments.dropFirst().first?.text
            return []
        case "ActionInvoked":
            let name = signal.arguments.dropFirst().first?.text ?? ""
            let action = name == "default" ? Notice.Action.show : Notice.Action(rawValue: name)
            guard let action else { return [] }
            let activation = activations.removeValue(forKey: number)
            return [
                .pressed(Press(job: entry.notice.job, action: action, activation: activation))
            ]
        case "NotificationClosed":
            activations[number] = nil
            // The number may be that of a notice which has just been replaced.
            return [close(slot)]
        default: return []
        }
    }

    private func close(_ slot: Notice.Slot) -> Event {
        if let picture = shown.removeValue(forKey: slot)?.picture { pictures.remove(picture) }
        return .closed(slot)
    }

    /// Takes the news that a name has another owner: the notices of the old one are gone, and their numbers mean others.
    private func takeOwner(_ signal: BusEvent) -> [Event] {
        let names = signal.arguments.compactMap(\.text)
        guard signal.sender == Self.busName, signal.member == "NameOwnerChanged", names.count == 3
        else { return [] }
        let (name, old, new) = (names[0], names[1], names[2])
        switch name {
        case Self.name:
            (capabilities, activations) = (nil, [:])
            return shown.filter { !old.isEmpty && $0.value.owner == old }.keys.map { close($0) }
        case Self.portal:
            // Its notices are kept by the desktop, under the keys that they have.
            guard usesPortal, !new.isEmpty else { return [] }
            for slot in shown.keys { shown[slot]?.owner = new }
            return []
        default: return []
        }
    }

    private func takeFromPortal(_ signal: BusEvent) -> Event? {
        guard signal.member == "ActionInvoked", signal.arguments.count >= 2,
            let key = signal.arguments[0].text,
            let entry = shown.first(where: { Self.key($0.key) == key }),
            entry.value.owner == signal.sender,
            let action = signal.arguments[1].text.flatMap({ Notice.Action(rawValue: $0) })
        else { return nil }
        // The portal says nothing of notices that are closed; one that was used is.
        shown[entry.key] = nil
        return .pressed(Press(job: entry.value.notice.job, action: action, activation: nil))
    }
}
