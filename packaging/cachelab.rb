# Builds lab-run from the sources of a release. `scripts/dist.sh` fills in what stands between @ signs.
class Cachelab < Formula
  desc "Judges caching strategies for scrolling photo grids"
  homepage "@HOMEPAGE@"
  url "@HOMEPAGE@/archive/refs/tags/v@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build] # Swift 6.2
  depends_on "jpeg-turbo"
  depends_on macos: :sequoia

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "lab-run"
    # SUDO_USER has make install take the program that is there.
    system "make", "install", "PREFIX=#{prefix}", "SUDO_USER=brew"
  end

  test do
    out = shell_output("#{bin}/lab-run --strategy preheat2x --trace fastscroll --decode none --out #{testpath}")
    assert_match "preheat2x", out
  end
end
