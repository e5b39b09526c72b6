#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>

using namespace css;
using layout::Content, layout::Side, layout::Span;

namespace
{
// Longer ranges of rows or columns without content are not printed: readers would have to skip their pages, and
// LibreOffice would process each of them.
constexpr sal_Int32 emptyRowsMax = 1000, emptyColumnsMax = 100;
// If more than pagesMax pages remain, shorter ranges are omitted, too, down to these lengths: five pages
// vertically, one page horizontally.
constexpr sal_Int32 emptyRowsMin = 250, emptyColumnsMin = 8;

struct Gaps
{
    std::vector<Span> columns, rows;
};

// Returns the number of pages along one side of the sheet without the gaps. page is the number of rows or columns of a
// page.
sal_Int64 pages(const Side& side, const std::vector<Span>& gaps, sal_Int32 page)
{
    sal_Int32 rest = side.all().last + 1;
    for (Span gap : gaps)
        rest -= gap.last - gap.first + 1;
    return layout::pages(rest, page);
}

Gaps gapsIn(const Content& content)
{
    for (sal_Int32 rows = emptyRowsMax, columns = emptyColumnsMax;;)
    {
        Gaps gaps{ content.columns.gaps(columns), content.rows.gaps(rows) };
        if ((rows == emptyRowsMin && columns == emptyColumnsMin)
            || pages(content.columns, gaps.columns, layout::pageColumns) * pages(content.rows, gaps.rows, layout::pageRows) <= layout::pagesMax)
            return gaps;
        rows = std::max(rows / 2, emptyRowsMin);
        columns = std::max(columns / 2, emptyColumnsMin);
    }
}

void addDrawings(const uno::Reference<sheet::XSpreadsheet>& table, Content& content)
{
    for (const layout::Area& area : layout::drawnAreas(table))
    {
        content.columns.add(area.columns);
        content.rows.add(area.rows);
    }
    content.columns.join();
    content.rows.join();
}

// Reports whether all content is so close to the corner of the sheet that there can be no gap.
bool isNear(const uno::Reference<sheet::XSpreadsheet>& table, const Content& cells)
{
    if (cells.columns.all().last >= emptyColumnsMax || cells.rows.all().last >= emptyRowsMax)
        return false;
    bool near = true;
    const awt::Point end = layout::cornerOf(table, emptyColumnsMax, emptyRowsMax);
    layout::eachDrawing(table, [&](awt::Point at, awt::Size size) {
        near = near && at.X + size.Width < end.X && at.Y + size.Height < end.Y;
    });
    return near;
}
}

bool layout::hideEmptyRanges(const uno::Reference<sheet::XSpreadsheet>& table)
{
    if (layout::hasPrintAreas(table))
        return false;
    Content content = cellsOf(table);
    if (isNear(table, content))
        return false;
    addDrawings(table, content);
    const Gaps gaps = gapsIn(content);
    for (Span gap : gaps.rows)
        hideRows(table, gap);
    for (Span gap : gaps.columns)
        hideColumns(table, gap);
    return !gaps.rows.empty() || !gaps.columns.empty();
}
