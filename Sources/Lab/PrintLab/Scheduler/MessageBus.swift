internal import Glibc

/// The lab's D-Bus system bus: `ippeveprinter` does not start without one, even when it advertises
/// no service.
struct MessageBus {
    let process: pid_t

    /// Starts the bus, and returns when it accepts connections.
    static func start(in folder: LabFolder, with processes: Processes) throws -> MessageBus {
        let settings = folder.settings + "/bus.conf"
        try folder.write(configuration(socket: folder.busSocket), to: settings)
        let log = try LogFile(folder.logs + "/bus.log")
        let process = try processes.start(
            Launch(
                path: Launch.find("dbus-daemon", package: "dbus-daemon"),
                arguments: ["--config-file=\(settings)", "--nofork", "--nopidfile", "--nosyslog"],
                environment: ["PATH": Launch.systemPath],
                descriptors: [log.null, log.descriptor, log.descriptor]
            )
        )
        let up = processes.wait(.labPatience) {
            processes.status(of: process) != nil || !processes.requests.isEmpty
                || Connection(to: .socket(folder.busSocket), seconds: 1) != nil
        }
        guard up, processes.status(of: process) == nil else {
            throw LabError(.startFailed, "The message bus did not start.\n\(log.tail())")
        }
        return MessageBus(process: process)
    }

    /// The policy allows everything to every client: the permissions of the lab's folder keep
    /// others out.
    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>system</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_type="method_call"/>
            <allow send_type="signal"/>
            <allow send_requested_reply="true" send_type="method_return"/>
            <allow send_requested_reply="true" send_type="error"/>
            <allow receive_type="method_call"/>
            <allow receive_type="signal"/>
            <allow receive_type="method_return"/>
            <allow receive_type="error"/>
          </policy>
        </busconfig>

        """
    }
}
