import PreviewModel
import Synchronization

/// One of up to three pictures of a file, each better than the one before.
public struct PreviewAnswer: Sendable, Hashable {
    /// The quality of a picture, in ascending order.
    public enum Quality: Int, Sendable, Comparable, CaseIterable {
        /// The icon of the type that the name suggests: available at once.
        case icon
        /// A picture that exists already: from the thumbnail cache of the desktop, or the thumbnail inside a photo.
        ///
        /// It may be smaller than requested.
        case quick
        /// The picture that ``Previewer/thumbnail(of:name:page:size:scale:medium:password:)`` returns.
        case best

        /// Whether it is worse than another.
        public static func < (left: Quality, right: Quality) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The quality of the picture.
    public let quality: Quality
    /// The picture.
    public let image: PreviewImage
}

/// The pictures of a file as they become ready, the best last.
///
/// The work begins with the iteration, and ends with it: leaving the loop ends the processes that still
/// read the file. Each iteration does all of it anew.
public struct PreviewAnswers: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = PreviewAnswer
    /// The error that can end the sequence.
    public typealias Failure = PreviewError

    /// One iteration.
    public struct Iterator: AsyncIteratorProtocol {
        // The end of the iteration, however it comes about, cancels the work.
        private var stream: AsyncThrowingStream<PreviewAnswer, any Error>.Iterator

        fileprivate init(_ work: @escaping @Sendable (Relay) async -> Void) {
            // A slow reader skips superseded answers.
            let (stream, continuation) = AsyncThrowingStream.makeStream(
                of: PreviewAnswer.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let relay = Relay(continuation)
            let task = Task { await work(relay) }
            continuation.onTermination = { _ in task.cancel() }
            self.stream = stream.makeAsyncIterator()
        }

        /// The next answer, which is better than the last; `nil` after the best.
        ///
        /// - Returns: The answer.
        /// - Throws: ``PreviewError``, after all answers that there are.
        public mutating func next() async throws(PreviewError) -> PreviewAnswer? {
            try await next(isolation: #isolation)
        }

        /// The next answer, which is better than the last; `nil` after the best.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The answer.
        /// - Throws: ``PreviewError``, after all answers that there are.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PreviewError) -> PreviewAnswer? {
            do {
                if let answer = try await stream.next(isolation: actor) { return answer }
            } catch {
                throw error as? PreviewError ?? .canceled
            }
            if Task.isCancelled { throw .canceled }
            return nil
        }
    }

    /// Passes answers on, never a worse one after a better one.
    final class Relay: Sendable {
        private let continuation: AsyncThrowingStream<PreviewAnswer, any Error>.Continuation
        private let last = Mutex<PreviewAnswer.Quality?>(nil)

        fileprivate init(
            _ continuation: AsyncThrowingStream<PreviewAnswer, any Error>.Continuation
        ) {
            self.continuation = continuation
        }

        /// Passes a picture on, unless a better one came before.
        func pass(_ image: PreviewImage, _ quality: PreviewAnswer.Quality) {
            // Under the lock, so that two concurrent answers keep their order.
            last.withLock { last in
                if let last, last >= quality { return }
                last = quality
                continuation.yield(PreviewAnswer(quality: quality, image: image))
            }
        }

        /// Ends the sequence.
        func finish(_ error: PreviewError? = nil) { continuation.finish(throwing: error) }
    }

    private let work: @Sendable (Relay) async -> Void

    init(work: @escaping @Sendable (Relay) async -> Void) { self.work = work }

    /// Starts the work.
    public func makeAsyncIterator() -> Iterator { Iterator(work) }
}
