import CLI
import Glibc

exit(Program.run(CommandLine.arguments))
