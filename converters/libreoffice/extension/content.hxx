// Where the content of a sheet is: cells with a value, a text or a formula, and drawings.
// Formats and comments are none.
#pragma once

#include <vector>

#include <com/sun/star/awt/Point.hpp>
#include <com/sun/star/awt/Size.hpp>
#include <com/sun/star/drawing/XDrawPage.hpp>
#include <com/sun/star/drawing/XDrawPageSupplier.hpp>
#include <com/sun/star/drawing/XShape.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>
#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <com/sun/star/table/CellRangeAddress.hpp>

namespace layout
{
// What a page has room for, about.
constexpr sal_Int32 pageRows = 50, pageColumns = 8;
// A sheet of more pages than this is looked at: whether most of them are empty.
constexpr sal_Int64 pagesMax = 2000;

// How many pages a number of rows or columns makes, at so many a page.
inline sal_Int64 pages(sal_Int64 count, sal_Int32 page) { return (count + page - 1) / page; }

// Rows or columns from first to last.
struct Span
{
    sal_Int32 first, last;
};

// Columns and rows, where they cross.
struct Area
{
    Span columns, rows;
};

inline Area areaOf(const css::table::CellRangeAddress& range)
{
    return { { range.StartColumn, range.EndColumn }, { range.StartRow, range.EndRow } };
}

// What lies along one side of a sheet: rows or columns with content.
class Side
{
public:
    void add(Span span) { m_filled.push_back(span); }

    // Brings the spans into order, and joins those that touch or overlap.
    void join();

    // The stretches of more rows or columns than longer that are empty, but for the last
    // of each, which stays as the mark of a gap.
    std::vector<Span> gaps(sal_Int32 longer) const;

    const std::vector<Span>& filled() const { return m_filled; }

    // All that is filled, with what lies between; nothing but the first where nothing is.
    Span all() const { return m_filled.empty() ? Span{ 0, 0 } : Span{ m_filled.front().first, m_filled.back().last }; }

private:
    std::vector<Span> m_filled;
};

struct Content
{
    Side columns, rows;
};

// The cells with content.
css::uno::Reference<css::sheet::XSheetCellRanges> contentCells(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// The same as rows and columns; both sides are joined.
Content cellsOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// The cells that drawings lie over.
std::vector<Area> drawnAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Whether the author has named what is to be printed, and that is no whole sheet.
bool hasPrintAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Hides rows or columns, which are then neither printed nor take room.
void hideRows(const css::uno::Reference<css::sheet::XSpreadsheet>& table, Span rows);
void hideColumns(const css::uno::Reference<css::sheet::XSpreadsheet>& table, Span columns);

// Where something of a size is on a sheet. Places are to the left of a sheet's edge where that is written from right
// to left, and are turned to its other side: its first column begins at 0, as that of others.
css::awt::Point placeOn(const css::uno::Reference<css::sheet::XSpreadsheet>& table, css::awt::Point at, css::awt::Size size);

// The place of a cell's upper left corner, or its lower right one, in 1/100 mm.
css::awt::Point cornerOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row);
css::awt::Point farCornerOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row);

// Calls visit with place and size of each drawing, in 1/100 mm.
template <class Visit> void eachDrawing(const css::uno::Reference<css::sheet::XSpreadsheet>& table, Visit visit)
{
    css::uno::Reference<css::drawing::XDrawPageSupplier> supplier(table, css::uno::UNO_QUERY_THROW);
    auto drawings = supplier->getDrawPage();
    for (sal_Int32 i = 0, n = drawings->getCount(); i < n; i++)
    {
        css::uno::Reference<css::drawing::XShape> shape(drawings->getByIndex(i), css::uno::UNO_QUERY);
        if (shape.is())
            visit(placeOn(table, shape->getPosition(), shape->getSize()), shape->getSize());
    }
}
}
