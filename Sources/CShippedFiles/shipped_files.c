#include "shipped_files.h"

/* clang has C23's #embed in every C. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char browse[] = {
#embed "../../traces/browse.scrolltrace"
};
static const unsigned char fastscroll[] = {
#embed "../../traces/fastscroll.scrolltrace"
};
static const unsigned char flicks[] = {
#embed "../../traces/flicks.scrolltrace"
};
static const unsigned char hunt[] = {
#embed "../../traces/hunt.scrolltrace"
};
static const unsigned char interrupted[] = {
#embed "../../traces/interrupted.scrolltrace"
};
static const unsigned char ios_browse[] = {
#embed "../../traces/ios-browse.scrolltrace"
};
static const unsigned char ios_fastscroll[] = {
#embed "../../traces/ios-fastscroll.scrolltrace"
};
static const unsigned char ios_flicks[] = {
#embed "../../traces/ios-flicks.scrolltrace"
};
static const unsigned char ios_hunt[] = {
#embed "../../traces/ios-hunt.scrolltrace"
};
static const unsigned char ios_overscroll[] = {
#embed "../../traces/ios-overscroll.scrolltrace"
};
static const unsigned char library_changes[] = {
#embed "../../traces/library-changes.scrolltrace"
};
static const unsigned char limited_access[] = {
#embed "../../traces/limited-access.scrolltrace"
};
static const unsigned char looker_android_120[] = {
#embed "../../traces/looker-android-120.scrolltrace"
};
static const unsigned char looker_android_60[] = {
#embed "../../traces/looker-android-60.scrolltrace"
};
static const unsigned char looker_ios_120[] = {
#embed "../../traces/looker-ios-120.scrolltrace"
};
static const unsigned char looker_ios_60[] = {
#embed "../../traces/looker-ios-60.scrolltrace"
};
static const unsigned char open_photo[] = {
#embed "../../traces/open-photo.scrolltrace"
};
static const unsigned char promotion[] = {
#embed "../../traces/promotion.scrolltrace"
};
static const unsigned char reader_android_120[] = {
#embed "../../traces/reader-android-120.scrolltrace"
};
static const unsigned char reader_android_60[] = {
#embed "../../traces/reader-android-60.scrolltrace"
};
static const unsigned char reader_ios_120[] = {
#embed "../../traces/reader-ios-120.scrolltrace"
};
static const unsigned char reader_ios_60[] = {
#embed "../../traces/reader-ios-60.scrolltrace"
};
static const unsigned char rotation[] = {
#embed "../../traces/rotation.scrolltrace"
};
static const unsigned char scroll_to_top[] = {
#embed "../../traces/scroll-to-top.scrolltrace"
};
static const unsigned char scrub[] = {
#embed "../../traces/scrub.scrolltrace"
};
static const unsigned char searcher_120[] = {
#embed "../../traces/searcher-120.scrolltrace"
};
static const unsigned char searcher_60[] = {
#embed "../../traces/searcher-60.scrolltrace"
};
static const unsigned char tablet[] = {
#embed "../../traces/tablet.scrolltrace"
};
static const unsigned char ten_minutes[] = {
#embed "../../traces/ten-minutes.scrolltrace"
};
static const unsigned char zoom[] = {
#embed "../../traces/zoom.scrolltrace"
};
static const unsigned char fleet_shares[] = {
#embed "../../traces/fleet.shares"
};
static const unsigned char example_sweep[] = {
#embed "../../sweeps/example.sweep"
};
/* The sources of the strategies, one behind the other: the comment above a type says what it does. */
static const unsigned char strategies[] = {
#embed "../StrategyKit/NoPreheating.swift" suffix(,)
#embed "../Strategies/Policies/AdaptiveReplacement.swift" suffix(,)
#embed "../Strategies/Policies/Belady.swift" suffix(,)
#embed "../Strategies/Policies/BudgetPriority.swift" suffix(,)
#embed "../Strategies/Policies/Clairvoyant.swift" suffix(,)
#embed "../Strategies/Policies/Clock.swift" suffix(,)
#embed "../Strategies/Policies/DeadlineLookahead.swift" suffix(,)
#embed "../Strategies/Policies/DisplayPort.swift" suffix(,)
#embed "../Strategies/Policies/FixedWindow.swift" suffix(,)
#embed "../Strategies/Policies/FlashListWindow.swift" suffix(,)
#embed "../Strategies/Policies/ForeseenWindow.swift" suffix(,)
#embed "../Strategies/Policies/GlidePreloader.swift" suffix(,)
#embed "../Strategies/Policies/LeastRecentlyUsed.swift" suffix(,)
#embed "../Strategies/Policies/LeastRecentlyUsedBySize.swift" suffix(,)
#embed "../Strategies/Policies/NukePrefetch.swift" suffix(,)
#embed "../Strategies/Policies/PerRowWindow.swift" suffix(,)
#embed "../Strategies/Policies/Preheat2x.swift" suffix(,)
#embed "../Strategies/Policies/S3FIFO.swift" suffix(,)
#embed "../Strategies/Policies/ScrollAware.swift" suffix(,)
#embed "../Strategies/Policies/Sieve.swift" suffix(,)
#embed "../Strategies/Policies/Skewport.swift" suffix(,)
#embed "../Strategies/Policies/TextureRanges.swift" suffix(,)
#embed "../Strategies/Policies/UIKitPrefetch.swift" suffix(,)
#embed "../Strategies/Policies/Unbounded.swift" suffix(,)
#embed "../Strategies/Policies/WindowedLead.swift" suffix(,)
};
static const unsigned char example_package[] = {
#embed "../../Packages/Example/Package.swift"
};
static const unsigned char example_strategy[] = {
#embed "../../Packages/Example/Sources/MyStrategies/MyStrategy.swift"
};
static const unsigned char example_tool[] = {
#embed "../../Packages/Example/Sources/my-lab/main.swift"
};
static const unsigned char example_test[] = {
#embed "../../Packages/Example/Tests/MyStrategiesTests/ContractTests.swift"
};

#define SHIPPED(path, bytes) {path, bytes, sizeof bytes}

static const struct cachelab_shipped_file files[] = {
    SHIPPED("traces/browse.scrolltrace", browse),
    SHIPPED("traces/fastscroll.scrolltrace", fastscroll),
    SHIPPED("traces/flicks.scrolltrace", flicks),
    SHIPPED("traces/hunt.scrolltrace", hunt),
    SHIPPED("traces/interrupted.scrolltrace", interrupted),
    SHIPPED("traces/ios-browse.scrolltrace", ios_browse),
    SHIPPED("traces/ios-fastscroll.scrolltrace", ios_fastscroll),
    SHIPPED("traces/ios-flicks.scrolltrace", ios_flicks),
    SHIPPED("traces/ios-hunt.scrolltrace", ios_hunt),
    SHIPPED("traces/ios-overscroll.scrolltrace", ios_overscroll),
    SHIPPED("traces/library-changes.scrolltrace", library_changes),
    SHIPPED("traces/limited-access.scrolltrace", limited_access),
    SHIPPED("traces/looker-android-120.scrolltrace", looker_android_120),
    SHIPPED("traces/looker-android-60.scrolltrace", looker_android_60),
    SHIPPED("traces/looker-ios-120.scrolltrace", looker_ios_120),
    SHIPPED("traces/looker-ios-60.scrolltrace", looker_ios_60),
    SHIPPED("traces/open-photo.scrolltrace", open_photo),
    SHIPPED("traces/promotion.scrolltrace", promotion),
    SHIPPED("traces/reader-android-120.scrolltrace", reader_android_120),
    SHIPPED("traces/reader-android-60.scrolltrace", reader_android_60),
    SHIPPED("traces/reader-ios-120.scrolltrace", reader_ios_120),
    SHIPPED("traces/reader-ios-60.scrolltrace", reader_ios_60),
    SHIPPED("traces/rotation.scrolltrace", rotation),
    SHIPPED("traces/scroll-to-top.scrolltrace", scroll_to_top),
    SHIPPED("traces/scrub.scrolltrace", scrub),
    SHIPPED("traces/searcher-120.scrolltrace", searcher_120),
    SHIPPED("traces/searcher-60.scrolltrace", searcher_60),
    SHIPPED("traces/tablet.scrolltrace", tablet),
    SHIPPED("traces/ten-minutes.scrolltrace", ten_minutes),
    SHIPPED("traces/zoom.scrolltrace", zoom),
    SHIPPED("traces/fleet.shares", fleet_shares),
    SHIPPED("sweeps/example.sweep", example_sweep),
    SHIPPED("Packages/Example/Package.swift", example_package),
    SHIPPED("Packages/Example/Sources/MyStrategies/MyStrategy.swift", example_strategy),
    SHIPPED("Packages/Example/Sources/my-lab/main.swift", example_tool),
    SHIPPED("Packages/Example/Tests/MyStrategiesTests/ContractTests.swift", example_test),
    SHIPPED("Sources/Strategies/Policies", strategies),
};

const struct cachelab_shipped_file *cachelab_shipped_file(size_t number) {
  return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}
