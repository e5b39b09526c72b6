#include "text/fields.hxx"
#include "layout.hxx"

#include <com/sun/star/style/NumberingType.hpp>
#include <com/sun/star/text/XTextField.hpp>
#include <com/sun/star/view/XRenderable.hpp>

using namespace css;

namespace
{
bool isPageTotal(const fields::Field& field)
{
    sal_Int16 numbering = 0;
    return fields::supportsService(field, "com.sun.star.text.TextField.PageCount")
           && (field->getPropertyValue("NumberingType") >>= numbering)
           && (numbering == style::NumberingType::ARABIC || numbering == style::NumberingType::PAGE_DESCRIPTOR);
}
}

void layout::correctPageTotals(const uno::Reference<lang::XComponent>& document)
{
    const auto totals = fields::find(uno::Reference<text::XTextFieldsSupplier>(document, uno::UNO_QUERY_THROW), isPageTotal);
    if (totals.empty())
        return;
    const sal_Int32 pages = uno::Reference<view::XRenderable>(document, uno::UNO_QUERY_THROW)->getRendererCount(uno::Any(document), {});
    for (const fields::Field& total : totals)
    {
        uno::Reference<text::XTextField> field(total, uno::UNO_QUERY_THROW);
        if (field->getPresentation(false).toInt32() <= pages)
            continue;
        // A field that was part of replaced text has no position.
        auto place = field->getAnchor();
        if (place.is() && place->getText().is())
            place->getText()->insertString(place, rtl::OUString::number(pages), true);
    }
}
