// Facts about a document.
#pragma once

#include <rtl/ustring.hxx>

#include "lectern.h"

namespace facts
{
// Passes a fact about the document to the function fact.
void report(lectern_fact fact, const char* name, const rtl::OUString& value);
}
