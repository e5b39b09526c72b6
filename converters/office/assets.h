// The files of assets/, linked into the program.
#ifndef LECTERN_OFFICE_ASSETS_H
#define LECTERN_OFFICE_ASSETS_H

struct asset {
	const char *name;   // of the file to create
	const char *type;   // of a document: its extension
	const char *family; // of a document, see enum family
	const unsigned char *start;
	const unsigned char *end;
};

// LibreOffice's configuration, registrymodifications.xcu.
extern const struct asset asset_settings;

// The documents that a spare child process converts to warm up. The last element has no name.
extern const struct asset asset_samples[];

#endif
