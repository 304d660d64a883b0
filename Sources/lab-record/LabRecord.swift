import ArgumentParser
import CacheLab
import FlyingFox
import FlyingSocks
import Foundation

/// Serves the recorder page and takes the trace that a phone sends back.
@main
struct LabRecord: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-record",
    abstract: "Serve the recorder page to a phone and take its trace.",
    discussion: """
      Prints an address with a token that is made anew at each start; only who has
      it can send. Ends after one trace, unless told to stay. Only this machine is
      served, unless --bind names an address of it that the phone can reach.

      EXAMPLES
        lab-record
        lab-record --bind 192.168.1.20 --out my-traces --stay
      """
  )

  @Option(help: ArgumentHelp("Address of this machine to serve at; 0.0.0.0 is all.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(help: ArgumentHelp("Port; 0 takes a free one.", valueName: "number"))
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("Folder for traces and their plots.", valueName: "dir"), completion: .directory)
  var out = "."

  @Option(help: ArgumentHelp("Largest trace that is taken.", valueName: "MB"))
  var maxMB = 64

  @Flag(help: "Go on after the first trace.")
  var stay = false

  func validate() throws {
    guard (1...1000).contains(maxMB) else { throw ValidationError("--max-mb \(maxMB): 1 to 1000") }
  }

  func run() async throws {
    let page = try RecorderPage.load()
    let desk = RecordingDesk(folder: out, token: RecordingDesk.newToken(), bytesMax: maxMB * 1_000_000)
    let address: sockaddr_in
    do {
      address = try .inet(ip4: bind, port: port)
    } catch {
      throw ValidationError("--bind \(bind): an IPv4 address of this machine, such as 127.0.0.1")
    }
    let server = HTTPServer(address: address, timeout: 120, logger: .disabled)
    let (arrivals, arrived) = AsyncStream.makeStream(of: Arrival.self)
    await server.appendRoute("GET /") { _ in RecorderPage.response(page) }
    await server.appendRoute("POST /trace") { request in
      let (response, arrival) = await desk.take(request)
      if let arrival { arrived.yield(arrival) }
      return response
    }
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening(timeout: 10)
    } catch {
      running.cancel()
      throw CleanExit.message("lab-record: port \(port) at \(bind) cannot be used: name another with --port")
    }
    let actual = await server.listeningAddress.map { RecordingDesk.port(of: $0) } ?? port
    Output.line("Open this on the phone or here, record, and press Send:")
    Output.line("  http://\(bind == "0.0.0.0" ? ProcessInfo.processInfo.hostName : bind):\(actual)/#lab=\(desk.token)")
    for await arrival in arrivals {
      await Output.tell(arrival)
      if !stay { break }
    }
    await server.stop(timeout: 1)
  }
}
