// Reads XML parts of a package directly, without LibreOffice's model.
#pragma once

#include <map>

#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/xml/sax/XDocumentHandler.hpp>
#include <cppuhelper/implbase1.hxx>

namespace part
{
using Attributes = css::uno::Reference<css::xml::sax::XAttributeList>;

// A handler of the elements and the text of a part. Derived classes override what they need.
class Reader : public cppu::WeakImplHelper1<css::xml::sax::XDocumentHandler>
{
public:
    void SAL_CALL endElement(const rtl::OUString&) override {}
    void SAL_CALL characters(const rtl::OUString&) override {}

private:
    void SAL_CALL startDocument() override {}
    void SAL_CALL endDocument() override {}
    void SAL_CALL ignorableWhitespace(const rtl::OUString&) override {}
    void SAL_CALL processingInstruction(const rtl::OUString&, const rtl::OUString&) override {}
    void SAL_CALL setDocumentLocator(const css::uno::Reference<css::xml::sax::XLocator>&) override {}
};

// Parses a part with a reader. It throws an exception if the part is missing or damaged.
void read(const css::uno::Reference<css::io::XInputStream>& stream, const css::uno::Reference<css::xml::sax::XDocumentHandler>& reader);

// Reports whether an element has a name, with any prefix.
bool is(const rtl::OUString& element, const char* name);

// Returns the value of an attribute with any prefix.
rtl::OUString prefixed(const Attributes& attributes, const char* name);

// Returns the targets of a part's relationships by their ids (ECMA-376 part 2, 9.3).
std::map<rtl::OUString, rtl::OUString> targets(const css::uno::Reference<css::io::XInputStream>& stream);
}
