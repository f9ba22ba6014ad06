import Application
import System

// Types of the modules below that most files here use. They spare the files an import.

typealias AtomicFile = Application.AtomicFile
typealias BackgroundProcess = Application.BackgroundProcess
typealias Child = Application.Child
typealias CommandJars = Application.CommandJars
typealias Directories = Application.Directories
typealias FileBytes = Application.FileBytes
typealias FileDescriptor = System.FileDescriptor
typealias FileNames = System.FileNames
typealias FilePair = Application.FilePair
typealias FileSignInLock = Application.FileSignInLock
typealias OtherWriter = System.OtherWriter
typealias Pipe = System.Pipe
typealias PrivateDirectory = Application.PrivateDirectory
typealias ProgramSearch = System.ProgramSearch
typealias SavedSignalMask = System.SavedSignalMask
typealias SupervisedProgram = Application.SupervisedProgram
typealias SystemCall = Application.SystemCall
typealias SystemClock = Application.SystemClock
typealias WaitBudget = Application.WaitBudget
