#ifndef CACHELAB_DECODE_LOOP_H
#define CACHELAB_DECODE_LOOP_H

#include <stdint.h>

/* The plain C that the lab's decoder is measured against: the same TurboJPEG calls, nothing else. */

typedef struct decode_loop decode_loop;

decode_loop *decode_loop_create(void);
void decode_loop_destroy(decode_loop *loop);

/* Decodes one JPEG into BGRA at eighths/8 of its size; returns the thread's CPU time in nanoseconds, or -1. */
int64_t decode_loop_run(
    decode_loop *loop, const unsigned char *jpeg, unsigned long bytes, int eighths, unsigned char *pixels);

#endif
