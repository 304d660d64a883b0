struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a package of your own: a strategy, a tool that has it, a test.",
    discussion: """
      The package depends on CacheLab's repository, by default on the checkout that
      this program was built in.

      EXAMPLES
        lab-run new my-lab
        lab-run new my-lab https://example.com/CacheLab.git
      """
  )

  @Argument(help: "Folder to make; the name of the tool as well.")
  private var name: String

  @Argument(help: "Path or URL of CacheLab's repository.")
  private var repository: String?

  private static let example = "Packages/Example/"
  private static let tool = "my-lab"
  private static let taken: Set = [
    "mystrategies", "mystrategiestests", "cachelab", "labrunkit", "strategykit", "strategies", "strategycontract",
    "testing", "swift",
  ]

  func run() throws {
    guard name.first?.isLetter == true,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else {
      throw UsageError(
        "'\(name)' is no name of a package; write letters, digits and hyphens, such as \(NewCommand.tool)")
    }
    if NewCommand.taken.contains(name.lowercased()) {
      throw UsageError("'\(name)' is a name of the package's own; choose another, such as \(NewCommand.tool)")
    }
    if try Paths.exists(name) { throw LabError("\(name): it is there already; choose another name") }
    let dependency = try dependency()
    // A folder with some of the files would prevent another attempt.
    do { try write(dependency) } catch {
      ScratchFolder.remove(name)
      throw error
    }
    Terminal.output(
      """

      cd \(name) && swift test
      swift run -c release \(name) -s my-strategy -s preheat2x -t ios-fastscroll
      swift run -c release \(name) baseline record -s my-strategy -t ios-fastscroll

      """)
  }

  private func write(_ dependency: String) throws {
    for path in ShippedFiles.paths where path.hasPrefix(NewCommand.example) {
      let text = ShippedFiles.text(of: path) ?? ""
      let file = "\(name)/\(path.dropFirst(NewCommand.example.count))".replacing(
        "/\(NewCommand.tool)/", with: "/\(name)/")
      try Paths.makeDirectory(Paths.directory(of: file))
      try ResultFile.write(
        text.replacing("\"\(NewCommand.tool)\"", with: "\"\(name)\"")
          .replacing(".package(name: \"CacheLab\", path: \"../..\")", with: dependency).utf8, to: file)
      Terminal.output(line: file)
    }
  }

  private func dependency() throws -> String {
    if let repository, repository.contains(":") {
      return ".package(url: \(JSON.string(repository).compactText), branch: \"main\")"
    }
    guard let folder = try repository ?? checkout() else {
      throw UsageError("the repository of CacheLab is not known: \(ToolName.current) new \(name) PATH, or its URL")
    }
    guard try Paths.exists("\(folder)/Sources/LabRunKit") else {
      throw LabError("\(folder): it is no checkout of CacheLab; give the path of one, or its URL")
    }
    return ".package(name: \"CacheLab\", path: \(JSON.string(try Paths.absolute(folder)).compactText))"
  }

  private func checkout() throws -> String? {
    var folders = Places.executable?.split(separator: "/")[...] ?? []
    while folders.popLast() != nil {
      let folder = folders.map { "/\($0)" }.joined()
      if try Paths.exists("\(folder)/Sources/LabRunKit") { return folder }
    }
    return nil
  }
}
