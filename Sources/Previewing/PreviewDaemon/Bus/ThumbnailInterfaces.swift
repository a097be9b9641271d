/// The interfaces of the helper on the session bus, as `org.freedesktop.DBus.Introspectable` describes them.
enum ThumbnailInterfaces {
    /// The description of an object; `nil` where there is none.
    static func description(of path: String) -> String? {
        let contents: String
        switch path {
        case ThumbnailService.path: contents = thumbnailer
        case CacheService.path: contents = cache
        case ManagerService.path: contents = manager
        case "/": contents = "<node name=\"org\"/>"
        case "/org": contents = "<node name=\"freedesktop\"/>"
        case "/org/freedesktop": contents = "<node name=\"thumbnails\"/>"
        case "/org/freedesktop/thumbnails":
            contents = ["Thumbnailer1", "Cache1", "Manager1"].map { "<node name=\"\($0)\"/>" }
                .joined()
        default: return nil
        }
        return head + contents + "</node>\n"
    }

    private static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg type="s" name="xml_data" direction="out"/></method>
        </interface>
        <interface name="org.freedesktop.DBus.Peer">
        <method name="Ping"/>
        <method name="GetMachineId"><arg type="s" name="machine_uuid" direction="out"/></method>
        </interface>

        """

    private static let thumbnailer = interface(
        ThumbnailService.interface,
        methods: [
            (
                "Queue",
                [
                    ("uris", "as", "in"), ("mime_types", "as", "in"), ("flavor", "s", "in"),
                    ("scheduler", "s", "in"), ("handle_to_unqueue", "u", "in"),
                    ("handle", "u", "out"),
                ]
            ), ("Dequeue", [("handle", "u", "in")]),
            ("GetSupported", [("uri_schemes", "as", "out"), ("mime_types", "as", "out")]),
            ("GetSchedulers", [("schedulers", "as", "out")]),
            ("GetFlavors", [("flavors", "as", "out")]),
        ],
        signals: [
            ("Started", [("handle", "u")]), ("Finished", [("handle", "u")]),
            ("Ready", [("handle", "u"), ("uris", "as")]),
            (
                "Error",
                [("handle", "u"), ("failed_uris", "as"), ("error_code", "i"), ("message", "s")]
            ),
        ]
    )

    private static let cache = interface(
        CacheService.interface,
        methods: [
            ("Move", [("from_uris", "as", "in"), ("to_uris", "as", "in")]),
            ("Copy", [("from_uris", "as", "in"), ("to_uris", "as", "in")]),
            ("Delete", [("uris", "as", "in")]),
            ("Cleanup", [("base_uris", "as", "in"), ("since", "u", "in")]),
        ],
        signals: []
    )

    private static let manager = interface(
        ManagerService.interface,
        methods: [
            ("Register", [("uri_scheme", "s", "in"), ("mime_type", "s", "in")]),
            ("GetSupported", [("uri_schemes", "as", "out"), ("mime_types", "as", "out")]),
        ],
        signals: []
    )

    private static func interface(
        _ name: String,
        methods: [(String, [(String, String, String)])],
        signals: [(String, [(String, String)])]
    ) -> String {
        var lines = ["<interface name=\"\(name)\">"]
        for (member, arguments) in methods {
            lines.append("<method name=\"\(member)\">")
            lines += arguments.map {
                "<arg type=\"\($0.1)\" name=\"\($0.0)\" direction=\"\($0.2)\"/>"
            }
            lines.append("</method>")
        }
        for (member, arguments) in signals {
            lines.append("<signal name=\"\(member)\">")
            lines += arguments.map { "<arg type=\"\($0.1)\" name=\"\($0.0)\"/>" }
            lines.append("</signal>")
        }
        return (lines + ["</interface>", ""]).joined(separator: "\n")
    }
}
