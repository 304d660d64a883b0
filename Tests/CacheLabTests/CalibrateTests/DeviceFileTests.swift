import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary
@testable import LabRecords

/// Device files: what was written is read, and everything else is refused with file, key, value and cure.
@Suite struct DeviceFileTests {
  private static let device = DeviceProfile(
    name: "laptop", fixed: Nanoseconds(rawValue: 90_000), picosecondsPerByte: 4_800, picosecondsPerPixel: 1_500,
    workers: 3, scaleFactors: [1500, 1600, 1750, 1400, 1900, 1950, 2050, 1000])

  private static let good: [String: JSON] =
    DeviceFile(device: device, calibration: .object(["cpu": .string("A")])).json.object ?? [:]

  @Test func aFileIsReadAsItWasWritten() throws {
    let folder = TemporaryDirectory()
    var mine = DeviceProfile.all[0]
    mine.name = "mine"
    for device in [DeviceFileTests.device, mine] {
      for calibration in [nil, JSON.object(["cpu": .string("A")])] {
        let path = folder.path + "/a.device.json"
        try DeviceFile(device: device, calibration: calibration).write(to: path)
        let read = try DeviceFile(path: path)
        #expect(read.device == device && read.calibration == calibration)
        #expect(folder.names == ["a.device.json"])
      }
    }
  }

  /// What is changed in a good file, and what the refusal says.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var key: String
    var value: JSON?
    var says: String

    var testDescription: String { "\(key) \(value?.compactText ?? "missing")" }
  }

  static let refusals =
    ["schema", "name", "workers", "fixed-ns", "ps-per-byte", "ps-per-pixel"].map {
      Refusal(key: $0, value: nil, says: "its field \($0) is missing; write it with lab-run calibrate --out FILE")
    } + [
      Refusal(key: "schema", value: .integer(2), says: "is 2, where 1 belongs; write it with"),
      Refusal(key: "schema", value: .string("1"), says: "is \"1\", where a whole number"),
      Refusal(key: "name", value: .string("decode-12ms"), says: "that no declared device has belongs; choose another"),
      Refusal(key: "name", value: .string(""), says: "is \"\", where a name of 1 to 64 letters"),
      Refusal(key: "name", value: .string("a b"), says: "where a name"),
      Refusal(key: "name", value: .string(String(repeating: "x", count: 65)), says: "where a name"),
      Refusal(key: "name", value: .integer(3), says: "is 3, where a text belongs"),
      Refusal(key: "workers", value: .integer(0), says: "is 0, where a whole number from 1 to 64 belongs"),
      Refusal(key: "workers", value: .integer(65), says: "is 65, where a whole number from 1 to 64 belongs"),
      Refusal(key: "workers", value: .number(1.5), says: "is 1.5, where a whole number"),
      Refusal(
        key: "fixed-ns", value: .integer(-1),
        says: "is -1, where a whole number from 0 to 10000000000 belongs; correct it"),
      Refusal(key: "fixed-ns", value: .integer(Int128(Int64.max) * 4), says: "where a whole number from 0 to"),
      Refusal(key: "ps-per-byte", value: .integer(-5), says: "is -5, where a whole number from 0 to 1000000 belongs"),
      Refusal(key: "ps-per-byte", value: .integer(1_000_001), says: "is 1000001, where a whole number"),
      Refusal(key: "ps-per-pixel", value: .integer(1 << 62), says: "is 4611686018427387904, where a whole number"),
      Refusal(key: "ps-per-pixel", value: .null, says: "is missing"),
      Refusal(key: "scale-factors-thousandths", value: .integer(1000), says: "is 1000, where a list of whole numbers"),
      Refusal(
        key: "scale-factors-thousandths", value: .array(Array(repeating: .integer(1000), count: 7)),
        says: "where a list of eight whole numbers from 1 to 100000, for 1/8 to 8/8 belongs"),
      Refusal(
        key: "scale-factors-thousandths",
        value: .array(Array(repeating: .integer(1000), count: 7) + [.integer(0)]), says: "where a list of whole"),
      Refusal(
        key: "scale-factors-thousandths",
        value: .array(Array(repeating: .integer(1000), count: 8) + [.string("a")]), says: "where a list of whole"),
      Refusal(key: "calibration", value: .string("yes"), says: "is \"yes\", where an object belongs"),
      Refusal(
        key: "ps-per-bytes", value: .integer(1), says: "is not a key of a device file; did you mean \"ps-per-byte\""),
    ]

  @Test(arguments: refusals) func aBadValueIsRefused(_ refusal: Refusal) throws {
    var members = DeviceFileTests.good
    members[refusal.key] = refusal.value
    let error = #expect(throws: InputError.self) {
      try DeviceFile(text: JSON.object(members).prettyText, path: "x/a.json")
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("x/a.json: ") && text.contains(refusal.key) && text.contains(refusal.says), "\(text)")
  }

  @Test func whatIsNoFileOrNoObjectIsRefused() throws {
    let folder = TemporaryDirectory()
    try folder.write(Array("[1]".utf8), to: "list.json")
    try folder.write([], to: "empty.json")
    try folder.write([0xFF, 0xFE, 0x00], to: "bytes.json")
    try folder.write(Array("{\n\"workers\": 2,\n\"workers\": 4}".utf8), to: "twice.json")
    try folder.write([UInt8](repeating: 0x20, count: DeviceFile.bytesMax + 1), to: "large.json")
    let says = [
      "list.json": "is not a JSON object; write it with", "empty.json": "is not JSON, line 1: ",
      "bytes.json": "is not JSON, line 1: ", "twice.json": "line 3: the key \"workers\" occurs twice in one object",
      "large.json": "has 1048577 bytes, a device file at most 1048576",
      "none.json": "No such file or directory; give the path", ".": "is not a regular file",
    ]
    for (name, text) in says.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder.path)/\(name)"
      let said = #expect(throws: InputError.self, "\(name)") { try DeviceFile(path: path) }?.description ?? ""
      #expect(said.hasPrefix(path) && said.contains(text), "\(said)")
    }
  }

  @Test func onlyProcessorAndCodecMakeAnotherMachine() {
    let here = RunEnvironment(gitRevision: "abc")
    var members = here.json.object ?? [:]
    members["kernel"] = .string("99")
    members["git-revision"] = .null
    func mismatch() -> String? {
      DeviceFile(device: DeviceFileTests.device, calibration: .object(members)).mismatch(with: here)
    }
    #expect(mismatch() == nil)
    members["cpu"] = .string("Z80")
    #expect(mismatch()?.hasPrefix("fitted on Z80 with libjpeg-turbo ") == true)
    members["cpu"] = here.json["cpu"]
    members["libjpeg-turbo"] = .object(["version": .string("1.0"), "simd": .string("none")])
    #expect(mismatch()?.contains("libjpeg-turbo 1.0 (none), this machine is ") == true)
    members = [:]
    #expect(mismatch()?.hasPrefix("fitted on unknown processor") == true)
    #expect(DeviceFile(device: DeviceFileTests.device, calibration: nil).mismatch(with: here) == nil)
  }
}
