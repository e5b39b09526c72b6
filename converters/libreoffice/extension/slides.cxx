#include "layout.hxx"

#include <algorithm>
#include <map>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/drawing/XDrawPage.hpp>
#include <com/sun/star/drawing/XDrawPages.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/drawing/XShape.hpp>
#include <com/sun/star/text/XText.hpp>
#include <rtl/ustrbuf.hxx>

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

// Slides that have one title are told apart up to so many.
constexpr sal_Int32 alikeMax = 100;

// A name that no slide has yet: links find a slide by it. Spaces at its end are not seen.
rtl::OUString alone(const rtl::OUString& name, std::map<rtl::OUString, sal_Int32>& taken)
{
    const sal_Int32 before = std::min(taken[name]++, alikeMax);
    rtl::OUStringBuffer alone(name);
    for (sal_Int32 i = 0; i < before; i++)
        alone.append(' ');
    return alone.makeStringAndClear();
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

void layout::slides(const lectern_document& document, lectern_fact fact)
{
    auto slides = uno::Reference<drawing::XDrawPagesSupplier>(document.model, uno::UNO_QUERY_THROW)->getDrawPages();
    std::vector<Slide> all;
    std::map<rtl::OUString, sal_Int32> taken;
    for (sal_Int32 i = 0, n = slides->getCount(); i < n; i++)
    {
        uno::Reference<drawing::XDrawPage> slide(slides->getByIndex(i), uno::UNO_QUERY_THROW);
        rtl::OUString title = titleOf(slide);
        bool visible = true;
        uno::Reference<beans::XPropertySet>(slide, uno::UNO_QUERY_THROW)->getPropertyValue("Visible") >>= visible;
        uno::Reference<container::XNamed> named(slide, uno::UNO_QUERY_THROW);
        all.push_back({ named, visible });
        if (!visible)
            tell(fact, "hidden-slide", title.isEmpty() ? named->getName() : title);
        if (!title.isEmpty())
            named->setName(alone(nameFor(title), taken)); // what the outline has for it
    }
    leadJumps(document, all);
}
