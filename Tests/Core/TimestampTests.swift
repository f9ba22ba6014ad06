import Core
import Testing

/// Times at the ends of their range, as a damaged store or a hostile server can hold them.
struct TimestampTests {
    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func differencesAndSumsStayInTheirRange(_ seconds: Int64) {
        let time = Timestamp(seconds: seconds)
        for other in [Int64.min, -1, 0, 1, .max].map(Timestamp.init) {
            let difference = time.seconds(since: other)
            #expect((difference < 0) == (time < other) && (difference > 0) == (time > other))
            // The magnitude exists, too.
            #expect(abs(difference) >= 0)
            #expect(time.adding(seconds: other.seconds) >= Timestamp(seconds: .min))
        }
        #expect(time.seconds(since: time) == 0)
        #expect(Timestamp(seconds: 5).seconds(since: Timestamp(seconds: 7)) == -2)
    }
}
