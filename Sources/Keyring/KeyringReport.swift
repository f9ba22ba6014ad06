public import Core

extension SecretServiceStore {
    /// Examines the desktop keyring without prompts and without changes; D-Bus may start the service. No step takes
    /// longer than `deadlineMilliseconds`, and the first step that does ends the report.
    public static func report(bus address: SessionBusAddress?, deadlineMilliseconds: UInt32 = 3000) -> KeyringReport {
        var report = KeyringReport()
        report.busAddress = address?.text.printable
        do throws(FedauthError) {
            try SecretLibrary.load()
            report.hasLibrary = true
            let bus = try SessionBus(address, milliseconds: deadlineMilliseconds)
            report.isBusReachable = true
            try bus.startSecretService()
            report.service = try bus.secretServiceOwner()
            let connection = try SecretServiceConnection(bus)
            guard let path = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
            let isLocked = try connection.isLocked(path)
            let label = try connection.label(of: path).printable
            report.collection = KeyringReport.Collection(path: path, label: label, isLocked: isLocked)
            if isLocked { report.obstacle = KeyringFailure.locked }
        } catch { report.obstacle = error }
        return report
    }
}
