#include "content.hxx"
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
// A sheet that is a little wider than its page is shrunk to it, down to this scale.
constexpr double shrinkMin = 0.75;
// Turned sideways it is shrunk down to this one. What needs less gets a larger page
// at this scale: a reader has a screen, and no paper to keep to.
constexpr double turnMin = 0.6;
// What would need less than this on the widest page is left to fill pages side by side.
constexpr double fitMin = 0.2;
// What is used of a sheet ends with its last format or comment. Farther out than so many
// columns from the content it is a trace that nobody means to be printed.
constexpr sal_Int32 besideMax = 100;
// The widest page, in 1/100 mm: PDF readers and printers' drivers know 200 inches.
constexpr sal_Int32 widthMax = 500000;

// Lengths are in 1/100 mm.
struct Page
{
    sal_Int32 width, height; // as it lies
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

// What became of a sheet that its author has not arranged.
enum class Fit
{
    AsItWas,
    Fitted,
    TooWide
};

// Whether the author has said how wide the sheet's pages are to be.
bool isScaled(const uno::Reference<beans::XPropertySet>& style)
{
    return get<sal_Int16>(style, "PageScale") != 100 || get<sal_Int16>(style, "ScaleToPages") > 0
        || get<sal_Int16>(style, "ScaleToPagesX") > 0 || get<sal_Int16>(style, "ScaleToPagesY") > 0;
}

// Whether the author has named what is to be printed, be it a whole sheet.
bool isAreaSet(const uno::Reference<sheet::XSpreadsheet>& table)
{
    return uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas().hasElements();
}

// Whether the author has parted columns into pages. The columns are asked one by one: the list of
// all breaks would have the engine lay out the sheet, and again with each change of its page.
bool isParted(const uno::Reference<sheet::XSpreadsheet>& table, layout::Span columns)
{
    auto cells = table->getCellRangeByPosition(columns.first, 0, columns.last, 0);
    const auto all = uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getColumns();
    for (sal_Int32 i = 0, n = all->getCount(); i < n; i++)
        if (get<bool>(uno::Reference<beans::XPropertySet>(all->getByIndex(i), uno::UNO_QUERY_THROW), "IsManualPageBreak"))
            return true;
    return false;
}

// The columns with content, and those beside them that have a frame or a colour.
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

// How wide what is printed of a sheet is: the cells of its columns and its drawings.
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

// Fits a sheet to one page across, unless it fits already or is to be left as its author has it. Its columns are
// those up to a last one, too.
Fit fit(const uno::Reference<sheet::XSpreadsheet>& table, const uno::Reference<beans::XPropertySet>& style, sal_Int32 last)
{
    layout::Span columns = columnsOf(table);
    columns.last = std::max(columns.last, last);
    const sal_Int32 content = contentWidth(table, columns);
    Page page = pageOf(style);
    double scale = double(page.width - page.marginsX) / content;
    if (scale >= 1 || page.width <= page.marginsX || isParted(table, columns))
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

void tellOfLeftOut(const uno::Reference<sheet::XSpreadsheet>& table, const rtl::OUString& name, lectern_fact fact)
{
    if (layout::hidesContent(table))
        layout::tell(fact, "hidden-cells", name);
    if (layout::printsPart(table))
        layout::tell(fact, "print-area", name);
}

// Arranges a sheet, and gives the index of the one behind it.
sal_Int32 arrange(const uno::Reference<sheet::XSpreadsheets>& tables, sal_Int32 index,
                  const uno::Reference<container::XNameAccess>& styles, lectern_fact fact)
{
    uno::Reference<sheet::XSpreadsheet> table(uno::Reference<container::XIndexAccess>(tables, uno::UNO_QUERY_THROW)->getByIndex(index),
                                              uno::UNO_QUERY_THROW);
    uno::Reference<beans::XPropertySet> properties(table, uno::UNO_QUERY_THROW);
    const rtl::OUString name = uno::Reference<container::XNamed>(table, uno::UNO_QUERY_THROW)->getName();
    if (!get<bool>(properties, "IsVisible"))
    {
        layout::tell(fact, "hidden-sheet", name);
        return index + 1;
    }
    const bool left = layout::leaveEmptyAreas(table);
    if (left)
        layout::tell(fact, "empty-area", name);
    tellOfLeftOut(table, name, fact);
    bool cut = layout::shortenMerges(table);
    cut = layout::leaveBlankEnd(table) || cut;
    cut = layout::gather(table) || cut;
    uno::Reference<beans::XPropertySet> style(styles->getByName(get<rtl::OUString>(properties, "PageStyle")),
                                              uno::UNO_QUERY_THROW);
    layout::dropFileNames(style);
    const bool arranged = isScaled(style) || (isAreaSet(table) && !left);
    const Page page = pageOf(style);
    const layout::Folded folded = arranged ? layout::Folded() : layout::foldLongTexts(table, { page.width - page.marginsX, page.height - page.marginsY });
    const Fit fitted = arranged ? Fit::AsItWas : fit(table, style, folded.last);
    if (folded.cut)
        layout::tell(fact, "cut-text", name);
    sal_Int32 made = 0;
    if (fitted == Fit::Fitted || folded.last >= 0)
        layout::tell(fact, "fitted-sheet", name);
    if (fitted != Fit::Fitted)
        made = layout::cutToContent(tables, index, get<bool>(style, "PrintDownFirst"));
    if (fitted == Fit::TooWide)
        layout::tell(fact, "wide-sheet", name);
    if (cut || made > 0)
        layout::tell(fact, "gathered-sheet", name);
    return index + std::max<sal_Int32>(made, 1);
}
}

namespace
{
void keepStored(const lectern_document& document)
{
    try
    {
        layout::showStored(document);
    }
    catch (const uno::Exception&)
    {
        // A part is broken where the engine does not mind.
    }
}
}

void layout::sheets(const lectern_document& document, lectern_fact fact)
{
    uno::Reference<sheet::XSpreadsheetDocument> workbook(document.model, uno::UNO_QUERY_THROW);
    // Nobody will take back what is done here, and keeping what was costs much.
    set<bool>(uno::Reference<beans::XPropertySet>(document.model, uno::UNO_QUERY_THROW), "IsUndoEnabled", false);
    keepStored(document);
    uno::Reference<style::XStyleFamiliesSupplier> families(document.model, uno::UNO_QUERY_THROW);
    uno::Reference<container::XNameAccess> styles(families->getStyleFamilies()->getByName("PageStyles"), uno::UNO_QUERY_THROW);
    const auto tables = workbook->getSheets();
    for (sal_Int32 i = 0; i < uno::Reference<container::XIndexAccess>(tables, uno::UNO_QUERY_THROW)->getCount();)
        i = arrange(tables, i, styles, fact);
}
