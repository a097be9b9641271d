import Glibc
import PrintModel
import ProofKit
import Testing

/// A shell with a tab key.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    static let missing = (allCases.map(\.rawValue) + ["python3"])
        .filter { unsafe access("/usr/bin/\($0)", X_OK) != 0 }

    /// Writes the files of an interactive shell with the prompt `ready>`; returns its command.
    func command(_ lab: PrintqLab) throws -> String {
        let folder = lab.folder + "/" + rawValue
        unsafe mkdir(folder, 0o700)
        let name = self == .zsh ? "_printq" : "printq"
        let script = try lab.printq("--generate-completion-script", rawValue)
        #expect(script.code == 0)
        let path = try lab.write(Array(script.output.utf8), to: "\(rawValue)/\(name)")
        let settings =
            switch self {
            case .bash: "PS1='ready>'; . '\(path)'\n"
            case .zsh:
                "PS1='ready>'; fpath=('\(folder)' $fpath); autoload -U compinit; compinit -u -d '\(folder)/dump'\n"
            case .fish: "function fish_prompt; echo -n 'ready>'; end; source '\(path)'\n"
            }
        let file = try lab.write(Array(settings.utf8), to: "\(rawValue)/.zshrc")
        return switch self {
        case .bash: "bash --rcfile '\(file)' -i"
        case .zsh: "env ZDOTDIR='\(folder)' zsh -i"
        case .fish:
            "env XDG_CONFIG_HOME='\(folder)' fish --init-command \"source '\(file)'\" -i"
        }
    }
}

extension Printq {
    /// What the tab key offers, on terminals of real shells.
    @Suite(
        .serialized,
        .enabled(if: Shell.missing.isEmpty, "not installed: \(Shell.missing)")
    )
    struct `Completion` {
        /// Types a line and two tabs on a terminal, and waits until all words are on the screen;
        /// types again where they do not come, as nothing is offered that would take long.
        private static let typist = #"""
            import os, pty, re, select, sys, time
            cut = sys.argv.index("--")
            line, words, shell = sys.argv[1], sys.argv[2:cut], sys.argv[cut + 1:]
            process, terminal = pty.fork()
            if process == 0:
                os.execvp(shell[0], shell)
            seen = b""
            def read(until, limit):
                global seen
                end = time.monotonic() + limit
                while time.monotonic() < end and not until():
                    if select.select([terminal], [], [], 0.1)[0]:
                        data = os.read(terminal, 65536)
                        seen += data
                        # fish asks the terminal what it is before it shows its prompt.
                        if b"\x1b[c" in data:
                            os.write(terminal, b"\x1b[?6c")
            def shown():
                return re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x1b.", b"", seen).decode(errors="replace")
            def complete():
                return all(re.search(r"(^|[\s>])" + re.escape(word) + r"(\s|$)", shown()) for word in words)
            read(lambda: b"ready>" in seen, \#(Duration.patience.components.seconds))
            for attempt in range(\#(Duration.patience.components.seconds / 3)):
                seen = b""
                os.write(terminal, b"\x15" + line.encode() + b"\t")
                time.sleep(0.3)  # // Time: between two keys
                os.write(terminal, b"\t")
                read(complete, 3)
                if complete():
                    break
            os.kill(process, 9)
            os.waitpid(process, 0)
            print(shown())
            sys.exit(0 if complete() else 1)
            """#

        @Test(arguments: Shell.allCases)
        func `offers commands, options, and what the printers and the queue have`(
            _ shell: Shell
        ) throws {
            try PrintqLab.with("completion in \(shell.rawValue)") { lab in
                lab.environment["TERM"] = "xterm"
                let saved = try lab.printq("presets", "save", "thrifty", "--duplex")
                #expect(saved.code == 0, "\(saved)")
                #expect(try lab.printq("options", "-d", "office").code == 0)
                let command = try shell.command(lab)
                for (line, words) in [
                    ("printq can", ["cancel"]),
                    ("printq print --printer ", ["mono", "office", "slow"]),
                    ("printq print -d office --quality ", ["draft", "normal", "high"]),
                    ("printq print -d office --media ", ["iso_a4_210x297mm"]),
                    ("printq presets show ", ["thrifty"]),
                ] {
                    let words = words.joined(separator: " ")
                    let ending = try lab.shell(
                        "python3 -c '\(Self.typist)' '\(line)' \(words) -- \(command)"
                    )
                    #expect(ending.code == 0, "\(shell) \(line): \(ending)")
                }
            }
        }

        @Test func `offers nothing, and says nothing, where no service can run`() throws {
            try PrintqLab.with("completion in time") { lab in
                lab.environment["PRINTCENTERD"] = "/nowhere/printcenterd"
                let none = try lab.printq(
                    "---completion",
                    "print",
                    "--",
                    "--printer",
                    "3",
                    "0",
                    "printq",
                    "print",
                    "-d",
                    ""
                )
                #expect(none.code == 0 && none.output.isEmpty && none.errors.isEmpty, "\(none)")
            }
        }
    }
}
