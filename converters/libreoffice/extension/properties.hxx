// Named values for UNO methods.
#pragma once

#include <initializer_list>

#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/uno/Sequence.hxx>

struct Property
{
    const char* name;
    css::uno::Any value;
};

inline css::uno::Sequence<css::beans::PropertyValue> properties(std::initializer_list<Property> all)
{
    css::uno::Sequence<css::beans::PropertyValue> values(static_cast<sal_Int32>(all.size()));
    auto to = values.getArray();
    for (const Property& one : all)
    {
        to->Name = rtl::OUString::createFromAscii(one.name);
        to++->Value = one.value;
    }
    return values;
}
