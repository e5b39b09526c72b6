// What the file of a presentation has, beside what the engine's model of it tells.
#pragma once

#include <map>

#include <rtl/ustring.hxx>

namespace deck
{
struct Deck
{
    bool acts = false; // whether something on its slides may do something when it is clicked
    // The places of slides, counted from 0, by the number in the names of their parts; empty where they have none.
    std::map<sal_Int32, sal_Int32> places;
};

// Reads that of the file at a URL. One that cannot be looked into may act.
Deck read(const rtl::OUString& url);
}
