#include "layout.hxx"

#include <com/sun/star/sheet/XHeaderFooterContent.hpp>

using namespace css;

namespace
{
void changeMargin(const uno::Reference<beans::XPropertySet>& style, const rtl::OUString& margin, const layout::Change& change)
{
    uno::Reference<sheet::XHeaderFooterContent> content;
    if (!(style->getPropertyValue(margin) >>= content))
        return;
    const bool left = change(content->getLeftText()), center = change(content->getCenterText());
    if (change(content->getRightText()) || left || center)
        style->setPropertyValue(margin, uno::Any(content));
}
}

void layout::changeHeadersFooters(const uno::Reference<beans::XPropertySet>& style, const Change& change)
{
    // The properties of headers and footers: the content, whether it is shown, and whether the content of other pages
    // is used instead.
    static constexpr struct
    {
        const char *content, *shown, *others;
    } margins[] = {
        { "RightPageHeaderContent", "HeaderIsOn", nullptr },
        { "LeftPageHeaderContent", "HeaderIsOn", "HeaderIsShared" },
        { "FirstPageHeaderContent", "HeaderIsOn", "FirstPageHeaderIsShared" },
        { "RightPageFooterContent", "FooterIsOn", nullptr },
        { "LeftPageFooterContent", "FooterIsOn", "FooterIsShared" },
        { "FirstPageFooterContent", "FooterIsOn", "FirstPageFooterIsShared" },
    };
    auto is = [&](const char* name) { return style->getPropertyValue(rtl::OUString::createFromAscii(name)).get<bool>(); };
    for (const auto& margin : margins)
        if (is(margin.shown) && (margin.others == nullptr || !is(margin.others)))
            changeMargin(style, rtl::OUString::createFromAscii(margin.content), change);
}
