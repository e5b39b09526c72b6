// Fields in texts.
#pragma once

#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/text/XTextFieldsSupplier.hpp>

namespace fields
{
using Field = css::uno::Reference<css::beans::XPropertySet>;

// Those of a text that are wanted.
std::vector<Field> in(const css::uno::Reference<css::text::XTextFieldsSupplier>& text, bool (*isWanted)(const Field&));

// Whether a field is of a service.
bool isOf(const Field& field, const char* service);
}
