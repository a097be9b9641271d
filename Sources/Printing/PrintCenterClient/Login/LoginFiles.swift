/// The files that start the service at login.
package enum LoginFiles {
    /// The first line of each file that this project writes into a user's folders.
    package static let mark =
        "# Written by 'printq service enable'; 'printq service disable' removes it."

    /// The unit of the user's systemd.
    ///
    /// - Parameters:
    ///   - program: The absolute path of `printcenterd`.
    ///   - namespaces: Whether the system allows user namespaces, which a part of the unit takes.
    /// - Returns: The text of `printcenterd.service`.
    package static func unit(for program: String, namespaces: Bool = true) -> String {
        """
        [Unit]
        Description=Print Center: continue print jobs, and exit when there are none
        # The service refuses to run as root.
        ConditionUser=!root

        [Service]
        Type=exec
        ExecStart=\(systemdWord(program))
        Restart=on-failure
        RestartSec=5
        # It ends within five seconds, whatever it waits for.
        TimeoutStopSec=10
        # A core dump would contain parts of documents.
        Environment=SWIFT_BACKTRACE=enable=no
        LimitCORE=0
        # These limits apply to the service and its preview processes together. If memory runs out, one
        # of them is killed, and the others continue.
        MemoryMax=4G
        TasksMax=512
        OOMPolicy=continue
        UMask=0077
        NoNewPrivileges=yes
        KeyringMode=private
        RemoveIPC=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        # bubblewrap makes namespaces for LibreOffice and WeasyPrint; the preview processes may make none.
        RestrictNamespaces=user mnt pid net ipc uts cgroup
        # Printers may have any address, and netlink names those of this computer.
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        SystemCallArchitectures=native
        SystemCallErrorNumber=EPERM
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged @resources
        # The preview processes confine themselves with these system calls.
        SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp
        # And bubblewrap with these.
        SystemCallFilter=@mount capset
        \(namespaces ? "\n\(confinement)" : "")
        [Install]
        WantedBy=default.target

        """
    }

    /// The settings of the unit that take a user namespace.
    private static let confinement = """
        # The systemd of a user can do what follows in a user namespace only, which PrivateUsers= makes.
        # Where the system allows none, 'printq service enable' writes a unit without it.
        PrivateUsers=yes
        CapabilityBoundingSet=
        AmbientCapabilities=
        # Not strict, and no ProtectHome=: the user decides where the queue and the settings are.
        ProtectSystem=full
        # A socket or a queue below /tmp would be in the service's own /tmp.
        PrivateTmp=yes
        PrivateMounts=yes
        PrivateDevices=yes
        DevicePolicy=closed
        # No ProtectKernelTunables= and no ProcSubset=: bubblewrap writes /proc/sys/user/max_user_namespaces, so
        # that a program in its sandbox makes no namespaces of its own.
        ProtectKernelModules=yes
        ProtectKernelLogs=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectClock=yes
        ProtectProc=invisible

        """

    /// The program that this project's unit starts; `nil` if it names none.
    static func program(inUnit text: String) -> String? {
        let prefix = "ExecStart="
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(prefix) }) else {
            return nil
        }
        var word = String(line.dropFirst(prefix.count))
        if word.hasPrefix("\""), word.hasSuffix("\""), word.count > 1 {
            word = String(word.dropFirst().dropLast()).replacing("$$", with: "$")
                .replacing("%%", with: "%").replacing("\\\"", with: "\"")
                .replacing("\\\\", with: "\\")
        }
        return word.hasPrefix("/") ? word : nil
    }

    /// The entry for desktops without a systemd of the user.
    ///
    /// - Parameter program: The absolute path of `printcenterd`.
    /// - Returns: The text of `printcenterd.desktop`.
    package static func autostart(for program: String) -> String {
        """
        \(mark)
        [Desktop Entry]
        Type=Application
        Name=Print Center
        Name[zh_CN]=打印中心
        Comment=Continue print jobs, and exit when there are none
        Comment[zh_CN]=继续打印任务，没有任务时退出
        Exec=\(desktopWord(program))
        NoDisplay=true
        Terminal=false

        """
    }

    /// A path as one word of a command line (systemd.service(5), systemd.syntax(7)).
    static func systemdWord(_ path: String) -> String {
        let plain = path.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0))
        }
        if plain { return path }
        let escaped = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: "$$")
        return "\"\(escaped)\""
    }

    /// A path as the only word of `Exec` (Desktop Entry Specification, "The Exec key").
    static func desktopWord(_ path: String) -> String {
        let plain = path.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0))
        }
        if plain { return path }
        var quoted = ""
        for character in path {
            if "\"`$\\".contains(character) { quoted += "\\" }
            quoted.append(character)
        }
        // The escapes of the string itself come in addition.
        return "\"\(quoted.replacing("\\", with: "\\\\").replacing("%", with: "%%"))\""
    }
}
