//go:build linux

#include "assets.h"

#include <stddef.h>

// The bytes themselves are in assets_data.S.
#define BYTES(symbol) extern const unsigned char symbol##_start[], symbol##_end[]

BYTES(lectern_settings);
BYTES(lectern_sample_docx);
BYTES(lectern_sample_xlsx);
BYTES(lectern_sample_pptx);

const struct asset asset_settings = {
	"registrymodifications.xcu", NULL, NULL, lectern_settings_start, lectern_settings_end};

const struct asset asset_samples[] = {
	{"sample.docx", "docx", "text", lectern_sample_docx_start, lectern_sample_docx_end},
	{"sample.xlsx", "xlsx", "sheet", lectern_sample_xlsx_start, lectern_sample_xlsx_end},
	{"sample.pptx", "pptx", "slides", lectern_sample_pptx_start, lectern_sample_pptx_end},
	{NULL, NULL, NULL, NULL, NULL},
};
