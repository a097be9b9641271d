/// What a program tries that its document has taken over, as a script of Python, and how each attempt must end.
enum ConverterAttempts {
    /// The attempts, and the errors that they must end with.
    static let expected: [String: [String]] = [
        "read a file of the user": ["ENOENT"], "list the home": ["ENOENT"],
        "read passwords": ["ENOENT"], "see processes": ["ENOENT"],
        "write beside the system": ["EROFS"], "write to the system": ["EROFS", "EACCES"],
        "write to devices": ["EROFS"], "write to the document": ["EROFS", "EACCES"],
        "connect to the network": ["EAFNOSUPPORT"], "send a datagram": ["EAFNOSUPPORT"],
        "send a datagram to a file": ["ENOENT"], "send a datagram to a name": ["ECONNREFUSED"],
        "make a pair": ["allowed"], "leave the group": ["allowed"],
        "reach the message bus": ["ENOENT"], "reach an abstract socket": ["ECONNREFUSED"],
        "fork": ["EAGAIN"], "start a program": ["EAGAIN"], "make a namespace": ["EPERM"],
        "trace": ["EPERM"], "write code": ["EPERM"], "raise its limits": ["EPERM", "ValueError"],
        "end a process": ["ESRCH"], "cut a file": ["ENOENT"], "change a file's mode": ["ENOENT"],
        "change a process": ["ESRCH"], "share memory": ["allowed"], "remove a file": ["ENOENT"],
        "a file in memory": ["EPERM"],
        "one large file": ["EFBIG"], "many files": ["ENOSPC"], "much memory": ["MemoryError"],
        "reach the result": ["EBADF"],
    ]

    static let script = """
        import ctypes, errno, json, mmap, os, resource, socket, subprocess
        report = {}
        libc = ctypes.CDLL(None, use_errno=True)
        def attempt(name, act):
            try:
                act()
                report[name] = 'allowed'
            except OSError as error:
                report[name] = errno.errorcode.get(error.errno, str(error.errno))
            except Exception as error:
                report[name] = type(error).__name__
        def call(name, *arguments):
            ctypes.set_errno(0)
            if getattr(libc, name)(*arguments) < 0: raise OSError(ctypes.get_errno(), name)
        def fill(name, size):
            with open(name, 'wb', buffering=0) as file:
                for _ in range(size):
                    if file.write(bytes(1 << 20)) < 1 << 20: raise OSError(errno.EFBIG, name)
        def many():
            for index in range(20): fill(own + '/many%d' % index, 100)
        def connect(family, address, kind=socket.SOCK_STREAM):
            socket.socket(family, kind).connect(address)
        def send(address):
            socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b'a', address)
        own = os.path.dirname(result)
        attempt('end a process', lambda: os.kill(int(arguments[1]), 0))
        attempt('cut a file', lambda: os.truncate(arguments[0], 0))
        attempt("change a file's mode", lambda: os.chmod(arguments[0], 0))
        attempt('remove a file', lambda: os.unlink(arguments[0]))
        attempt('change a process', lambda: resource.prlimit(int(arguments[1]), resource.RLIMIT_CPU, (1, 1)))
        attempt('share memory', lambda: call('shmget', 1, 4096, 0o1600))
        attempt('a file in memory', lambda: os.memfd_create('a'))
        attempt('read a file of the user', lambda: open(arguments[0]).read())
        attempt('list the home', lambda: os.listdir(os.path.dirname(arguments[0])))
        attempt('read passwords', lambda: open('/etc/passwd').read())
        attempt('see processes', lambda: os.listdir('/proc'))
        attempt('write beside the system', lambda: open('/new', 'w'))
        attempt('write to the system', lambda: open('/usr/new', 'w'))
        attempt('write to devices', lambda: open('/dev/shm/new', 'w'))
        attempt('write to the document', lambda: open(document, 'w'))
        attempt('connect to the network', lambda: connect(socket.AF_INET, ('127.0.0.1', 631)))
        attempt('send a datagram', lambda: connect(socket.AF_INET6, ('::1', 53), socket.SOCK_DGRAM))
        attempt('send a datagram to a file', lambda: send('/run/nobody'))
        attempt('send a datagram to a name', lambda: send(chr(0) + 'any'))
        attempt('make a pair', lambda: socket.socketpair(type=socket.SOCK_STREAM | socket.SOCK_NONBLOCK))
        attempt('leave the group', os.setsid)
        attempt('reach the message bus', lambda: connect(socket.AF_UNIX, '/run/dbus/system_bus_socket'))
        attempt('reach an abstract socket', lambda: connect(socket.AF_UNIX, chr(0) + 'any'))
        attempt('fork', os.fork)
        attempt('start a program', lambda: subprocess.run(['/usr/bin/true']))
        attempt('make a namespace', lambda: call('unshare', 0x10000000))
        attempt('trace', lambda: call('ptrace', 16, 1, 0, 0))
        attempt('write code', lambda: mmap.mmap(-1, 4096, prot=7))
        attempt('raise its limits', lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)))
        attempt('one large file', lambda: fill(own + '/large', 300))
        os.unlink(own + '/large')
        if own == '/tmp/out': attempt('many files', many)
        else: report['many files'] = 'skipped'
        for name in os.listdir(own):
            if name.startswith('many'): os.unlink(own + '/' + name)
        attempt('much memory', lambda: bytearray(4 << 30))
        attempt('reach the result', lambda: os.fstat(3))
        report['done'] = 'yes'
        open(result, 'w').write(json.dumps(report))
        """

    /// Where there are no namespaces, Landlock and the filter refuse: files are there, and cannot be opened.
    ///
    /// The names of the system's users can be read.
    static let expectedAmongOthers: [String: [String]] = [
        "read a file of the user": ["EACCES"], "list the home": ["EACCES"],
        "read passwords": ["allowed"], "see processes": ["EACCES"],
        "write beside the system": ["EACCES"], "write to the system": ["EACCES"],
        "write to devices": ["EACCES"], "write to the document": ["EACCES", "allowed"],
        "send a datagram to a file": ["EAFNOSUPPORT"],
        "send a datagram to a name": ["EAFNOSUPPORT"], "leave the group": ["EPERM"],
        "reach the message bus": ["EPERM"], "reach an abstract socket": ["EPERM"],
        "end a process": ["EPERM"], "cut a file": ["EPERM"], "change a file's mode": ["EPERM"],
        "change a process": ["EPERM"], "share memory": ["EPERM"], "remove a file": ["EACCES"],
        // They are counted from outside, and the next test fills the disk.
        "many files": ["ENOSPC", "skipped"],
    ]
}
