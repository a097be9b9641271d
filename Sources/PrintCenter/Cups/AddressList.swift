internal import CCups
import Glibc

/// Numeric addresses for libcups to connect to, freed when the value is destroyed.
///
/// The corresponding C type is `http_addrlist_t`.
@safe struct AddressList: ~Copyable {
    private var first: UnsafeMutablePointer<http_addrlist_t>?

    /// Reads the addresses; those whose interface does not exist are left out.
    init(_ addresses: [String], port: UInt16) {
        unsafe first = nil
        var last: UnsafeMutablePointer<http_addrlist_t>?
        for address in addresses {
            // A numeric address with its interface (`fe80::1%eth0`) passes without a look-up.
            guard let list = unsafe httpAddrGetList(address, Int32(AF_UNSPEC), "\(port)") else {
                continue
            }
            if let previous = unsafe last {
                unsafe previous.pointee.next = list
            } else {
                unsafe first = list
            }
            unsafe last = list
            while let next = unsafe last?.pointee.next { unsafe last = next }
        }
    }

    /// Looks up a host, which takes as long as the system does.
    init(of host: String, port: UInt16) {
        unsafe first = unsafe httpAddrGetList(host, Int32(AF_UNSPEC), "\(port)")
    }

    deinit { unsafe httpAddrFreeList(first) }

    /// Whether there is no address.
    var isEmpty: Bool { unsafe first == nil }

    /// Calls a function of libcups that copies the list.
    func withPointer<Result: ~Copyable>(
        _ body: (UnsafeMutablePointer<http_addrlist_t>?) -> Result
    ) -> Result {
        unsafe body(first)
    }
}
