#include "sheet/content.hxx"

#include <algorithm>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>
#include <com/sun/star/text/WritingMode2.hpp>

using namespace css;

void layout::Side::join()
{
    std::sort(m_filled.begin(), m_filled.end(), [](Span a, Span b) { return a.first < b.first; });
    std::vector<Span> joined;
    for (Span span : m_filled)
    {
        if (!joined.empty() && span.first <= joined.back().last + 1)
            joined.back().last = std::max(joined.back().last, span.last);
        else
            joined.push_back(span);
    }
    m_filled.swap(joined);
}

std::vector<layout::Span> layout::Side::gaps(sal_Int32 longer) const
{
    std::vector<Span> found;
    sal_Int32 next = 0;
    for (Span span : m_filled)
    {
        if (span.first - next > longer)
            found.push_back({ next, span.first - 2 });
        next = span.last + 1;
    }
    return found;
}

uno::Reference<sheet::XSheetCellRanges> layout::contentCells(const uno::Reference<sheet::XSpreadsheet>& table)
{
    using sheet::CellFlags::DATETIME, sheet::CellFlags::FORMULA, sheet::CellFlags::STRING, sheet::CellFlags::VALUE;
    uno::Reference<sheet::XCellRangesQuery> cells(table, uno::UNO_QUERY_THROW);
    return cells->queryContentCells(VALUE | DATETIME | STRING | FORMULA);
}

layout::Content layout::cellsOf(const uno::Reference<sheet::XSpreadsheet>& table)
{
    Content content;
    for (const auto& range : contentCells(table)->getRangeAddresses())
    {
        content.columns.add({ range.StartColumn, range.EndColumn });
        content.rows.add({ range.StartRow, range.EndRow });
    }
    content.columns.join();
    content.rows.join();
    return content;
}

namespace
{
// Returns the last row (or column) that begins at or before a position. count is the number of rows.
template <class Begin> sal_Int32 lastBefore(sal_Int32 count, sal_Int32 place, Begin begin)
{
    sal_Int32 low = 0;
    for (sal_Int32 high = count; high - low > 1;)
    {
        sal_Int32 middle = low + (high - low) / 2;
        (begin(middle) <= place ? low : high) = middle;
    }
    return low;
}
}

std::vector<layout::Area> layout::drawnAreas(const uno::Reference<sheet::XSpreadsheet>& table)
{
    const auto whole = uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress();
    auto columnAt = [&](sal_Int32 x) {
        return lastBefore(whole.EndColumn + 1, x, [&](sal_Int32 column) { return cornerOf(table, column, 0).X; });
    };
    auto rowAt = [&](sal_Int32 y) {
        return lastBefore(whole.EndRow + 1, y, [&](sal_Int32 row) { return cornerOf(table, 0, row).Y; });
    };
    std::vector<Area> areas;
    eachDrawing(table, [&](awt::Point at, awt::Size size) {
        areas.push_back({ { columnAt(at.X), columnAt(at.X + size.Width) }, { rowAt(at.Y), rowAt(at.Y + size.Height) } });
    });
    return areas;
}

bool layout::hasPrintAreas(const uno::Reference<sheet::XSpreadsheet>& table)
{
    sal_Int64 all = 0;
    for (const auto& area : uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas())
        all += pages(area.EndColumn - area.StartColumn + 1, pageColumns) * pages(area.EndRow - area.StartRow + 1, pageRows);
    return all > 0 && all <= pagesMax;
}

namespace
{
void hide(const uno::Reference<uno::XInterface>& all)
{
    uno::Reference<beans::XPropertySet>(all, uno::UNO_QUERY_THROW)->setPropertyValue("IsVisible", uno::Any(false));
}
}

void layout::hideRows(const uno::Reference<sheet::XSpreadsheet>& table, Span rows)
{
    auto cells = table->getCellRangeByPosition(0, rows.first, 0, rows.last);
    hide(uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getRows());
}

void layout::hideColumns(const uno::Reference<sheet::XSpreadsheet>& table, Span columns)
{
    auto cells = table->getCellRangeByPosition(columns.first, 0, columns.last, 0);
    hide(uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getColumns());
}

awt::Point layout::placeOn(const uno::Reference<sheet::XSpreadsheet>& table, awt::Point at, awt::Size size)
{
    sal_Int16 direction = text::WritingMode2::LR_TB;
    uno::Reference<beans::XPropertySet>(table, uno::UNO_QUERY_THROW)->getPropertyValue("TableLayout") >>= direction;
    return { direction == text::WritingMode2::RL_TB ? -at.X - size.Width : at.X, at.Y };
}

namespace
{
struct Box
{
    awt::Point at;
    awt::Size size;
};

Box boxOf(const uno::Reference<sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row)
{
    Box box;
    uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(column, row), uno::UNO_QUERY_THROW);
    cell->getPropertyValue("Position") >>= box.at;
    cell->getPropertyValue("Size") >>= box.size;
    return { layout::placeOn(table, box.at, box.size), box.size };
}
}

awt::Point layout::cornerOf(const uno::Reference<sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row)
{
    return boxOf(table, column, row).at;
}

awt::Point layout::farCornerOf(const uno::Reference<sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row)
{
    const Box box = boxOf(table, column, row);
    return { box.at.X + box.size.Width, box.at.Y + box.size.Height };
}
