#include "sheet/content.hxx"
#include "layout.hxx"

#include <algorithm>

#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSheetCellRanges.hpp>
#include <com/sun/star/sheet/XUsedAreaCursor.hpp>

using namespace css;
using layout::Area, layout::Span;

namespace
{
// The maximum number of copies of a sheet, each of which prints one part of it. A sheet is divided only if that divides
// the number of its pages by lessMin or more.
constexpr std::size_t bandsMax = 4;
constexpr sal_Int64 lessMin = 4;

using Sheet = uno::Reference<sheet::XSpreadsheet>;

// A number of adjacent pages along one edge of the sheet, and the number of rows (or columns) from that edge to the end
// of the content of these pages.
struct Band
{
    sal_Int64 count, depth;
};

Area wholeOf(const uno::Reference<uno::XInterface>& cells)
{
    return layout::areaOf(uno::Reference<sheet::XCellRangeAddressable>(cells, uno::UNO_QUERY_THROW)->getRangeAddress());
}

// Returns the number of pages that LibreOffice examines: those of all visible cells with content or a format.
sal_Int64 pagesOf(const Sheet& table)
{
    auto cursor = table->createCursor();
    uno::Reference<sheet::XUsedAreaCursor> used(cursor, uno::UNO_QUERY_THROW);
    used->gotoEndOfUsedArea(false);
    const Area end = wholeOf(cursor);
    auto cells = table->getCellRangeByPosition(0, 0, end.columns.last, end.rows.last);
    sal_Int64 columns = 0, rows = 0;
    const auto shown = uno::Reference<sheet::XCellRangesQuery>(cells, uno::UNO_QUERY_THROW)->queryVisibleCells()->getRangeAddresses();
    for (const auto& range : shown)
    {
        if (range.StartRow == shown[0].StartRow)
            columns += range.EndColumn - range.StartColumn + 1;
        if (range.StartColumn == shown[0].StartColumn)
            rows += range.EndRow - range.StartRow + 1;
    }
    return layout::pages(columns, layout::pageColumns) * layout::pages(rows, layout::pageRows);
}

// The orientation of the bands. If down is true, each band is a range of columns, and its pages follow each other
// downwards. Otherwise each band is a range of rows.
struct Sides
{
    bool down;

    sal_Int32 width() const { return down ? layout::pageColumns : layout::pageRows; }
    sal_Int32 height() const { return down ? layout::pageRows : layout::pageColumns; }
    Span along(const Area& area) const { return down ? area.columns : area.rows; }
    Span across(const Area& area) const { return down ? area.rows : area.columns; }
    sal_Int64 pages(const Band& band) const { return band.count * layout::pages(band.depth, height()); }
};

// Returns the bands of a sheet. Neighbouring pages along the edge whose content extends over the same number of pages
// form one band.
std::vector<Band> bandsOf(const std::vector<Area>& content, const Sides& sides)
{
    std::vector<sal_Int64> depths;
    for (const Area& area : content)
    {
        const sal_Int32 first = sides.along(area).first / sides.width(), last = sides.along(area).last / sides.width();
        depths.resize(std::max<std::size_t>(depths.size(), last + 1));
        for (sal_Int32 page = first; page <= last; page++)
            depths[page] = std::max<sal_Int64>(depths[page], sides.across(area).last + 1);
    }
    std::vector<Band> bands;
    for (sal_Int64 depth : depths)
    {
        if (bands.empty() || layout::pages(bands.back().depth, sides.height()) != layout::pages(depth, sides.height()))
            bands.push_back({ 0, depth });
        bands.back().count++;
        bands.back().depth = std::max(bands.back().depth, depth);
    }
    return bands;
}

Band joined(const Band& a, const Band& b) { return { a.count + b.count, std::max(a.depth, b.depth) }; }

// Joins neighbouring bands until at most bandsMax remain, beginning with those that add the fewest pages.
void joinSome(std::vector<Band>& bands, const Sides& sides)
{
    while (bands.size() > bandsMax)
    {
        std::size_t best = 0;
        sal_Int64 least = -1;
        for (std::size_t i = 0; i + 1 < bands.size(); i++)
        {
            const sal_Int64 more = sides.pages(joined(bands[i], bands[i + 1])) - sides.pages(bands[i]) - sides.pages(bands[i + 1]);
            if (least < 0 || more < least)
            {
                least = more;
                best = i;
            }
        }
        bands[best] = joined(bands[best], bands[best + 1]);
        bands.erase(bands.begin() + best + 1);
    }
}

sal_Int64 pagesOf(const std::vector<Band>& bands, const Sides& sides)
{
    sal_Int64 all = 0;
    for (const Band& band : bands)
        all += sides.pages(band);
    return all;
}

// Returns the position along the edge at which the content of a band ends. Content counts only if it begins before the
// position next and extends at least to the position depth. The result is not greater than next.
sal_Int64 endOf(const std::vector<Area>& content, const Sides& sides, sal_Int64 next, sal_Int64 depth)
{
    sal_Int64 end = 0;
    for (const Area& area : content)
        if (sides.along(area).first < next && sides.across(area).last >= depth)
            end = std::max(end, std::min<sal_Int64>(next, sides.along(area).last + 1));
    return end;
}

// Returns the cell ranges of the bands. Each range ends with the last cell that has content, although its last page may
// extend farther: if the last cell of a row is empty, LibreOffice searches all columns for overflowing text. In
// addition, LibreOffice needs 2 ms for each page.
std::vector<table::CellRangeAddress> areasOf(const std::vector<Band>& bands, const std::vector<Area>& content, const Sides& sides,
                                             const table::CellRangeAddress& sheet)
{
    std::vector<table::CellRangeAddress> areas;
    sal_Int64 first = 0, page = 0;
    for (std::size_t i = 0; i < bands.size(); i++)
    {
        const Band& band = bands[i];
        page += band.count;
        sal_Int64 next = page * sides.width();
        if (i + 1 < bands.size() && bands[i + 1].depth < band.depth)
            next = std::max(first + 1, endOf(content, sides, next, bands[i + 1].depth));
        table::CellRangeAddress area = sheet;
        (sides.down ? area.StartColumn : area.StartRow) = first;
        area.EndColumn = std::min<sal_Int64>(sheet.EndColumn, (sides.down ? next : band.depth) - 1);
        area.EndRow = std::min<sal_Int64>(sheet.EndRow, (sides.down ? band.depth : next) - 1);
        if (band.depth > 0)
            areas.push_back(area);
        first = next;
    }
    return areas;
}

// Returns the cell ranges to print, or none if the whole sheet is to be printed.
std::vector<table::CellRangeAddress> areasOf(const Sheet& table, const Sides& sides)
{
    const sal_Int64 before = layout::hasPrintAreas(table) ? 0 : pagesOf(table);
    if (before <= layout::pagesMax)
        return {};
    std::vector<Area> content = layout::drawnAreas(table);
    for (const auto& range : layout::contentCells(table)->getRangeAddresses())
        content.push_back(layout::areaOf(range));
    std::vector<Band> bands = bandsOf(content, sides);
    joinSome(bands, sides);
    if (pagesOf(bands, sides) * lessMin > before)
        return {};
    return areasOf(bands, content, sides, uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress());
}

void print(const uno::Reference<uno::XInterface>& table, const table::CellRangeAddress& area)
{
    uno::Reference<sheet::XPrintAreas>(table, uno::UNO_QUERY_THROW)->setPrintAreas(uno::Sequence<table::CellRangeAddress>(&area, 1));
}
}

sal_Int32 layout::limitPrintAreas(const uno::Reference<sheet::XSpreadsheets>& tables, sal_Int32 index, bool down)
{
    uno::Reference<container::XIndexAccess> sheets(tables, uno::UNO_QUERY_THROW);
    const Sheet table(sheets->getByIndex(index), uno::UNO_QUERY_THROW);
    const auto areas = areasOf(table, Sides{ down });
    const rtl::OUString name = uno::Reference<container::XNamed>(table, uno::UNO_QUERY_THROW)->getName();
    const sal_Int32 count = areas.size();
    for (sal_Int32 i = count - 1; i > 0; i--)
    {
        rtl::OUString copy = name + " (" + rtl::OUString::number(i + 1) + ")";
        while (tables->hasByName(copy))
            copy += "+";
        tables->copyByName(name, copy, index + 1);
        print(tables->getByName(copy).get<uno::Reference<sheet::XSpreadsheet>>(), areas[i]);
    }
    if (count > 0)
        print(table, areas[0]);
    return count;
}
