#include "content.hxx"
#include "layout.hxx"

#include <algorithm>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>

using namespace css;
using layout::Content, layout::Side, layout::Span;

namespace
{
// More rows or columns than this without content, one after the other, are left out of what
// is printed: readers would page past them, and the engine looks at each page that they make.
constexpr sal_Int32 emptyRowsMax = 1000, emptyColumnsMax = 100;
// Where more pages than this remain, most of them empty, shorter stretches are left out, too,
// down to these lengths: five pages down, one page across.
constexpr sal_Int64 pagesMax = 2000;
constexpr sal_Int32 emptyRowsMin = 250, emptyColumnsMin = 8;
// What a page has room for, about.
constexpr sal_Int32 pageRows = 50, pageColumns = 8;

struct Gaps
{
    std::vector<Span> columns, rows;
};

// How many pages a number of rows or columns makes, at so many a page.
sal_Int64 pages(sal_Int32 count, sal_Int32 page) { return (count + page - 1) / page; }

// How many a side makes without its gaps.
sal_Int64 pages(const Side& side, const std::vector<Span>& gaps, sal_Int32 page)
{
    sal_Int32 rest = side.all().last + 1;
    for (Span gap : gaps)
        rest -= gap.last - gap.first + 1;
    return pages(rest, page);
}

Gaps gapsIn(const Content& content)
{
    for (sal_Int32 rows = emptyRowsMax, columns = emptyColumnsMax;;)
    {
        Gaps gaps{ content.columns.gaps(columns), content.rows.gaps(rows) };
        if ((rows == emptyRowsMin && columns == emptyColumnsMin)
            || pages(content.columns, gaps.columns, pageColumns) * pages(content.rows, gaps.rows, pageRows) <= pagesMax)
            return gaps;
        rows = std::max(rows / 2, emptyRowsMin);
        columns = std::max(columns / 2, emptyColumnsMin);
    }
}

// The last of count rows or columns that begins at or before a place.
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

void addDrawings(const uno::Reference<sheet::XSpreadsheet>& table, Content& content)
{
    const auto whole = uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress();
    auto columnAt = [&](sal_Int32 x) {
        return lastBefore(whole.EndColumn + 1, x, [&](sal_Int32 column) { return layout::cornerOf(table, column, 0).X; });
    };
    auto rowAt = [&](sal_Int32 y) {
        return lastBefore(whole.EndRow + 1, y, [&](sal_Int32 row) { return layout::cornerOf(table, 0, row).Y; });
    };
    layout::eachDrawing(table, [&](awt::Point at, awt::Size size) {
        content.columns.add({ columnAt(at.X), columnAt(at.X + size.Width) });
        content.rows.add({ rowAt(at.Y), rowAt(at.Y + size.Height) });
    });
    content.columns.join();
    content.rows.join();
}

// Whether the author has named what is to be printed, and that is no whole sheet.
bool hasPrintAreas(const uno::Reference<sheet::XSpreadsheet>& table)
{
    sal_Int64 all = 0;
    for (const auto& area : uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas())
        all += pages(area.EndColumn - area.StartColumn + 1, pageColumns) * pages(area.EndRow - area.StartRow + 1, pageRows);
    return all > 0 && all <= pagesMax;
}

// Hides rows or columns, which are then neither printed nor take room.
void hide(const uno::Reference<uno::XInterface>& all)
{
    uno::Reference<beans::XPropertySet>(all, uno::UNO_QUERY_THROW)->setPropertyValue("IsVisible", uno::Any(false));
}
}

bool layout::gather(const uno::Reference<sheet::XSpreadsheet>& table)
{
    if (hasPrintAreas(table))
        return false;
    Content content = cellsOf(table);
    addDrawings(table, content);
    const Gaps gaps = gapsIn(content);
    for (Span gap : gaps.rows)
    {
        auto cells = table->getCellRangeByPosition(0, gap.first, 0, gap.last);
        hide(uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getRows());
    }
    for (Span gap : gaps.columns)
    {
        auto cells = table->getCellRangeByPosition(gap.first, 0, gap.last, 0);
        hide(uno::Reference<table::XColumnRowRange>(cells, uno::UNO_QUERY_THROW)->getColumns());
    }
    return !gaps.rows.empty() || !gaps.columns.empty();
}
