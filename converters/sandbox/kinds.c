//go:build linux

#include "layers.h"

#include <stddef.h>
#include <string.h>

// The largest file that a converter may write, in bytes.
#define FILE_LIMIT ((rlim_t)4 << 30)

// A process that shows a PDF lives as long as it is being read. What it does is
// bounded by deadlines from outside; this ends one that nobody looks after.
#define READER_CPU 3600

// So does one that fills templates: it serves many, and is replaced from outside.
#define TEMPLATE_CPU 3600

// A process that looks into a package does so once.
#define PACKAGE_CPU 120

static const char *const nothing[] = {NULL};

// What Go's runtime looks at when it starts: the bounds of its own stack, and the
// size of a large page.
static const char *const go_reads[] = {"/proc/self/maps", "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", NULL};

// What LibreOffice is told by its environment, as backend/convert sets it.
static const char *const office_keeps[] = {"LD_LIBRARY_PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LC_ALL",
	"SAL_USE_VCLPLUGIN", "SAL_DISABLE_CUPS", "LOK_HOST_ALLOWLIST", "FONTCONFIG_FILE", "CONFIGURATION_LAYERS", NULL};

// The system's own libraries, locales, fonts, and time zone, and where Debian
// keeps the parts of a LibreOffice that is not the bundled one. Nothing of a
// person's is in any of them.
static const char *const office_reads[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache",
	"/etc/localtime", "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
	"/var/cache/fontconfig", "/usr/share/libreoffice", "/etc/libreoffice", "/var/lib/libreoffice",
	"/usr/share/libnumbertext", "/usr/share/hunspell", "/usr/share/hyphen", "/usr/share/mythes", "/dev/urandom",
	"/dev/random", "/proc/sys/crypto/fips_enabled", NULL};

static const struct sandbox_kind kinds[] = {
	{"office", DOES_FILES | DOES_LOAD, false, office_keeps, office_reads, 0, FILE_LIMIT, 512},
	{"pdf", DOES_MESSAGES, true, nothing, go_reads, READER_CPU, FILE_LIMIT, 64},
	{"ooxml", 0, true, nothing, go_reads, PACKAGE_CPU, FILE_LIMIT, 64},
	{"template", 0, true, nothing, go_reads, TEMPLATE_CPU, FILE_LIMIT, 64},
};

const struct sandbox_kind *sandbox_kind_named(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}
