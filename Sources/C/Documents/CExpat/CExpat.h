// The XML parser for package parts: https://libexpat.github.io/doc/api/latest/
#include <expat.h>
