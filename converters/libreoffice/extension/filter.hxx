#pragma once

#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/uno/Sequence.hxx>

// chooseFilter adds to a descriptor the name of the filter that reads the document it leads to.
// That of most types is known. The old binary ones have one for each generation of the programs,
// and an encrypted document, which has no type, may be anything: at those LibreOffice has a look,
// which may find more to add, the decrypted content for one. It throws where no filter
// reads the document as one of a service.
void chooseFilter(css::uno::Sequence<css::beans::PropertyValue>& descriptor, const char* type, const rtl::OUString& service);
