#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>
#include <vector>

#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>

using namespace css;
using layout::Area;

namespace
{
using Areas = std::vector<Area>;

bool meet(layout::Span a, layout::Span b) { return a.first <= b.last && b.first <= a.last; }

// Reports whether an area is covered by the areas of a list, beginning at an index. The parts of the area that are
// outside of the first overlapping area of the list must be covered by the remaining areas.
bool isCovered(const Area& area, const Areas& by, std::size_t from)
{
    while (from < by.size() && !(meet(area.columns, by[from].columns) && meet(area.rows, by[from].rows)))
        from++;
    if (from == by.size())
        return false;
    const Area& cover = by[from++];
    const layout::Span middle{ std::max(area.rows.first, cover.rows.first), std::min(area.rows.last, cover.rows.last) };
    auto covered = [&](layout::Span columns, layout::Span rows) {
        return columns.first > columns.last || rows.first > rows.last || isCovered({ columns, rows }, by, from);
    };
    return covered(area.columns, { area.rows.first, middle.first - 1 })
           && covered(area.columns, { middle.last + 1, area.rows.last })
           && covered({ area.columns.first, cover.columns.first - 1 }, middle)
           && covered({ cover.columns.last + 1, area.columns.last }, middle);
}

bool areCovered(const Areas& areas, const Areas& by)
{
    return std::all_of(areas.begin(), areas.end(), [&](const Area& area) { return isCovered(area, by, 0); });
}

Areas areasOf(const uno::Sequence<table::CellRangeAddress>& ranges)
{
    Areas areas;
    for (const auto& range : ranges)
        areas.push_back(layout::areaOf(range));
    return areas;
}

// Returns the cells whose row and column are not hidden.
uno::Reference<sheet::XSheetCellRanges> visible(const uno::Reference<sheet::XSheetCellRanges>& of)
{
    return uno::Reference<sheet::XCellRangesQuery>(of, uno::UNO_QUERY_THROW)->queryVisibleCells();
}

// Returns the number of cells.
sal_Int64 count(const uno::Reference<sheet::XSheetCellRanges>& ranges)
{
    sal_Int64 cells = 0;
    for (const auto& range : ranges->getRangeAddresses())
        cells += sal_Int64(range.EndColumn - range.StartColumn + 1) * (range.EndRow - range.StartRow + 1);
    return cells;
}
}

bool layout::hasHiddenContent(const uno::Reference<sheet::XSpreadsheet>& table)
{
    const auto content = contentCells(table);
    const sal_Int64 all = count(content);
    return all > 0 && all > count(visible(content)); // LibreOffice crashes if an empty range is searched
}

bool layout::replaceEmptyPrintAreas(const uno::Reference<sheet::XSpreadsheet>& table)
{
    uno::Reference<sheet::XPrintAreas> printed(table, uno::UNO_QUERY_THROW);
    const Areas areas = areasOf(printed->getPrintAreas());
    if (areas.empty())
        return false;
    Areas content = areasOf(contentCells(table)->getRangeAddresses());
    const Areas drawn = drawnAreas(table);
    content.insert(content.end(), drawn.begin(), drawn.end());
    auto isPrinted = [&](const Area& area) {
        return std::any_of(areas.begin(), areas.end(), [&](const Area& by) { return meet(area.columns, by.columns) && meet(area.rows, by.rows); });
    };
    if (content.empty() || std::any_of(content.begin(), content.end(), isPrinted))
        return false;
    // A sheet without print areas is not printed if other sheets have some.
    table::CellRangeAddress all = printed->getPrintAreas()[0];
    all.StartColumn = all.StartRow = all.EndColumn = all.EndRow = 0;
    for (const Area& area : content)
    {
        all.EndColumn = std::max(all.EndColumn, area.columns.last);
        all.EndRow = std::max(all.EndRow, area.rows.last);
    }
    printed->setPrintAreas(uno::Sequence<table::CellRangeAddress>(&all, 1));
    return true;
}

bool layout::hasUnprintedContent(const uno::Reference<sheet::XSpreadsheet>& table)
{
    const auto printed = uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas();
    return printed.hasElements() && !areCovered(areasOf(contentCells(table)->getRangeAddresses()), areasOf(printed));
}
