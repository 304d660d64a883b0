#ifndef CACHELAB_ALLOCATION_COUNT_H
#define CACHELAB_ALLOCATION_COUNT_H

#include <stdint.h>

// How often the calling thread has taken memory from malloc and its kin, where these are counted: a program on glibc that
// links this file has its malloc counted and passed on to the C library's. Elsewhere, and under AddressSanitizer, which
// brings a malloc of its own, it is 0 for ever.
uint64_t allocation_count(void);

// The same for objects of the Swift runtime: class instances, arrays' and strings' storage, boxes, closures' contexts. Code
// that is compiled without optimisation takes memory from malloc for its own purposes, but no such objects.
uint64_t object_allocation_count(void);

#endif
