# lab-run in a container. Without a container engine `buildah build --isolation chroot -t cachelab .` runs these steps.
#
#   docker build -t cachelab .
#   docker run --rm -v "$PWD/results:/data/results" cachelab --strategy preheat2x --trace fastscroll
#
# Records then lie in ./results. Your own photos, read and never written, and a place that keeps what is made of them
# between runs; `--user` makes the records yours:
#
#   mkdir -p results cache
#   docker run --rm --user "$(id -u):$(id -g)" -v "$HOME/Pictures:/photos:ro" -v "$PWD/results:/data/results" \
#     -v "$PWD/cache:/data/cache" cachelab --strategy preheat2x --trace fastscroll --library /photos

FROM swift:6.2-bookworm AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends libturbojpeg0-dev zlib1g-dev make python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN swift build -c release --static-swift-stdlib --product lab-run \
  && make install PREFIX=/usr/local DESTDIR=/stage SUDO_USER=build

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libturbojpeg0 zlib1g gnuplot-nox \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data/results /data/cache \
  && chmod 1777 /data/results /data/cache
COPY --from=build /stage/usr/local /usr/local
# The revision that records name, because the folder here holds no git history: docker build --build-arg REVISION=...
ARG REVISION=
ENV CACHELAB_REVISION=$REVISION XDG_CACHE_HOME=/data/cache
WORKDIR /data
ENTRYPOINT ["lab-run"]
