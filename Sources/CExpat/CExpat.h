// The reader of XML in packages, https://libexpat.github.io/doc/api/latest/
#include <expat.h>
