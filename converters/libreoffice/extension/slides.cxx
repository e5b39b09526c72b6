#include "layout.hxx"

#include <algorithm>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/drawing/XDrawPage.hpp>
#include <com/sun/star/drawing/XDrawPages.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/drawing/XShape.hpp>
#include <com/sun/star/text/XText.hpp>

using namespace css;

namespace
{
// Longer titles are cut, in UTF-16 units.
constexpr sal_Int32 titleMax = 200;

rtl::OUString oneLine(const rtl::OUString& text)
{
    // A line break within a paragraph arrives as a vertical tab.
    rtl::OUString line = text.replace('\n', ' ').replace('\v', ' ').trim();
    return line.copy(0, std::min(titleMax, line.getLength()));
}

// A title as the name of its slide. A name like "Slide 3" is none to the engine, which then
// counts: it gets a space that does not break.
rtl::OUString nameFor(const rtl::OUString& title)
{
    return title.startsWith("Slide ") ? title.replaceAt(5, 1, rtl::OUString(sal_Unicode(0x00A0))) : title;
}

// The text of the slide's title; empty where it has none.
rtl::OUString titleOf(const uno::Reference<drawing::XDrawPage>& slide)
{
    for (sal_Int32 i = 0, n = slide->getCount(); i < n; i++)
    {
        uno::Reference<drawing::XShape> shape(slide->getByIndex(i), uno::UNO_QUERY);
        if (!shape.is() || !shape->getShapeType().startsWith("com.sun.star.presentation.TitleText"))
            continue;
        uno::Reference<beans::XPropertySet> properties(shape, uno::UNO_QUERY_THROW);
        bool empty = false;
        properties->getPropertyValue("IsEmptyPresentationObject") >>= empty;
        uno::Reference<text::XText> text(shape, uno::UNO_QUERY);
        if (!empty && text.is())
            return oneLine(text->getString());
    }
    return rtl::OUString();
}
}

void layout::slides(const uno::Reference<lang::XComponent>& document, lectern_fact fact)
{
    auto slides = uno::Reference<drawing::XDrawPagesSupplier>(document, uno::UNO_QUERY_THROW)->getDrawPages();
    for (sal_Int32 i = 0, n = slides->getCount(); i < n; i++)
    {
        uno::Reference<drawing::XDrawPage> slide(slides->getByIndex(i), uno::UNO_QUERY_THROW);
        rtl::OUString title = titleOf(slide);
        bool visible = true;
        uno::Reference<beans::XPropertySet>(slide, uno::UNO_QUERY_THROW)->getPropertyValue("Visible") >>= visible;
        uno::Reference<container::XNamed> named(slide, uno::UNO_QUERY_THROW);
        if (!visible)
            tell(fact, "hidden-slide", title.isEmpty() ? named->getName() : title);
        else if (!title.isEmpty())
            named->setName(nameFor(title)); // what the outline has for it
    }
}
