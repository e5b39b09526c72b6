#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>
#include <cmath>
#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/lang/IllegalArgumentException.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangeData.hpp>
#include <com/sun/star/table/CellHoriJustify.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>
#include <com/sun/star/util/XMergeable.hpp>
#include <com/sun/star/util/XProtectable.hpp>

using namespace css;
using layout::Span;

namespace
{
// A text with fewer letters than lettersMin is not wrapped. If a sheet has more than longMax longer texts, none of them
// is wrapped.
constexpr sal_Int32 lettersMin = 40;
constexpr std::size_t longMax = 5000;
// The maximum number of cells that are read at once and in total. If the rows with content have more cells, the texts
// of the sheet are not wrapped.
constexpr sal_Int32 cellsMax = 200000;
constexpr sal_Int64 allCellsMax = 3000000;
// The minimum width of a wrapped text, in 1/100 mm.
constexpr sal_Int32 widthMin = 8000;
// The maximum height of a row in LibreOffice, in 1/100 mm: 65,535 twips.
constexpr double rowMax = 65535.0 / 1440 * 2540;
// The maximum part of a page's height for one text. The rest is for headers and repeated rows.
constexpr double pagePart = 0.8;
// The maximum number of columns beyond the content that a wrapped text may use. Without this limit, up to 16,384
// columns would be examined if they are hidden.
constexpr sal_Int32 besideMax = 500;
// A point in 1/100 mm, the widths of letters relative to the font size, and the height of a line relative to it.
constexpr double point = 2540.0 / 72, letterWidth = 0.49, capitalWidth = 0.7, wideLetterWidth = 1.0, lineHeight = 1.25;
// The first East Asian character. The width of such characters is about the font size.
constexpr sal_Unicode wideLetter = 0x2E80;

using Sheet = uno::Reference<sheet::XSpreadsheet>;

// A text that is followed only by empty cells in its row.
struct Text
{
    sal_Int32 column, row;
    rtl::OUString text;
};

void addLongTexts(const Sheet& table, Span columns, Span rows, std::vector<Text>& found)
{
    uno::Reference<sheet::XCellRangeData> cells(
        table->getCellRangeByPosition(columns.first, rows.first, columns.last, rows.last), uno::UNO_QUERY_THROW);
    const auto data = cells->getDataArray();
    for (sal_Int32 row = 0; row < data.getLength() && found.size() <= longMax; row++)
    {
        rtl::OUString text;
        sal_Int32 column = data[row].getLength() - 1;
        while (column >= 0 && (data[row][column] >>= text) && text.isEmpty())
            column--;
        if (column >= 0 && text.getLength() >= lettersMin)
            found.push_back({ columns.first + column, rows.first + row, text });
    }
}

std::vector<Text> longTexts(const Sheet& table)
{
    const layout::Content content = layout::cellsOf(table);
    const Span columns = content.columns.all();
    const sal_Int32 across = columns.last - columns.first + 1, most = std::max<sal_Int32>(cellsMax / across, 1);
    std::vector<Text> found;
    sal_Int64 cells = 0;
    for (Span rows : content.rows.filled())
    {
        cells += sal_Int64(rows.last - rows.first + 1) * across;
        if (cells > allCellsMax)
            return {};
        for (sal_Int32 row = rows.first; row <= rows.last; row += most)
            addLongTexts(table, columns, { row, std::min(rows.last, row + most - 1) }, found);
    }
    return found;
}

// Returns the approximate width of a text on one line, with a font size in points.
double widthOf(const rtl::OUString& text, double height)
{
    double letters = 0;
    for (sal_Int32 i = 0; i < text.getLength(); i++)
        letters += text[i] >= wideLetter ? wideLetterWidth : text[i] >= 'A' && text[i] <= 'Z' ? capitalWidth : letterWidth;
    return letters * height * point;
}

template <class T> T get(const uno::Reference<beans::XPropertySet>& from, const char* name)
{
    T value{};
    from->getPropertyValue(rtl::OUString::createFromAscii(name)) >>= value;
    return value;
}

// Reports whether a text overflows into the following cells.
bool runsOn(const uno::Reference<beans::XPropertySet>& cell)
{
    const auto justified = get<table::CellHoriJustify>(cell, "HoriJustify");
    return (justified == table::CellHoriJustify_STANDARD || justified == table::CellHoriJustify_LEFT) && !get<bool>(cell, "IsTextWrapped")
           && get<sal_Int32>(cell, "RotateAngle") == 0 && !uno::Reference<util::XMergeable>(cell, uno::UNO_QUERY_THROW)->getIsMerged();
}

// Reports whether the cells of a sheet can be changed. It unprotects a sheet that is protected without a password, as
// most protected sheets are.
bool unprotect(const Sheet& table)
{
    uno::Reference<util::XProtectable> sheet(table, uno::UNO_QUERY_THROW);
    try
    {
        if (sheet->isProtected())
            sheet->unprotect(rtl::OUString());
    }
    catch (const lang::IllegalArgumentException&)
    {
        return false;
    }
    return !sheet->isProtected();
}

// The room for wrapped texts on a sheet. Lengths are in 1/100 mm.
struct Room
{
    awt::Size page;     // without its margins
    sal_Int32 edge;     // of the page or of the other content: texts that end before it are not wrapped
    sal_Int32 last;     // the last column that a wrapped text may use
    sal_Int32 brim;     // the first column that ends at brimEnd
    sal_Int32 brimEnd;  // the end of the last column before the edge
};

// Returns the first column for which the function holds returns true. If there is none, returns the column after the
// given ones. If the function returns true for a column, it must return true for all following columns, too.
template <class Holds> sal_Int32 firstOf(Span columns, Holds holds)
{
    sal_Int32 low = columns.first;
    for (sal_Int32 high = columns.last + 1; low < high;)
    {
        const sal_Int32 middle = low + (high - low) / 2;
        if (holds(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

Room roomOf(const Sheet& table, awt::Size page)
{
    const auto whole = uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress();
    const sal_Int32 content = layout::cellsOf(table).columns.all().last;
    const Span beside{ content, std::min(content + besideMax, whole.EndColumn) };
    auto endOf = [&](sal_Int32 column) { return layout::farCornerOf(table, column, 0).X; };
    Room room{ page, std::max(page.Width, endOf(content)), beside.last, 0, 0 };
    room.brimEnd = endOf(firstOf({ content + 1, beside.last }, [&](sal_Int32 column) { return endOf(column) > room.edge; }) - 1);
    // Several columns may end at brimEnd, because hidden columns have no width. brim is the first of these columns; the
    // columns between brim and the edge are hidden.
    room.brim = firstOf(beside, [&](sal_Int32 column) { return endOf(column) >= room.brimEnd; });
    return room;
}

// Returns the height of a row with a wrapped text. Lines are not filled completely.
double rowHeight(double textWidth, double letterHeight, sal_Int32 width)
{
    return (std::ceil(textWidth * 1.05 / width) + 0.3) * lineHeight * letterHeight * point;
}

// Reports whether a text is readable if it is wrapped at a width. The height of its row must fit on the page, because a
// row is cut off at the end of its page. A page that is enlarged for wide content grows in height, too: in landscape
// format, the height is in proportion to the width. The height is never less than the shorter side of the page.
bool fits(double textWidth, double letterHeight, sal_Int32 width, awt::Size page)
{
    const double least = std::min(page.Width, page.Height), most = std::max(page.Width, page.Height);
    return width >= widthMin && rowHeight(textWidth, letterHeight, width) <= std::min(rowMax, pagePart * std::max(least, least / most * width));
}

// Wraps a text within its cell and the following cells up to a column.
void setInLines(const Sheet& table, const Text& text, sal_Int32 last, sal_Int32 height)
{
    const auto range = table->getCellRangeByPosition(text.column, text.row, last, text.row);
    uno::Reference<util::XMergeable>(range, uno::UNO_QUERY_THROW)->merge(true);
    uno::Reference<beans::XPropertySet>(range, uno::UNO_QUERY_THROW)->setPropertyValue("IsTextWrapped", uno::Any(true));
    // LibreOffice does not adapt the height of the row to the lines of merged cells.
    const auto rows = uno::Reference<table::XColumnRowRange>(range, uno::UNO_QUERY_THROW)->getRows();
    uno::Reference<beans::XPropertySet> row(rows->getByIndex(0), uno::UNO_QUERY_THROW);
    if (height > get<sal_Int32>(row, "Height"))
        row->setPropertyValue("Height", uno::Any(height));
}

bool isColumnShown(const Sheet& table, sal_Int32 column)
{
    uno::Reference<table::XColumnRowRange> cells(table->getCellRangeByPosition(column, 0, column, 0), uno::UNO_QUERY_THROW);
    return get<bool>(uno::Reference<beans::XPropertySet>(cells->getColumns()->getByIndex(0), uno::UNO_QUERY_THROW), "IsVisible");
}

// Reports whether a text has to be wrapped.
bool isTooWide(const Sheet& table, const Text& text, const Room& room)
{
    uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(text.column, text.row), uno::UNO_QUERY_THROW);
    return layout::cornerOf(table, text.column, 0).X + widthOf(text.text, get<float>(cell, "CharHeight")) > room.edge && runsOn(cell);
}

// Wraps a text if there is room for it. Returns the last column that it uses, or -1.
sal_Int32 wrap(const Sheet& table, const Text& text, const Room& room)
{
    uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(text.column, text.row), uno::UNO_QUERY_THROW);
    const sal_Int32 left = layout::cornerOf(table, text.column, 0).X;
    const double letters = get<float>(cell, "CharHeight"), width = widthOf(text.text, letters);
    auto endOf = [&](sal_Int32 column) { return layout::farCornerOf(table, column, 0).X; };
    auto reaches = [&](sal_Int32 end) { return fits(width, letters, end - left, room.page); };
    const sal_Int32 last = reaches(room.brimEnd) ? std::max(room.brim, text.column)
                                                 : firstOf({ text.column, room.last }, [&](sal_Int32 column) { return reaches(endOf(column)); });
    if (last > room.last)
        return -1;
    setInLines(table, text, last, std::lround(rowHeight(width, letters, endOf(last) - left)));
    return last;
}
}

layout::Wrapped layout::wrapLongTexts(const Sheet& table, awt::Size page)
{
    Wrapped wrapped;
    const auto texts = longTexts(table);
    if (texts.empty() || texts.size() > longMax || !unprotect(table))
        return wrapped;
    const Room room = roomOf(table, page);
    for (const Text& text : texts)
    {
        if (!isTooWide(table, text, room))
            continue;
        const sal_Int32 last = wrap(table, text, room);
        wrapped.last = std::max(wrapped.last, last);
        wrapped.cut = wrapped.cut || (last < 0 && isColumnShown(table, text.column));
    }
    return wrapped;
}
