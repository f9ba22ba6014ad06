import CLI
import Glibc

exit(Program.run())
