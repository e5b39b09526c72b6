// The fonts that LibreOffice uses for the layout of a document.
#pragma once

#include <map>
#include <set>

#include <rtl/ustring.hxx>

#include "lectern.h"

namespace fonts
{
struct Use
{
    std::map<rtl::OUString, rtl::OUString> taken; // the family that is used, by the requested family
    std::set<rtl::OUString> fallback;             // families that supply characters missing from the used family
    std::set<rtl::OUString> own;                  // families that this extension has set, not the document
};

// Returns the first family of a list that a document requests, such as "Arial;Helvetica".
rtl::OUString wanted(const rtl::OUString& face);

// Starts recording the requested and the used fonts.
void begin();

// Adds the fonts that were recorded since the last call of begin or collect, and continues recording.
void collect(Use& use);

// Reports the requested and the missing fonts.
void report(const Use& use, lectern_fact fact);

// Returns the families that contain a character.
std::set<rtl::OUString> familiesWith(char32_t character);
}
