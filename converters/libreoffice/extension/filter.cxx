#include "filter.hxx"

#include <cstring>

#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/document/XTypeDetection.hpp>

#include "engine.hxx"

using namespace css;

namespace
{
rtl::OUString valueOf(const uno::Sequence<beans::PropertyValue>& all, const char* name)
{
    rtl::OUString value;
    for (const beans::PropertyValue& one : all)
        if (one.Name.equalsAscii(name))
            one.Value >>= value;
    return value;
}

// Returns a property of a named entry of LibreOffice's configuration, or an empty string.
rtl::OUString configured(const uno::Reference<uno::XInterface>& where, const rtl::OUString& name, const char* property)
{
    uno::Reference<container::XNameAccess> all(where, uno::UNO_QUERY_THROW);
    uno::Sequence<beans::PropertyValue> properties;
    if (all->hasByName(name))
        all->getByName(name) >>= properties;
    return valueOf(properties, property);
}

struct Known
{
    const char *type, *filter;
};

// Templates and slide shows are imported like the documents of their type.
constexpr Known known[] = {
    { "docx", "MS Word 2007 XML" },
    { "dotx", "MS Word 2007 XML" },
    { "pptx", "Impress MS PowerPoint 2007 XML" },
    { "ppsx", "Impress MS PowerPoint 2007 XML" },
    { "potx", "Impress MS PowerPoint 2007 XML" },
    { "xlsx", "Calc MS Excel 2007 XML" },
    { "rtf", "Rich Text Format" },
};

void setFilter(uno::Sequence<beans::PropertyValue>& descriptor, const rtl::OUString& filter)
{
    sal_Int32 count = descriptor.getLength();
    descriptor.realloc(count + 1);
    descriptor.getArray()[count].Name = "FilterName";
    descriptor.getArray()[count].Value <<= filter;
}

void detect(uno::Sequence<beans::PropertyValue>& descriptor, const rtl::OUString& service)
{
    uno::Reference<document::XTypeDetection> detection(engine::create("com.sun.star.document.TypeDetection"), uno::UNO_QUERY_THROW);
    rtl::OUString type = detection->queryTypeByDescriptor(descriptor, true);
    rtl::OUString filter = valueOf(descriptor, "FilterName");
    if (filter.isEmpty())
    {
        filter = configured(detection, type, "PreferredFilter");
        setFilter(descriptor, filter);
    }
    if (configured(engine::create("com.sun.star.document.FilterFactory"), filter, "DocumentService") != service)
        throw uno::RuntimeException(rtl::OUString("no filter imports the document as a document of its family"), nullptr);
}
}

void chooseFilter(uno::Sequence<beans::PropertyValue>& descriptor, const char* type, const rtl::OUString& service)
{
    for (const Known& one : known)
        if (std::strcmp(one.type, type) == 0)
            return setFilter(descriptor, rtl::OUString::createFromAscii(one.filter));
    detect(descriptor, service);
}
