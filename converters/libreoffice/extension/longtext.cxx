#include "content.hxx"
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
// Shorter texts are let be, and sheets with more long ones than this.
constexpr sal_Int32 lettersMin = 40;
constexpr std::size_t longMax = 5000;
// How many cells are looked at together, and in all: a sheet with more rows and columns that
// have content is let be.
constexpr sal_Int32 cellsMax = 200000;
constexpr sal_Int64 allCellsMax = 3000000;
// The least width of a text of several lines, in 1/100 mm.
constexpr sal_Int32 widthMin = 8000;
// A point in 1/100 mm, letters in parts of their height, and a line in that of its letters.
constexpr double point = 2540.0 / 72, letterWidth = 0.49, capitalWidth = 0.7, wideLetterWidth = 1.0, lineHeight = 1.25;
// The first sign that is as wide as it is high, about: those of East Asia.
constexpr sal_Unicode wideLetter = 0x2E80;

using Sheet = uno::Reference<sheet::XSpreadsheet>;

// A text behind which its row is empty.
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

// How wide a text in letters of a height in points is on one line, about.
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

// Whether a text runs on over the cells behind its own.
bool runsOn(const uno::Reference<beans::XPropertySet>& cell)
{
    const auto justified = get<table::CellHoriJustify>(cell, "HoriJustify");
    return (justified == table::CellHoriJustify_STANDARD || justified == table::CellHoriJustify_LEFT) && !get<bool>(cell, "IsTextWrapped")
           && get<sal_Int32>(cell, "RotateAngle") == 0 && !uno::Reference<util::XMergeable>(cell, uno::UNO_QUERY_THROW)->getIsMerged();
}

// Whether the cells of a sheet can be changed. One that is protected without a password, as most are, is opened.
bool isOpen(const Sheet& table)
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

// Where the columns of a sheet end, up to one that ends behind a place.
std::vector<sal_Int32> endsOf(const Sheet& table, sal_Int32 place)
{
    const auto whole = uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress();
    std::vector<sal_Int32> ends;
    while ((ends.empty() || ends.back() <= place) && static_cast<sal_Int32>(ends.size()) <= whole.EndColumn)
        ends.push_back(layout::farCornerOf(table, ends.size(), 0).X);
    return ends;
}

// Sets a text in lines over the cells behind its own, up to the last column that ends before a place.
void fold(const Sheet& table, const Text& text, sal_Int32 last, sal_Int32 width, double letterHeight)
{
    const auto range = table->getCellRangeByPosition(text.column, text.row, last, text.row);
    uno::Reference<util::XMergeable>(range, uno::UNO_QUERY_THROW)->merge(true);
    uno::Reference<beans::XPropertySet>(range, uno::UNO_QUERY_THROW)->setPropertyValue("IsTextWrapped", uno::Any(true));
    // The engine does not make room for the lines of merged cells. Lines are not filled to their end.
    const double lines = std::ceil(widthOf(text.text, letterHeight) * 1.05 / width);
    const auto rows = uno::Reference<table::XColumnRowRange>(range, uno::UNO_QUERY_THROW)->getRows();
    uno::Reference<beans::XPropertySet> row(rows->getByIndex(0), uno::UNO_QUERY_THROW);
    const sal_Int32 height = std::lround((lines + 0.3) * lineHeight * letterHeight * point);
    if (height > get<sal_Int32>(row, "Height"))
        row->setPropertyValue("Height", uno::Any(height));
}
}

bool layout::foldLongTexts(const Sheet& table, sal_Int32 pageWidth)
{
    const auto texts = longTexts(table);
    if (texts.empty() || texts.size() > longMax || !isOpen(table))
        return false;
    const sal_Int32 edge = std::max(pageWidth, farCornerOf(table, cellsOf(table).columns.all().last, 0).X);
    const auto ends = endsOf(table, edge + widthMin);
    bool folded = false;
    for (const Text& text : texts)
    {
        uno::Reference<beans::XPropertySet> cell(table->getCellByPosition(text.column, text.row), uno::UNO_QUERY_THROW);
        const sal_Int32 left = text.column == 0 ? 0 : ends[text.column - 1];
        const double height = get<float>(cell, "CharHeight");
        if (left + widthOf(text.text, height) <= edge || !runsOn(cell))
            continue;
        const sal_Int32 place = std::max(edge, left + widthMin);
        auto end = std::upper_bound(ends.begin() + text.column + 1, ends.end(), place) - 1;
        fold(table, text, end - ends.begin(), *end - left, height);
        folded = true;
    }
    return folded;
}
