#include "facts.hxx"
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
// The maximum length of a title, in UTF-16 units. Longer titles are truncated.
constexpr sal_Int32 titleMax = 200;

rtl::OUString oneLine(const rtl::OUString& text)
{
    // A line break within a paragraph arrives as a vertical tab.
    rtl::OUString line = text.replace('\n', ' ').replace('\v', ' ').trim();
    return line.copy(0, std::min(titleMax, line.getLength()));
}

// Returns the name for a slide with the given title. LibreOffice would treat a name such as "Slide 3" as missing and
// replace it by the number of the slide. The space in such a name is therefore replaced by a non-breaking space.
rtl::OUString nameFor(const rtl::OUString& title)
{
    return title.startsWith("Slide ") ? title.replaceAt(5, 1, rtl::OUString(sal_Unicode(0x00A0))) : title;
}

// The maximum number of slides with the same title that get different names.
constexpr sal_Int32 alikeMax = 100;

// Returns a unique name, because links refer to slides by name. It appends spaces, which are not visible.
rtl::OUString uniqueName(const rtl::OUString& name, std::map<rtl::OUString, sal_Int32>& taken)
{
    const sal_Int32 before = std::min(taken[name]++, alikeMax);
    rtl::OUStringBuffer unique(name);
    for (sal_Int32 i = 0; i < before; i++)
        unique.append(' ');
    return unique.makeStringAndClear();
}

// Returns the text of the slide's title, or an empty string if it has none.
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
            facts::report(fact, "hidden-slide", title.isEmpty() ? named->getName() : title);
        if (!title.isEmpty())
            named->setName(uniqueName(nameFor(title), taken)); // the outline shows this name
    }
    correctLinks(document, all);
}
