// What compiled Swift asks of a C library, for WebAssembly without one: memory, comparison of bytes, normal forms of letters,
// 128-bit integers.
//
// clang --target=wasm32 -Os -ffreestanding -nostdlib -fno-builtin -mbulk-memory -c runtime.c

#include <stddef.h>
#include <stdint.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

// MARK: - Memory
//
// Blocks of one thread, in sizes four to each power of two. A freed block waits for the next of its size: a replay asks
// for the same sizes again and again. Each block has a head of 16 bytes that says its size, so that all are aligned to 16.

enum { head = 16, page = 65536, classes = 128 };

struct block {
  size_t class;
  struct block *next;
};

static struct block *waiting[classes];
static uintptr_t fresh, end;
extern unsigned char __heap_base;

/// The class of a size, head included, and how large blocks of it are.
static unsigned class_of(size_t size, size_t *rounded) {
  if (size <= 64) {
    unsigned class = (unsigned)((size + 15) / 16);
    *rounded = (size_t)class * 16;
    return class;
  }
  unsigned power = 31 - (unsigned)__builtin_clz((unsigned)(size - 1));
  size_t step = (size_t)1 << (power - 2);
  size_t quarters = (size - ((size_t)1 << power) + step - 1) / step;
  *rounded = ((size_t)1 << power) + quarters * step;
  return 4 * (power - 6) + (unsigned)quarters + 4;
}

static void *take(size_t size) {
  if (size > 0x40000000) return 0;
  size_t rounded;
  unsigned class = class_of(size + head, &rounded);
  struct block *block = waiting[class];
  if (block) {
    waiting[class] = block->next;
  } else {
    if (!fresh) {
      fresh = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
      end = (uintptr_t)__builtin_wasm_memory_size(0) * page;
    }
    if (rounded > end - fresh) {
      size_t missing = rounded - (end - fresh);
      // A quarter more than what is there: growing has its price.
      size_t pages = (missing + page - 1) / page, more = end / page / 4;
      // The last page stays free: an end at 2^32 would be 0.
      if (pages > 65535 - end / page) return 0;
      if (more > pages && more <= 65535 - end / page && __builtin_wasm_memory_grow(0, more) != (size_t)-1) {
        end += more * page;
      } else {
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
        end += pages * page;
      }
    }
    block = (struct block *)fresh;
    fresh += rounded;
  }
  block->class = class;
  return (char *)block + head;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  // Swift's own types need 16 at most; the replay aligns what it wants on a cache line by itself.
  if (alignment <= 16) {
    *result = take(size);
    return *result ? 0 : 12;
  }
  char *memory = take(size + alignment);
  if (!memory) return 12;
  uintptr_t aligned = ((uintptr_t)memory + alignment - 1) & ~(uintptr_t)(alignment - 1);
  if (aligned != (uintptr_t)memory) {
    // A second head before the block leads to the first.
    struct block *inner = (struct block *)(aligned - head);
    inner->class = classes;
    inner->next = (struct block *)(memory - head);
  }
  *result = (void *)aligned;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  struct block *block = (struct block *)((char *)memory - head);
  if (block->class == classes) block = block->next;
  block->next = waiting[block->class];
  waiting[block->class] = block;
}

// MARK: - Bytes

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count >= 8; count -= 8, a += 8, b += 8) {
    uint64_t x, y;
    __builtin_memcpy(&x, a, 8);
    __builtin_memcpy(&y, b, 8);
    if (x != y) break;
  }
  for (; count; count--, a++, b++) {
    if (*a != *b) return *a - *b;
  }
  return 0;
}

/// Seeds of hashes: always the same, for nothing of a replay hangs on the order of a set.
void arc4random_buf(void *memory, size_t count) { __builtin_memset(memory, 0x5a, count); }

uintptr_t __stack_chk_guard = 0x4c41425f;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// MARK: - Unicode
//
// Swift compares texts by their normal forms, for which it has tables of 24 kB, gzipped. Each word of the lab is ASCII, and of all
// other letters these three have a normal form in ASCII: with them, what is equal to a word of the lab is equal here too.
// Two other texts are equal here where their letters are the same.

static const struct { uint16_t letter; uint8_t length, normal; } normal_forms[] = {
  {0x037e, 1, ';'}, {0x1fef, 1, '`'}, {0x212a, 1, 'K'}
};
const uint8_t *const _swift_stdlib_nfd_decompositions = (const uint8_t *)normal_forms;

uint32_t _swift_stdlib_getDecompositionEntry(uint32_t letter) {
  for (uint32_t index = 0; index < 3; index++) {
    if (normal_forms[index].letter == letter) return (index * 4 + 2) << 18 | letter;
  }
  return 0;
}

/// Bit 0: has another normal form. Bits 1 and 2: is in none that is composed. The others say which marks combine first.
uint16_t _swift_stdlib_getNormData(uint32_t letter) { return _swift_stdlib_getDecompositionEntry(letter) ? 3 : 0; }

uint32_t _swift_stdlib_getComposition(uint32_t letter, uint32_t mark) {
  (void)letter, (void)mark;
  return UINT32_MAX;
}

// MARK: - Numbers

/// Half away from zero.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) < 0.5 ? whole : whole + __builtin_copysign(1, value);
}

// MARK: - 128-bit integers, from halves: wasm32 has no instruction for them

union halves {
  wide all;
  struct { uint64_t low, high; } part;
};

wide __ashlti3(wide value, int count) {
  union halves x = {.all = value}, result = {.all = 0};
  if (count >= 64) {
    result.part.high = x.part.low << (count - 64);
  } else if (count) {
    result.part.high = x.part.high << count | x.part.low >> (64 - count);
    result.part.low = x.part.low << count;
  } else {
    return value;
  }
  return result.all;
}

wide __lshrti3(wide value, int count) {
  union halves x = {.all = value}, result = {.all = 0};
  if (count >= 64) {
    result.part.low = x.part.high >> (count - 64);
  } else if (count) {
    result.part.low = x.part.low >> count | x.part.high << (64 - count);
    result.part.high = x.part.high >> count;
  } else {
    return value;
  }
  return result.all;
}

wide __ashrti3(wide value, int count) {
  union halves x = {.all = value}, result;
  uint64_t sign = (uint64_t)((int64_t)x.part.high >> 63);
  if (count >= 64) {
    result.part.low = (uint64_t)((int64_t)x.part.high >> (count - 64));
    result.part.high = sign;
  } else if (count) {
    result.part.low = x.part.low >> count | x.part.high << (64 - count);
    result.part.high = (uint64_t)((int64_t)x.part.high >> count);
  } else {
    return value;
  }
  return result.all;
}

static uwide product(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl, middle = ah * bl + (low >> 32), other = al * bh + (uint32_t)middle;
  union halves result;
  result.part.low = other << 32 | (uint32_t)low;
  result.part.high = ah * bh + (middle >> 32) + (other >> 32);
  return (uwide)result.all;
}

wide __multi3(wide a, wide b) {
  union halves x = {.all = a}, y = {.all = b}, result;
  result.all = (wide)product(x.part.low, y.part.low);
  result.part.high += x.part.low * y.part.high + x.part.high * y.part.low;
  return result.all;
}

static uwide divide(uwide a, uwide b) {
  union halves x = {.all = (wide)a}, y = {.all = (wide)b}, result = {.all = 0};
  if (!y.part.high) {
    if (!x.part.high) return x.part.low / y.part.low;
    if (!(y.part.low >> 32)) {
      // Digits of 32 bits.
      uint64_t divisor = y.part.low;
      result.part.high = x.part.high / divisor;
      uint64_t rest = (x.part.high % divisor) << 32 | x.part.low >> 32;
      uint64_t upper = rest / divisor;
      rest = (rest % divisor) << 32 | (uint32_t)x.part.low;
      result.part.low = upper << 32 | rest / divisor;
      return (uwide)result.all;
    }
  }
  if (a < b) return 0;
  int shift = (x.part.high ? __builtin_clzll(y.part.high ? y.part.high : y.part.low) + (y.part.high ? 0 : 64)
                                 - __builtin_clzll(x.part.high)
                           : 0);
  union halves shifted = {.all = (wide)(b << shift)};
  uwide rest = a, quotient = 0;
  for (;; shift--) {
    quotient <<= 1;
    if (rest >= (uwide)shifted.all) {
      rest -= (uwide)shifted.all;
      quotient |= 1;
    }
    if (!shift) return quotient;
    shifted.all = (wide)((uwide)shifted.all >> 1);
  }
}

uwide __udivti3(uwide a, uwide b) {
  if (!b) __builtin_trap();
  return divide(a, b);
}

wide __divti3(wide a, wide b) {
  if (!b) __builtin_trap();
  uwide quotient = divide(a < 0 ? -(uwide)a : (uwide)a, b < 0 ? -(uwide)b : (uwide)b);
  return (a < 0) == (b < 0) ? (wide)quotient : -(wide)quotient;
}
