#ifndef CACHELAB_CTURBOJPEG_SHIM_H
#define CACHELAB_CTURBOJPEG_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <turbojpeg.h>

#if defined(__has_include)
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif
#endif

#define CACHELAB_TEXT_OF(name) #name
#define CACHELAB_TEXT(name) CACHELAB_TEXT_OF(name)

/* The version in the headers; TurboJPEG 2 has no call that asks the library itself. */
static inline const char *cachelab_turbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return CACHELAB_TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "unknown";
#endif
}

/* The file that the library was loaded from; null when it cannot be found. */
static inline const char *cachelab_turbojpeg_path(void) {
#ifdef RTLD_DEFAULT
  Dl_info info;
  if (dladdr((const void *)&tjInitDecompress, &info) != 0) return info.dli_fname;
#endif
  return NULL;
}

#endif
