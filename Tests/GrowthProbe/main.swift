// Runs parsers and classifiers on inputs of sizes n, 2n and 4n, for Tests/Growth, which counts the instructions of each run by
// valgrind. `growth-probe list` names the cases; `growth-probe NAME…` runs them in this order, each at its three sizes.

import Glibc

let names = CommandLine.arguments.dropFirst()
if names.first == "list" {
    for growth in GrowthCase.all { print(growth.name) }
    exit(0)
}
for name in names {
    guard let growth = GrowthCase.all.first(where: { $0.name == name }) else {
        print("unknown case '\(name)'")
        exit(2)
    }
    // Once before, in small: what is done at the first use of anything, such as opening libraries, is not counted.
    growth.prepare(max(1, growth.size / 8))()
    for factor in [1, 2, 4] {
        // Inputs are made before, and what comes out ends after, what is counted.
        Measured.body = growth.prepare(growth.size * factor)
        measuredWork()
        Measured.body = nil
    }
}
