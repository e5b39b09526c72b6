// Properties of a presentation's file that LibreOffice's model does not contain.
#pragma once

#include <map>

#include <rtl/ustring.hxx>

namespace deck
{
struct Deck
{
    bool hasActions = false; // objects on the slides may have click actions
    // The positions of the slides, counted from 0, by the numbers in the names of their parts. Empty if they are unknown.
    std::map<sal_Int32, sal_Int32> places;
};

// Reads the file at a URL. A file that cannot be read is assumed to have click actions.
Deck read(const rtl::OUString& url);
}
