// Parts of a package that are XML, read without the engine's model of them.
#pragma once

#include <map>

#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/xml/sax/XDocumentHandler.hpp>
#include <cppuhelper/implbase1.hxx>

namespace part
{
using Attributes = css::uno::Reference<css::xml::sax::XAttributeList>;

// Hears what a part holds: of elements and text what it overrides, and of the rest nothing.
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

// Has a reader hear a part. It throws where there is none, or where it is broken.
void read(const css::uno::Reference<css::io::XInputStream>& stream, const css::uno::Reference<css::xml::sax::XDocumentHandler>& reader);

// Whether an element is of a name, whatever its prefix.
bool is(const rtl::OUString& element, const char* name);

// The value of an attribute that has a prefix, whichever.
rtl::OUString prefixed(const Attributes& attributes, const char* name);

// The targets of a part's relationships, by their ids (ECMA-376 part 2, 9.3).
std::map<rtl::OUString, rtl::OUString> targets(const css::uno::Reference<css::io::XInputStream>& stream);
}
