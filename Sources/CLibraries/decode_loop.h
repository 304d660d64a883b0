#ifndef CACHELAB_DECODE_LOOP_H
#define CACHELAB_DECODE_LOOP_H

#include <stdint.h>
#include <time.h>
#include <turbojpeg.h>

/* The plain C that the lab's decoder is measured against: the same TurboJPEG calls, nothing else. */

static inline void *decode_loop_create(void) { return tjInitDecompress(); }

static inline void decode_loop_destroy(void *loop) { tjDestroy(loop); }

static inline int64_t decode_loop_thread_cpu(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Decodes one JPEG into BGRA at eighths/8 of its size; returns the thread's CPU time in nanoseconds, or -1. */
static inline int64_t decode_loop_run(
    void *loop, const unsigned char *jpeg, unsigned long bytes, int eighths, unsigned char *pixels) {
  int64_t began = decode_loop_thread_cpu();
  int width, height, subsampling, colours;
  if (tjDecompressHeader3(loop, jpeg, bytes, &width, &height, &subsampling, &colours)) return -1;
  tjscalingfactor factor = {eighths, 8};
  int scaled_width = TJSCALED(width, factor);
  int scaled_height = TJSCALED(height, factor);
  if (tjDecompress2(
          loop, jpeg, bytes, pixels, scaled_width, scaled_width * 4, scaled_height, TJPF_BGRA,
          TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS))
    return -1;
  return decode_loop_thread_cpu() - began;
}

#endif
