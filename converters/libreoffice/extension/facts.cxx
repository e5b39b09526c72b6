#include "facts.hxx"

#include <rtl/string.hxx>

void facts::report(lectern_fact fact, const char* name, const rtl::OUString& value)
{
    fact(name, rtl::OUStringToOString(value, RTL_TEXTENCODING_UTF8).getStr());
}
