extension Neighbour {
    /// A program for Python that reads acts from standard input, does one after the other, and writes their outcomes.
    ///
    /// It looks at nothing but what the kernel says to each system call.
    static let script = #"""
        import base64, errno, json, os, socket, stat, sys

        step = "open"

        def opened(path, flags, mode=0o600):
            return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, mode)

        def read(act):
            file = opened(act["path"], os.O_RDONLY)
            if stat.S_ISDIR(os.fstat(file).st_mode):
                return "\n".join(sorted(os.listdir(file))).encode()
            return os.read(file, 1 << 20)

        def write(act):
            path = act["path"]
            if stat.S_ISDIR(os.stat(path).st_mode):
                return create({"path": path + "/neighbour"})
            opened(path, os.O_WRONLY)

        def create(act):
            os.close(opened(act["path"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))

        def append(act):
            os.write(opened(act["path"], os.O_WRONLY | os.O_APPEND), act["text"].encode())

        def remove(act):
            try: os.unlink(act["path"])
            except IsADirectoryError: os.rmdir(act["path"])

        def link(act): os.symlink(act["target"], act["path"])

        def folder(act):
            os.mkdir(act["path"])
            os.chmod(act["path"], 0o777)

        def ask(act):
            global step
            step = "connect"
            if "path" in act:
                kind = socket.SOCK_SEQPACKET if act["keepsMessages"] else socket.SOCK_STREAM
                end = socket.socket(socket.AF_UNIX, kind)
                end.connect(act["path"])
            else:
                family = socket.AF_INET6 if ":" in act["host"] else socket.AF_INET
                end = socket.socket(family)
                if "from" in act:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    end.bind((act["from"], act.get("fromPort", 0)))
                end.connect((act["host"], act["port"]))
            step = "send"
            end.sendall(act["text"].encode())
            step = "read"
            answer = b""
            while more := end.recv(1 << 16): answer += more
            return answer

        def connect(act): socket.socket(socket.AF_UNIX).connect(act["path"])

        def openings(act):
            found = []
            for path in act["paths"]:
                # Who may not look at a path may not do anything else with it; a link is as open as what it names.
                try: kind = os.lstat(path).st_mode
                except (PermissionError, FileNotFoundError): continue
                if stat.S_ISLNK(kind): continue
                for way in [connect] if stat.S_ISSOCK(kind) else [read, write]:
                    try: way({"path": path})
                    except (PermissionError, FileNotFoundError): continue
                    except OSError: pass
                    found.append(way.__name__ + " " + path)
            return "\n".join(found).encode()

        outcomes = []
        for act in json.load(sys.stdin):
            step, outcome = "open", {}
            try: outcome["bytes"] = base64.b64encode(globals()[act["act"]](act) or b"").decode()
            except OSError as error: outcome["error"] = errno.errorcode.get(error.errno, str(error))
            outcome["step"] = step
            outcomes.append(outcome)
        json.dump(outcomes, sys.stdout)
        """#
}
