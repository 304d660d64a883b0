extension RunSetting {
  /// Every setting, in the order in which commands are written.
  public static let all: [RunSetting] = [
    RunSetting(
      "device", { $0.device }, { $0.device = $1 }, SettingValue.name, .elsewhere, section: .replay,
      help: "What a decode costs in virtual time: a name of \(ToolName.current) list, a mean with or without "
        + "the decodes at once (decode-20ms:workers=3), or a device file; by default decode-12ms, and decode-12mp for "
        + "photos of more than about 3 megapixels."),
    RunSetting(
      "library", { $0.library }, { $0.library = $1 }, SettingValue.name, .elsewhere, section: .library,
      valueName: "name|DIR",
      help: "The photos: small, default or full, made from the seed; or a folder of your own JPEGs."),
    RunSetting(
      "seed", { "\($0.seed)" }, { $0.seed = $1 },
      SettingValue.whole(0...UInt64.max, "is not a seed; write a whole number from 0 on"), .elsewhere,
      section: .library, valueName: "n", help: "Seed of the made library."),
    RunSetting(
      "decoder", { $0.replay.decoder.rawValue }, { $0.replay.decoder = $1 }, SettingValue.choice,
      choices: ImageDecoder.allCases.map(\.rawValue), section: .library,
      help: "Who decodes the photos: turbojpeg, or imageio on Apple's systems, for HEIC as well.",
      discussion: "With imageio a folder's HEIC files are photos as its JPEGs are, and real decodes call what an app "
        + "calls.",
      sentence: { "decoded by \($0.replay.decoder == .imageio ? "ImageIO" : "libjpeg-turbo")" }),
    RunSetting(
      "screen", { "\($0.screen)" }, { $0.screen = $1 }, ScreenChoice.init, .elsewhere, section: .screen,
      valueName: "name|WxH@S",
      help: "Screen by name, iphone-17 (\(ToolName.current) list screens), or in points and pixels a point, 390x844@3; "
        + "with six columns 1024x1366@2:6; recorded:6 is the trace's own with six columns."),
    RunSetting(
      "assets", { $0.assets.map { "\($0)" } }, { $0.assets = $1 },
      SettingValue.whole(
        1...LibraryConfiguration.maxAssetCount,
        "is not a number of photos: a library has 1 to \(LibraryConfiguration.maxAssetCount) photos"),
      .elsewhere, section: .screen, valueName: "n",
      help: "Photos in the library, of a folder the first by name or all of them again and again; the grid shows no "
        + "more. By default 4000, or a whole folder of more."),
    RunSetting(
      "delivery", { $0.replay.delivery.rawValue }, { $0.replay.delivery = $1 }, SettingValue.choice,
      choices: ReplayDelivery.allCases.map(\.rawValue), valueName: "mode",
      help: "Which images a cell gets, as in Photos: highquality, opportunistic or fast.",
      discussion: "highquality: the image. opportunistic: the embedded thumbnail first, as Photos does by default; the "
        + "same as +opportunistic behind each strategy. fast: one image, the thumbnail where the file has one.",
      sentence: { "\($0.replay.delivery.rawValue) delivery" },
      note: { settings in
        guard settings.replay.delivery == .fast else { return nil }
        return "one image a cell: the embedded thumbnail where a photo has one, else the image (--delivery fast)"
      }),
    RunSetting(
      "access", { $0.replay.access.limit.map { "limited:\($0)" } ?? "all" },
      { $0.replay.access = $1 }, SettingValue.access, valueName: "all|limited:N",
      help: "Photos that the app may see: all, or limited:500 for a choice of so many, spread over the library.",
      note: { settings in settings.replay.access.limit.map { "the app may see a choice of \($0) photos (--access)" } }),
    RunSetting(
      "cloud", { $0.replay.cloud.text }, { $0.replay.cloud = $1 }, CloudModel.init,
      object: (CloudModel.fields, { $0.replay.cloud.json }, { CloudModel($0)?.text }),
      help: "Photos that are in the cloud, of 100: PERCENT[:key=value,...].",
      discussion: "Before its first decode each is downloaded: latency (150ms), then its bytes at the bandwidth (2.5MB "
        + "a second), so many downloads at once (4); seed (1) draws the photos. A model, for Photos documents none. "
        + "Thumbnails are on the device.",
      note: { settings in
        let cloud = settings.replay.cloud
        return "a model: \(cloud.sharePercent) of 100 photos are in the cloud until they are downloaded, "
          + "\(NumberText.fixed(Double(cloud.latency.rawValue) / 1e6, decimals: 0)) ms and "
          + "\(ByteCount(rawValue: cloud.bytesPerSecond)) a second each, \(cloud.downloadsMax) at once (--cloud)"
      }),
    RunSetting(
      "cells", { $0.replay.cells.rawValue }, { $0.replay.cells = $1 }, SettingValue.choice,
      choices: CellPolicy.allCases.map(\.rawValue), .always,
      help: "When a cell leaves before its decode began: cancel the request, or keep it as Apple's sample code does."),
    RunSetting(
      "fit", { $0.replay.fit.rawValue }, { $0.replay.fit = $1 }, SettingValue.choice,
      choices: Fit.allCases.map(\.rawValue), .alwaysUnstated,
      help: "How much of a photo a bitmap holds: fill, the whole picture, its shorter side the cell's; or crop, the "
        + "cell's pixels from its middle."),
  ]
}
