#include "sheet/content.hxx"
#include "facts.hxx"
#include "layout.hxx"

#include <algorithm>
#include <cmath>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSheetCellCursor.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/sheet/XUsedAreaCursor.hpp>
#include <com/sun/star/style/XStyleFamiliesSupplier.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>

using namespace css;

namespace
{
// A sheet that is slightly wider than its page is scaled down, but to no smaller scale than this.
constexpr double shrinkMin = 0.75;
// A sheet that would need a smaller scale than shrinkMin is printed in landscape format, at no smaller scale than this.
// If that is not enough, the page is enlarged, because a reader on a screen is not limited to a paper size.
constexpr double turnMin = 0.6;
// Sheets that would need a smaller scale than this even on the widest page are not fitted: they continue on pages side
// by side.
constexpr double fitMin = 0.2;
// The used area of a sheet ends with its last format or comment. A format or comment that is more than this number of
// columns after the content is not meant to be printed.
constexpr sal_Int32 besideMax = 100;
// The maximum width of a page, in 1/100 mm. PDF readers and printer drivers support 200 inches.
constexpr sal_Int32 widthMax = 500000;

// Lengths are in 1/100 mm.
struct Page
{
    sal_Int32 width, height; // in its orientation
    sal_Int32 marginsX, marginsY;
};

template <class T> T get(const uno::Reference<beans::XPropertySet>& from, const char* name)
{
    T value{};
    from->getPropertyValue(rtl::OUString::createFromAscii(name)) >>= value;
    return value;
}

template <class T> void set(const uno::Reference<beans::XPropertySet>& in, const char* name, T value)
{
    in->setPropertyValue(rtl::OUString::createFromAscii(name), uno::Any(value));
}

// The result of fitting a sheet to the page.
enum class Fit
{
    AsItWas,
    Fitted,
    TooWide
};

// Reports whether the author has set a scale for the sheet's pages.
bool isScaled(const uno::Reference<beans::XPropertySet>& style)
{
    return get<sal_Int16>(style, "PageScale") != 100 || get<sal_Int16>(style, "ScaleToPages") > 0
        || get<sal_Int16>(style, "ScaleToPagesX") > 0 || get<sal_Int16>(style, "ScaleToPagesY") > 0;
}

// Reports whether the author has set print areas, including a whole sheet.
bool isAreaSet(const uno::Reference<sheet::XSpreadsheet>& table)
{
    return uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas().hasElements();
}

// Reports whether the author has inserted page breaks between the columns. The columns are examined one by one, because
// the list of all breaks would make LibreOffice lay out the sheet now and after each change of its page.
bool hasColumnBreaks(const uno::Reference<sheet::XSpreadsheet>& table, layout::Span columns)
{
    auto cells = table->getCellRangeByPosition(columns.first, 0, columns.last, 0);
    const auto all = uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getColumns();
    for (sal_Int32 i = 0, n = all->getCount(); i < n; i++)
        if (get<bool>(uno::Reference<beans::XPropertySet>(all->getByIndex(i), uno::UNO_QUERY_THROW), "IsManualPageBreak"))
            return true;
    return false;
}

// Returns the columns with content, and neighbouring columns with a border or a color.
layout::Span columnsOf(const uno::Reference<sheet::XSpreadsheet>& table)
{
    layout::Span columns = layout::cellsOf(table).columns.all();
    auto cursor = table->createCursor();
    uno::Reference<sheet::XUsedAreaCursor> used(cursor, uno::UNO_QUERY_THROW);
    used->gotoStartOfUsedArea(false);
    used->gotoEndOfUsedArea(true);
    const auto area = uno::Reference<sheet::XCellRangeAddressable>(cursor, uno::UNO_QUERY_THROW)->getRangeAddress();
    columns.first = std::min(columns.first, area.StartColumn);
    if (area.EndColumn - columns.last <= besideMax)
        columns.last = std::max(columns.last, area.EndColumn);
    return columns;
}

// Returns the printed width of a sheet: that of its columns and drawings.
sal_Int32 contentWidth(const uno::Reference<sheet::XSpreadsheet>& table, layout::Span columns)
{
    sal_Int32 left = layout::cornerOf(table, columns.first, 0).X;
    sal_Int32 right = layout::farCornerOf(table, columns.last, 0).X;
    layout::eachDrawing(table, [&](awt::Point at, awt::Size size) {
        left = std::min(left, at.X);
        right = std::max(right, at.X + size.Width);
    });
    return right - left;
}

Page pageOf(const uno::Reference<beans::XPropertySet>& style)
{
    return { get<sal_Int32>(style, "Width"), get<sal_Int32>(style, "Height"),
             get<sal_Int32>(style, "LeftMargin") + get<sal_Int32>(style, "RightMargin"),
             get<sal_Int32>(style, "TopMargin") + get<sal_Int32>(style, "BottomMargin") };
}

// Fits a sheet to the width of one page, unless it fits already or its author has inserted page breaks. The sheet is
// assumed to extend at least to the given last column.
Fit fit(const uno::Reference<sheet::XSpreadsheet>& table, const uno::Reference<beans::XPropertySet>& style, sal_Int32 last)
{
    layout::Span columns = columnsOf(table);
    columns.last = std::max(columns.last, last);
    const sal_Int32 content = contentWidth(table, columns);
    Page page = pageOf(style);
    double scale = double(page.width - page.marginsX) / content;
    if (scale >= 1 || page.width <= page.marginsX || hasColumnBreaks(table, columns))
        return Fit::AsItWas;
    if (scale < shrinkMin && page.width < page.height)
    {
        std::swap(page.width, page.height);
        scale = double(page.width - page.marginsX) / content;
    }
    if (scale < turnMin)
    {
        if (widthMax < content * fitMin)
            return Fit::TooWide;
        double grown = std::min<double>(widthMax, content * turnMin + page.marginsX);
        page.height = std::lround(page.height * grown / page.width);
        page.width = std::lround(grown);
    }
    set<bool>(style, "IsLandscape", page.width > page.height);
    set<sal_Int32>(style, "Width", page.width);
    set<sal_Int32>(style, "Height", page.height);
    set<sal_Int16>(style, "ScaleToPagesX", 1);
    set<sal_Int16>(style, "ScaleToPagesY", 0);
    return Fit::Fitted;
}

void reportLeftOut(const uno::Reference<sheet::XSpreadsheet>& table, const rtl::OUString& name, lectern_fact fact)
{
    if (layout::hasHiddenContent(table))
        facts::report(fact, "hidden-cells", name);
    if (layout::hasUnprintedContent(table))
        facts::report(fact, "print-area", name);
}

// Arranges a sheet, and returns the index of the next one.
sal_Int32 arrange(const uno::Reference<sheet::XSpreadsheets>& tables, sal_Int32 index,
                  const uno::Reference<container::XNameAccess>& styles, lectern_fact fact)
{
    uno::Reference<sheet::XSpreadsheet> table(uno::Reference<container::XIndexAccess>(tables, uno::UNO_QUERY_THROW)->getByIndex(index),
                                              uno::UNO_QUERY_THROW);
    uno::Reference<beans::XPropertySet> properties(table, uno::UNO_QUERY_THROW);
    const rtl::OUString name = uno::Reference<container::XNamed>(table, uno::UNO_QUERY_THROW)->getName();
    if (!get<bool>(properties, "IsVisible"))
    {
        facts::report(fact, "hidden-sheet", name);
        return index + 1;
    }
    const bool left = layout::replaceEmptyPrintAreas(table);
    if (left)
        facts::report(fact, "empty-area", name);
    reportLeftOut(table, name, fact);
    bool cut = layout::shortenMerges(table);
    cut = layout::hideTrailingBlanks(table) || cut;
    cut = layout::hideEmptyRanges(table) || cut;
    uno::Reference<beans::XPropertySet> style(styles->getByName(get<rtl::OUString>(properties, "PageStyle")),
                                              uno::UNO_QUERY_THROW);
    layout::dropFileNames(style);
    const bool arranged = isScaled(style) || (isAreaSet(table) && !left);
    const Page page = pageOf(style);
    const layout::Wrapped wrapped = arranged ? layout::Wrapped() : layout::wrapLongTexts(table, { page.width - page.marginsX, page.height - page.marginsY });
    const Fit fitted = arranged ? Fit::AsItWas : fit(table, style, wrapped.last);
    if (wrapped.cut)
        facts::report(fact, "cut-text", name);
    sal_Int32 made = 0;
    if (fitted == Fit::Fitted || wrapped.last >= 0)
        facts::report(fact, "fitted-sheet", name);
    if (fitted != Fit::Fitted)
        made = layout::limitPrintAreas(tables, index, get<bool>(style, "PrintDownFirst"));
    if (fitted == Fit::TooWide)
        facts::report(fact, "wide-sheet", name);
    if (cut || made > 0)
        facts::report(fact, "gathered-sheet", name);
    return index + std::max<sal_Int32>(made, 1);
}
}

namespace
{
void keepStored(const lectern_document& document)
{
    try
    {
        layout::showStoredValues(document);
    }
    catch (const uno::Exception&)
    {
        // This exception is ignored: a part of the file is damaged in a way that LibreOffice tolerates.
    }
}
}

void layout::sheets(const lectern_document& document, lectern_fact fact)
{
    uno::Reference<sheet::XSpreadsheetDocument> workbook(document.model, uno::UNO_QUERY_THROW);
    // Undo is disabled, because changes are never undone and recording them is expensive.
    set<bool>(uno::Reference<beans::XPropertySet>(document.model, uno::UNO_QUERY_THROW), "IsUndoEnabled", false);
    keepStored(document);
    uno::Reference<style::XStyleFamiliesSupplier> families(document.model, uno::UNO_QUERY_THROW);
    uno::Reference<container::XNameAccess> styles(families->getStyleFamilies()->getByName("PageStyles"), uno::UNO_QUERY_THROW);
    const auto tables = workbook->getSheets();
    for (sal_Int32 i = 0; i < uno::Reference<container::XIndexAccess>(tables, uno::UNO_QUERY_THROW)->getCount();)
        i = arrange(tables, i, styles, fact);
}
