// Warms LibreOffice by converting samples, so that the code for each family of documents is loaded before the first
// document.
#ifndef LECTERN_OFFICE_WARM_H
#define LECTERN_OFFICE_WARM_H

#include <stdbool.h>

#include "config.h"

// Converts the samples of config. work is a folder for the results. It returns false if that fails.
bool warm_up(const struct config *config, const char *work);

#endif
