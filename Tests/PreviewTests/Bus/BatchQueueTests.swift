import Testing

@testable import PreviewDaemon
@testable import QuickPreview

struct `The order of thumbnails` {
    private static func batch(
        _ handle: UInt32,
        _ scheduler: BatchQueue.Scheduler,
        _ uris: String...
    ) -> BatchQueue.Batch {
        var list = TextList()
        for uri in uris { list.append(uri) }
        return BatchQueue.Batch(
            handle: handle,
            client: ":1.1",
            uris: list,
            size: .normal,
            scheduler: scheduler
        )
    }

    @Test func `is that of what is seen`() {
        var queue = BatchQueue()
        queue.add(Self.batch(1, .background, "b1", "b2"))
        queue.add(Self.batch(2, .default, "d1", "d2"))
        queue.add(Self.batch(3, .default, "e1"))
        queue.add(Self.batch(4, .foreground, "f1", "f2"))
        var taken = [queue.next()?.uri]
        // A newer one in the foreground goes first.
        queue.add(Self.batch(5, .foreground, "g1"))
        while let item = queue.next() { taken.append(item.uri) }
        #expect(taken == ["f1", "g1", "f2", "d1", "d2", "e1", "b1", "b2"])
    }

    @Test func `ends each request once, when nothing of it is in progress`() {
        var queue = BatchQueue()
        queue.add(Self.batch(1, .default, "a", "b", "c"))
        let early = queue.removeIfFinished(1)
        #expect(early == nil && queue.size == 3)
        let first = queue.next()
        #expect(first?.isFirst == true && first?.handle == 1)
        let isThere = queue.dequeue(1)
        #expect(isThere)
        let (none, working) = (queue.next(), queue.removeIfFinished(1))
        #expect(none == nil && working == nil)
        queue.end(1)
        let (finished, again) = (queue.removeIfFinished(1), queue.removeIfFinished(1))
        #expect(finished?.taken == 1 && again == nil && queue.isEmpty && queue.size == 0)
        let isGone = !queue.dequeue(1)
        #expect(isGone)
        queue.add(Self.batch(2, .foreground))
        let (nothing, empty) = (queue.next(), queue.removeIfFinished(2))
        #expect(nothing == nil && empty != nil)
    }

    @Test func `has a list whose memory is that of its letters`() {
        var list = TextList()
        let texts = ["", "a", "日本\n", String(repeating: "x", count: 1000), ""]
        for text in texts { list.append(text) }
        #expect(list.count == 5 && list.size == 1008)
        #expect((0..<5).map { list[$0] } == texts)
    }

    @Test func `never uses the handle 0`() {
        var queue = BatchQueue()
        var handles: [UInt32] = []
        for _ in 0..<3 { handles.append(queue.newHandle()) }
        #expect(handles == [1, 2, 3])
    }
}
