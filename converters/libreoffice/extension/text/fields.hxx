// Fields in texts.
#pragma once

#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/text/XTextFieldsSupplier.hpp>

namespace fields
{
using Field = css::uno::Reference<css::beans::XPropertySet>;

// Returns the fields of a text for which isWanted returns true.
std::vector<Field> find(const css::uno::Reference<css::text::XTextFieldsSupplier>& text, bool (*isWanted)(const Field&));

// Reports whether a field supports a service.
bool supportsService(const Field& field, const char* service);
}
