#pragma once

#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/uno/Sequence.hxx>

// Adds the name of the import filter for a document to its descriptor. Most types have one filter. For the old binary
// formats, which have several filters, and for encrypted documents, whose type is unknown, LibreOffice detects the
// filter. The detection may add further values, such as the decrypted content. chooseFilter throws an exception if no
// filter imports the document as a document of the service.
void chooseFilter(css::uno::Sequence<css::beans::PropertyValue>& descriptor, const char* type, const rtl::OUString& service);
