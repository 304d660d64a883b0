import ArgumentParser
import Dispatch
import FoundationEssentials
import LabSystem
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage

/// Serves the recorder page and takes the trace that a phone sends back.
@main
struct LabRecord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-record",
    abstract: "Serve the recorder page to a phone and take its trace.",
    discussion: """
      Prints an address with a token that is made anew at each start; only who has
      it can send. Ends after one trace, unless told to stay. Only this machine is
      served, unless --bind names an address of it that the phone can reach. A sender
      that brings less than 50 kB in 5 s is dropped.

      EXAMPLES
        lab-record
        lab-record --bind 192.168.1.20 --out my-traces --stay
      """
  )

  @Option(help: ArgumentHelp("Address of this machine to serve at; 0.0.0.0 is all.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(help: ArgumentHelp("Port; 0 takes a free one.", valueName: "number"))
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("Folder for traces.", valueName: "dir"), completion: .directory)
  var out = "."

  @Option(help: ArgumentHelp("Largest trace that is taken.", valueName: "MB"))
  var maxMB = 64

  @Option(
    help: ArgumentHelp(
      "How long a request may take, and as much again for each MB of a trace.", valueName: "seconds"))
  var patience = 10

  @Flag(help: "Go on after the first trace.")
  var stay = false

  func validate() throws {
    guard (1...1000).contains(maxMB) else { throw ValidationError("--max-mb \(maxMB): 1 to 1000") }
    guard (1...600).contains(patience) else { throw ValidationError("--patience \(patience): 1 to 600") }
    guard case .v4 = try? SocketAddress(ipAddress: bind, port: 0) else {
      throw ValidationError("--bind \(bind): an IPv4 address of this machine, such as 127.0.0.1")
    }
  }

  func run() throws {
    guard (try? Stat(FilePath(out)))?.type == .directory else {
      throw RecordError(description: "--out \(out): there is no such folder; make it, or name another")
    }
    AbandonedFiles.remove(in: out) { $0.hasSuffix(Upload.ending) }
    try Interrupts.prepare()
    let host = ProcessInfo.processInfo.hostName
    let router = Router(
      page: Response(.ok, type: "text/html", bytes: PackageResources.index_html), folder: out,
      bytesMax: maxMB * 1_000_000, patience: .seconds(Int64(patience)), hostName: host)
    NIOSingletons.groupLoopCountSuggestion = 1
    NIOSingletons.blockingPoolThreadCountSuggestion = 1
    let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .serverChannelInitializer { listener in
        listener.eventLoop.makeCompletedFuture {
          let server = HTTPServer(router) { news in
            LabRecord.say(news)
            if !stay { listener.close(promise: nil) }
          }
          try listener.pipeline.syncOperations.addHandlers(
            AcceptBackoffHandler(backoffProvider: server.backoff), server)
        }
      }
    let listener: any Channel
    do { listener = try bootstrap.bind(host: bind, port: Int(port)).wait() } catch let error as IOError {
      let reason = Errno(rawValue: error.errnoCode)
      let cure = reason == .addressNotAvailable ? "--bind takes an address of this machine" : "name another with --port"
      throw RecordError(description: "port \(port) at \(bind) cannot be used: \(reason); \(cure)")
    }
    let place = "\(bind == "0.0.0.0" ? host : bind):\(listener.localAddress?.port ?? 0)"
    LabRecord.say("Open this on the phone or here, record, and press Send:\n  http://\(place)/#lab=\(router.token)")
    listener.closeFuture.whenComplete { _ in
      LabRecord.printer.async { InterruptedFiles.removeAll { LabRecord.exit() } }
    }
    Interrupts.wait()
    InterruptedFiles.removeAll { LabRecord.exit(withError: ExitCode(130)) }
  }

  /// Who reads may make it wait, and nothing else.
  private static let printer = DispatchQueue(label: "lab-record.printer")

  /// Nobody may read it any more; the traces are stored all the same.
  private static func say(_ text: String) {
    printer.async { _ = try? FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8)) }
  }
}

/// What went wrong, in words for the person at the terminal.
struct RecordError: Error, CustomStringConvertible {
  let description: String
}
