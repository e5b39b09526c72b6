// The content of a sheet: cells with a value, a text or a formula, and drawings. Formats and comments
// are not content.
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
// The approximate numbers of rows and columns of a page.
constexpr sal_Int32 pageRows = 50, pageColumns = 8;
// Sheets with more pages than this are examined for empty pages.
constexpr sal_Int64 pagesMax = 2000;

// Returns the number of pages for count rows or columns, with page of them on each page.
inline sal_Int64 pages(sal_Int64 count, sal_Int32 page) { return (count + page - 1) / page; }

// A range of rows or columns, including the last one.
struct Span
{
    sal_Int32 first, last;
};

// A rectangle of cells.
struct Area
{
    Span columns, rows;
};

inline Area areaOf(const css::table::CellRangeAddress& range)
{
    return { { range.StartColumn, range.EndColumn }, { range.StartRow, range.EndRow } };
}

// The rows or the columns of a sheet that have content.
class Side
{
public:
    void add(Span span) { m_filled.push_back(span); }

    // Sorts the spans and joins those that touch or overlap.
    void join();

    // Returns the empty ranges of more than longer rows or columns. Each range is returned without its
    // last row or column, which stays visible as a sign of the gap.
    std::vector<Span> gaps(sal_Int32 longer) const;

    const std::vector<Span>& filled() const { return m_filled; }

    // Returns the range from the first to the last filled row or column, or only the first if there is none.
    Span all() const { return m_filled.empty() ? Span{ 0, 0 } : Span{ m_filled.front().first, m_filled.back().last }; }

private:
    std::vector<Span> m_filled;
};

struct Content
{
    Side columns, rows;
};

// Returns the cells with content.
css::uno::Reference<css::sheet::XSheetCellRanges> contentCells(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Returns the rows and columns of the cells with content. Both sides are joined.
Content cellsOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Returns the cells that are covered by drawings.
std::vector<Area> drawnAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Reports whether the author has set print areas that are smaller than a whole sheet.
bool hasPrintAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Hides rows or columns, so that they are not printed and take up no space.
void hideRows(const css::uno::Reference<css::sheet::XSpreadsheet>& table, Span rows);
void hideColumns(const css::uno::Reference<css::sheet::XSpreadsheet>& table, Span columns);

// Returns the position of an object with a size on a sheet. LibreOffice's positions on a right-to-left sheet are
// negative. They are mirrored, so that the first column of each sheet begins at 0.
css::awt::Point placeOn(const css::uno::Reference<css::sheet::XSpreadsheet>& table, css::awt::Point at, css::awt::Size size);

// Return the upper left and the lower right corner of a cell, in 1/100 mm.
css::awt::Point cornerOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row);
css::awt::Point farCornerOf(const css::uno::Reference<css::sheet::XSpreadsheet>& table, sal_Int32 column, sal_Int32 row);

// Calls visit with the position and the size of each drawing, in 1/100 mm.
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
