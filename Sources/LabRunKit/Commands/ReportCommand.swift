import ArgumentParser
import LabJudge

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page about many runs: conclusion, tables, pictures and a replay player.",
    discussion: """
      report.html needs nothing else, no network and no other file; report.md is fit
      for a pull request, its pictures in report-pictures/. They are made from the
      newest file of runs in results/, from the files and folders given (the latest
      run of each strategy, trace and setting), of which --strategy and --trace take
      some; or, with these and no files, from replays in virtual time made now. The
      replays behind runs are made again and must count the same.

      With --fleet the page begins with what a sweep over a pack says. With no
      record, its strategies are replayed on the shipped traces, for the player.

      Pictures are of the pair of traces on which strategies differ most. The player
      holds the traces that fit 10 MB, these first.

      EXAMPLES
        lab-run --strategy all --trace all && lab-run report
        lab-run report results -s lru -s preheat2x -o lru.html
        lab-run report --strategy none --strategy preheat2x --trace zoom
        lab-run report results/*-fastscroll-*.tsv --force
        lab-run report --fleet all.tsv
      """)

  @OptionGroup var options: ReportOptions

  func run() throws {
    var options = options
    try options.check()
    let place = ReportPlace(page: options.out)
    let taken = try place.taken()
    if !options.force { try place.refuse(taken) }
    let fleet = try options.fleet.map { try PopulationOptions.table($0, try options.counting.rule) }
    if let fleet { options = try options.replaying(fleet) }
    let settings = ReportSetting.groups(of: try options.runs())
    var content = ReportContent(settings: settings, command: options.command)
    content.fleet = fleet
    let shown = settings[0].matrix.mostContrasting
    var replays = RecordedReplays(options: options)
    var plots = settings.enumerated().flatMap { ReportPicture.overview($0.element.matrix, number: $0.offset) }
    var reels: [ReelTrace] = []
    for trace in shown + settings[0].matrix.traces.filter({ !shown.contains($0) }) {
      let records = settings[0].matrix.records(on: trace)
      do {
        reels.append(try replays.reels(records))
        if shown.contains(trace) { plots += ReportPicture.replays(try replays.timelines(records), trace: trace) }
      } catch let error as ReplayUnavailable {
        content.missing.append("No replay of \(trace): \(error.reason)")
      }
    }
    if let fleet { plots += ReportPicture.fleet(fleet) }
    content.traceTitles = replays.titles
    if !reels.isEmpty { content.player = PlayerData(reels, best: settings[0].matrix.best) }
    content.pictureFolder = place.link
    let other: String?
    let madeFolder = InterruptedFiles.makeFolder(place.pictures)
    defer { InterruptedFiles.forget(place.pictures) }
    do {
      if let drawn = try PlotFiles(folder: place.pictures, command: options.command).drawn(plots) {
        content.pictures = drawn
      } else {
        content.missing.append(
          "gnuplot is not installed, so pictures are missing here; apt-get install gnuplot-nox, then make the report again. "
            + "Their scripts and data are in \(place.link).")
      }
      for text in content.missing { Terminal.error(text) }
      other = try place.write(content, replacing: options.force)
    } catch {
      if madeFolder { ScratchFolder.remove(place.pictures) }
      throw error
    }
    try place.refuse(other)
    Terminal.output(line: place.page)
    Terminal.output(line: place.markdown)
  }
}
