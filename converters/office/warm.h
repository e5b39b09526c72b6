// Warming the engine: converting samples, so that what it loads for each family of
// documents is there when one comes.
#ifndef LECTERN_OFFICE_WARM_H
#define LECTERN_OFFICE_WARM_H

#include <stdbool.h>

#include "config.h"

// warm_up converts the samples of config; work is a folder for what comes of it. It
// returns false when that fails.
bool warm_up(const struct config *config, const char *work);

#endif
