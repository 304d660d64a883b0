#ifndef CACHELAB_CZLIB_SHIM_H
#define CACHELAB_CZLIB_SHIM_H

#include <zlib.h>

#endif
