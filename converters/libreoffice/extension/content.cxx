#include "content.hxx"

#include <algorithm>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>

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

awt::Point layout::cornerOf(const uno::Reference<sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row)
{
    awt::Point at;
    uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(column, row), uno::UNO_QUERY_THROW);
    cell->getPropertyValue("Position") >>= at;
    return at;
}

awt::Point layout::farCornerOf(const uno::Reference<sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row)
{
    awt::Size size;
    uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(column, row), uno::UNO_QUERY_THROW);
    cell->getPropertyValue("Size") >>= size;
    awt::Point at = cornerOf(table, column, row);
    return { at.X + size.Width, at.Y + size.Height };
}
