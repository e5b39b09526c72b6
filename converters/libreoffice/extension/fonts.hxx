// The fonts of what is laid out.
#pragma once

#include <map>
#include <set>

#include <rtl/ustring.hxx>

#include "lectern.h"

namespace fonts
{
struct Use
{
    std::map<rtl::OUString, rtl::OUString> taken; // instead of the family that was asked for, or it itself
    std::set<rtl::OUString> fallback;             // families that letters are taken from which the one at hand has not
    std::set<rtl::OUString> own;                  // families that nobody has asked for but ourselves
};

// A document may name several families for one purpose; the first is the one it wants.
rtl::OUString wanted(const rtl::OUString& face);

// Which are asked for, and which are used, by the text that is laid out between two calls.
void begin();
void collect(Use& use);
void tell(const Use& use, lectern_fact fact);

// The families that have a character.
std::set<rtl::OUString> having(char32_t character);
}
