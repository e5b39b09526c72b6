#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>

#include <com/sun/star/sheet/XCellRangeData.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>

using namespace css;
using layout::Span;

namespace
{
// The maximum number of cells that are read at once.
constexpr sal_Int32 cellsMax = 200000;

// Reports whether a cell shows a number, an error, or a text that does not consist of blanks.
bool shows(const uno::Any& value)
{
    rtl::OUString text;
    return !(value >>= text) || !text.trim().isEmpty();
}

// Returns the last row in which a cell shows something, or the row before the given ones if there is none.
sal_Int32 lastShown(const uno::Reference<sheet::XSpreadsheet>& table, Span columns, Span rows)
{
    uno::Reference<sheet::XCellRangeData> cells(
        table->getCellRangeByPosition(columns.first, rows.first, columns.last, rows.last), uno::UNO_QUERY_THROW);
    const auto data = cells->getDataArray();
    sal_Int32 row = rows.last;
    while (row >= rows.first && std::none_of(data[row - rows.first].begin(), data[row - rows.first].end(), shows))
        row--;
    return row;
}
}

bool layout::hideTrailingBlanks(const uno::Reference<sheet::XSpreadsheet>& table)
{
    const Content content = cellsOf(table);
    const Span columns = content.columns.all(), rows = content.rows.all();
    if (rows.last < pageRows || uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->getPrintAreas().hasElements())
        return false;
    sal_Int32 drawn = 0;
    for (const Area& area : drawnAreas(table))
        drawn = std::max(drawn, area.rows.last);
    const sal_Int32 most = std::max<sal_Int32>(cellsMax / (columns.last - columns.first + 1), 1);
    sal_Int32 last = rows.last;
    // Begin with a single row, because the last row nearly always shows something.
    for (sal_Int32 count = 1; last > drawn; count = std::min(count * 16, most))
    {
        const sal_Int32 first = std::max(last - count + 1, drawn + 1);
        last = lastShown(table, columns, { first, last });
        if (last >= first)
            break;
    }
    if (rows.last - last < pageRows)
        return false;
    hideRows(table, { last + 1, rows.last });
    return true;
}
