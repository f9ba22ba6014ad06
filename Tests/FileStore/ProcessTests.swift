import Core
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests that need separate processes.
struct ProcessTests {
    private let scratch = ScratchStore()

    /// Runs a script. In it, `probe` is the driver with a store of this test; `keep` and `ask` use it.
    private func script(_ text: String) -> Int32 {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let probe = "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/store-probe"
        return run(
            "env", "PROBE_FOLDER=\(scratch.folder)", "sh", "-c",
            "probe() { \"$0\" \"$@\"; }; asking() { PROBE_PASSWORD=pass \"$0\" \"$@\"; };\n" + text, probe)
    }

    @Test func `writers that are killed at any moment lose nothing that they acknowledged`() throws {
        // Four writers are killed and restarted again and again; each acknowledged write is noted before the next. On a busy
        // machine few writes end in this time; then more rounds follow, of tenths of a second.
        let status = script(
            """
            set -e; notes=\(scratch.root)/notes; mkdir $notes; asking put start x >/dev/null
            writer() {
                for round in $(seq 1 40); do
                    ( for i in 1 2 3 4 5 6; do probe put w$1-$round-$i v >/dev/null 2>&1 \
                        && : > $notes/w$1-$round-$i; done ) &
                    sleep $2$(( (round * 7 + $1 * 3) % 10 ))
                    pkill -9 -P $! 2>/dev/null || :
                    kill -9 $! 2>/dev/null || :
                    wait $! 2>/dev/null || :
                done
            }
            writer 1 0.0 & writer 2 0.0 & writer 3 0.0 & writer 4 0.0 & wait
            for more in 5 6 7 8 9; do
                test $(ls $notes | wc -l) -gt 10 && break || writer $more 0.
            done
            sleep 0.3; probe list | tr ' ' '\\n' > \(scratch.root)/kept
            test $(ls $notes | wc -l) -gt 10 || exit 8
            for note in $(ls $notes); do grep -qx $note \(scratch.root)/kept || exit 9; done
            probe get start >/dev/null; probe lock >/dev/null
            """)
        #expect(status == 0)
    }

    @Test func `the cache is read from another login session of the same user`() {
        let status = script(
            """
            asking put a 1 >/dev/null || exit 2
            test "$(keyctl session - "$0" get a 2>/dev/null)" = 1 || exit 3
            keyctl session - "$0" lock >/dev/null 2>&1
            probe get a | grep -q '^store-locked 12' || exit 4
            PROBE_PASSWORD=pass keyctl session - "$0" unlock >/dev/null 2>&1
            test "$(probe get a)" = 1 || exit 5
            probe lock >/dev/null
            """)
        #expect(status == 0)
    }

    @Test func `a full disk keeps the old state`() throws {
        let status = script(
            """
            disk=\(scratch.root)/disk; mkdir $disk; mount -t tmpfs -o size=96k,mode=700 none $disk 2>/dev/null || exit 77
            export PROBE_FOLDER=$disk/fedauth; asking put first x >/dev/null || exit 2
            big=$(head -c 20000 /dev/zero | tr '\\0' b); last=0
            for i in 1 2 3 4 5 6; do
                if probe put big-$i $big | grep -q '^version'; then last=$i; else break; fi
            done
            test $last -lt 6 || exit 3
            test "$(probe get first)" = x || exit 4
            test $last -eq 0 || test "$(probe get big-$last | wc -c)" = 20001 || exit 5
            probe delete first | grep -q . || exit 6
            probe lock >/dev/null; umount $disk
            """)
        // Status 77 means no permission to mount; FaultTests covers these faults then.
        #expect(status == 0 || status == 77 && geteuid() != 0)
    }
}
