# Written with care, but not run where it was written: no container tool was at hand. Say so if it fails.
#
#   docker build -t cachelab . && docker run --rm cachelab --strategy preheat2x --trace fastscroll
#
# Records and the library are kept between runs with: -v "$PWD/results:/data/results" -v cachelab-library:/data/cache

FROM swift:6.2-bookworm AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends libturbojpeg0-dev make \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The revision that records name, when the folder holds no git history: docker build --build-arg REVISION=...
ARG REVISION=
RUN swift build -c release --static-swift-stdlib --product lab-run \
  && make install PREFIX=/usr/local DESTDIR=/stage SUDO_USER=build

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libturbojpeg0 gnuplot-nox \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /stage/usr/local /usr/local
ARG REVISION=
ENV CACHELAB_REVISION=$REVISION XDG_CACHE_HOME=/data/cache
WORKDIR /data
ENTRYPOINT ["lab-run"]
