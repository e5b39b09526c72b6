//go:build linux

#define _GNU_SOURCE
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "assets.h"
#include "folder.h"

#define ARGUMENTS_MIN 5

static bool read_number(const char *text, unsigned long long *number)
{
	char *end;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return errno == 0 && end != text && *end == '\0';
}

// Returns value, or the hard limit of the resource if that is lower.
static rlim_t cap_at_limit(__rlimit_resource_t resource, rlim_t value)
{
	struct rlimit limit;
	return getrlimit(resource, &limit) == 0 && limit.rlim_max < value ? limit.rlim_max : value;
}

bool config_read(struct config *config, int count, char **arguments)
{
	unsigned long long memory, cpu, spares;
	char profile[PATH_MAX];
	if (count < ARGUMENTS_MIN || !read_number(arguments[2], &memory) || !read_number(arguments[3], &cpu) ||
		!read_number(arguments[4], &spares))
		return false;
	config->program = arguments[0];
	config->folder = arguments[1];
	config->memory = cap_at_limit(RLIMIT_AS, memory);
	config->cpu = cpu;
	config->spares = (int)spares;
	config->readable = (const char *const *)arguments + ARGUMENTS_MIN;
	return path_join(profile, sizeof profile, config->folder, "profile") &&
		path_url(config->profile, sizeof config->profile, profile) &&
		path_join(config->samples, sizeof config->samples, config->folder, "samples");
}

static bool make_file(const char *folder, const struct asset *asset)
{
	char path[PATH_MAX];
	return path_join(path, sizeof path, folder, asset->name) &&
		file_write(path, asset->start, (size_t)(asset->end - asset->start));
}

static bool make_profile(const char *folder)
{
	char profile[PATH_MAX], user[PATH_MAX];
	return path_join(profile, sizeof profile, folder, "profile") && mkdir(profile, 0700) == 0 &&
		path_join(user, sizeof user, profile, "user") && mkdir(user, 0700) == 0 && make_file(user, &asset_settings);
}

bool config_prepare(const struct config *config)
{
	if (!make_profile(config->folder) || mkdir(config->samples, 0700) != 0)
		return false;
	for (const struct asset *sample = asset_samples; sample->name != NULL; sample++)
		if (!make_file(config->samples, sample))
			return false;
	return true;
}
