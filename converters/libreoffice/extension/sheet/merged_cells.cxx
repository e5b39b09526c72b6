#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>
#include <vector>

#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XSheetCellCursor.hpp>
#include <com/sun/star/sheet/XSheetCellRange.hpp>
#include <com/sun/star/util/XMergeable.hpp>

using namespace css;
using layout::Area;

namespace
{
// Merged cells may extend this far beyond the content. Merged cells that extend farther are shortened to the end of the
// content, but to no fewer than rowsLeft and columnsLeft.
constexpr sal_Int32 rowsBeyond = 1000, columnsBeyond = 100, rowsLeft = 50, columnsLeft = 8;
// The maximum number of merged cells that are searched.
constexpr std::size_t mergesMax = 1000;

using Sheet = uno::Reference<sheet::XSpreadsheet>;

uno::Reference<util::XMergeable> cells(const Sheet& table, const Area& area)
{
    return uno::Reference<util::XMergeable>(
        table->getCellRangeByPosition(area.columns.first, area.rows.first, area.columns.last, area.rows.last), uno::UNO_QUERY_THROW);
}

// Returns an area, extended by the merged cells that are partly inside.
Area withMerges(const Sheet& table, const Area& area)
{
    uno::Reference<sheet::XSheetCellRange> range(cells(table, area), uno::UNO_QUERY_THROW);
    auto cursor = table->createCursorByRange(range);
    cursor->collapseToMergedArea();
    return layout::areaOf(uno::Reference<sheet::XCellRangeAddressable>(cursor, uno::UNO_QUERY_THROW)->getRangeAddress());
}

bool isFar(const Area& area, const Area& content)
{
    return area.columns.last - content.columns.last > columnsBeyond || area.rows.last - content.rows.last > rowsBeyond;
}

// Finds the first cells of merged ranges in an area, by dividing it in halves.
void findMerges(const Sheet& table, const Area& in, std::vector<Area>& found)
{
    if (found.size() >= mergesMax || !cells(table, in)->getIsMerged())
        return;
    const sal_Int32 columns = in.columns.last - in.columns.first, rows = in.rows.last - in.rows.first;
    if (columns == 0 && rows == 0)
        return found.push_back(in);
    Area low = in, high = in;
    auto halve = [](layout::Span& before, layout::Span& after) {
        before.last = before.first + (before.last - before.first) / 2;
        after.first = before.last + 1;
    };
    rows > columns ? halve(low.rows, high.rows) : halve(low.columns, high.columns);
    findMerges(table, low, found);
    findMerges(table, high, found);
}
}

bool layout::shortenMerges(const Sheet& table)
{
    const Content filled = cellsOf(table);
    const Area content{ filled.columns.all(), filled.rows.all() };
    if (!isFar(withMerges(table, content), content))
        return false;
    std::vector<Area> begins;
    findMerges(table, content, begins);
    for (const Area& begin : begins)
    {
        Area merged = withMerges(table, begin);
        if (!isFar(merged, content))
            continue;
        cells(table, merged)->merge(false);
        merged.columns.last = std::min(merged.columns.last, std::max(content.columns.last, merged.columns.first + columnsLeft - 1));
        merged.rows.last = std::min(merged.rows.last, std::max(content.rows.last, merged.rows.first + rowsLeft - 1));
        cells(table, merged)->merge(true);
    }
    return !begins.empty();
}
