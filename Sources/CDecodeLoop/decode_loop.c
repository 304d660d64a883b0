#define _POSIX_C_SOURCE 200809L
#include "decode_loop.h"

#include <stdlib.h>
#include <time.h>
#include <turbojpeg.h>

struct decode_loop {
  tjhandle handle;
};

static int64_t thread_cpu(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

decode_loop *decode_loop_create(void) {
  decode_loop *loop = malloc(sizeof *loop);
  if (!loop) return NULL;
  loop->handle = tjInitDecompress();
  if (loop->handle) return loop;
  free(loop);
  return NULL;
}

void decode_loop_destroy(decode_loop *loop) {
  tjDestroy(loop->handle);
  free(loop);
}

int64_t decode_loop_run(
    decode_loop *loop, const unsigned char *jpeg, unsigned long bytes, int eighths, unsigned char *pixels) {
  int64_t began = thread_cpu();
  int width, height, subsampling, colours;
  if (tjDecompressHeader3(loop->handle, jpeg, bytes, &width, &height, &subsampling, &colours)) return -1;
  tjscalingfactor factor = {eighths, 8};
  int scaled_width = TJSCALED(width, factor);
  int scaled_height = TJSCALED(height, factor);
  if (tjDecompress2(
          loop->handle, jpeg, bytes, pixels, scaled_width, scaled_width * 4, scaled_height, TJPF_BGRA,
          TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS))
    return -1;
  return thread_cpu() - began;
}
