#include "layout.hxx"

#include <com/sun/star/container/XEnumeration.hpp>
#include <com/sun/star/frame/XDesktop2.hpp>
#include <com/sun/star/lang/XMultiComponentFactory.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>

namespace comphelper
{
// From LibreOffice's own library; its header is not part of the SDK.
const css::uno::Reference<css::uno::XComponentContext>& getProcessComponentContext();
}

using namespace css;

namespace
{
// The one document that this process has open.
uno::Reference<lang::XComponent> openDocument()
{
    const auto& context = layout::context();
    uno::Reference<frame::XDesktop2> desktop(
        context->getServiceManager()->createInstanceWithContext("com.sun.star.frame.Desktop", context), uno::UNO_QUERY_THROW);
    auto all = desktop->getComponents()->createEnumeration();
    return uno::Reference<lang::XComponent>(all->nextElement(), uno::UNO_QUERY_THROW);
}

template <class Work> int guarded(lectern_fact fact, Work work)
{
    try
    {
        work();
        return 1;
    }
    catch (const uno::Exception& e)
    {
        layout::tell(fact, "layout-failed", e.Message);
        return 0;
    }
}
}

extern "C" SAL_DLLPUBLIC_EXPORT int lectern_layout(lectern_fact fact)
{
    return guarded(fact, [fact] {
        auto document = openDocument();
        layout::sheets(document, fact);
        layout::slides(document, fact);
        layout::families(document);
        layout::beginFonts();
    });
}

extern "C" SAL_DLLPUBLIC_EXPORT int lectern_layout_end(lectern_fact fact)
{
    return guarded(fact, [fact] { layout::endFonts(fact); });
}

const uno::Reference<uno::XComponentContext>& layout::context() { return comphelper::getProcessComponentContext(); }

void layout::tell(lectern_fact fact, const char* name, const rtl::OUString& value)
{
    fact(name, rtl::OUStringToOString(value, RTL_TEXTENCODING_UTF8).getStr());
}
