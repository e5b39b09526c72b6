//go:build linux

#include "layers.h"

#include <stddef.h>
#include <string.h>

// Limit of the size of a file that a converter writes, in bytes.
#define FILE_LIMIT ((rlim_t)4 << 30)

// Limit of the CPU time of a PDF process, in seconds. The process runs as long as its document is being read, and the
// server enforces deadlines; this limit ends a process whose server is gone.
#define READER_CPU 3600

// A template process serves many requests. Its limit has the same purpose as READER_CPU.
#define TEMPLATE_CPU 3600

// Limit of the CPU time of a process that inspects an Office document, in seconds. Such a process serves one request.
#define PACKAGE_CPU 120

static const char *const nothing[] = {NULL};

// Files that Go's runtime reads at its start: the limits of its stack, and the size of huge pages.
static const char *const go_files[] = {"/proc/self/maps", "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", NULL};

// Environment variables for LibreOffice that backend/convert sets.
static const char *const office_variables[] = {"LD_LIBRARY_PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "LC_ALL",
	"SAL_USE_VCLPLUGIN", "SAL_DISABLE_CUPS", "LOK_HOST_ALLOWLIST", "FONTCONFIG_FILE", "CONFIGURATION_LAYERS", NULL};

// The system's libraries, locales, fonts and time zone, and the folders of Debian's LibreOffice for installations
// without the bundle. None contains personal data.
static const char *const office_paths[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache",
	"/etc/localtime", "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
	"/var/cache/fontconfig", "/usr/share/libreoffice", "/etc/libreoffice", "/var/lib/libreoffice",
	"/usr/share/libnumbertext", "/usr/share/hunspell", "/usr/share/hyphen", "/usr/share/mythes", "/dev/urandom",
	"/dev/random", "/proc/sys/crypto/fips_enabled", NULL};

static const struct sandbox_kind kinds[] = {
	{"office", ALLOW_FILES | ALLOW_LOADING, false, office_variables, office_paths, 0, FILE_LIMIT, 512},
	{"pdf", ALLOW_MESSAGES, true, nothing, go_files, READER_CPU, FILE_LIMIT, 64},
	{"ooxml", 0, true, nothing, go_files, PACKAGE_CPU, FILE_LIMIT, 64},
	{"template", 0, true, nothing, go_files, TEMPLATE_CPU, FILE_LIMIT, 64},
};

const struct sandbox_kind *sandbox_kind_named(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}
