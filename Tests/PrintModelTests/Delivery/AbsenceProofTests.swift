import FoundationEssentials
import PrintModel
import Testing

/// What the lists of a printer prove of a job that is in none of them.
@Suite struct `A proof that a printer never had a job` {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `lasts as long as looks follow each other`() {
        var proof = AbsenceProof(at: start)
        for second in stride(from: 5.0, through: 120, by: 5) {
            #expect(proof.continues(at: start + second))
            proof.take([], at: start + second) { _ in false }
        }
        #expect(proof.duration(at: start + 121) == 121)
        #expect(proof.duration(at: start + 131) == nil)
        #expect(proof.duration(at: start + 119) == nil, "a clock that was set back proves nothing")
    }

    @Test func `is open while a listed job may be the one`() {
        var proof = AbsenceProof(at: start)
        proof.take([7, 8], at: start + 1) { _ in false }
        #expect(proof.duration(at: start + 1) == nil)
        // One of them turns out to be another job of the service, and has left the list.
        proof.take([], at: start + 2) { $0 == 7 }
        #expect(proof.duration(at: start + 2) == nil)
        proof.take([], at: start + 3) { $0 == 8 }
        #expect(proof.duration(at: start + 3) == 3)
    }

    @Test func `survives a restart of the service`() throws {
        var proof = AbsenceProof(at: start)
        proof.take([7], at: start + 1) { _ in false }
        var delivery = Delivery()
        delivery.absence = proof
        let stored = try WireFormat.decode(Delivery.self, from: WireFormat.encode(delivery))
        #expect(stored.absence == proof)
    }
}
