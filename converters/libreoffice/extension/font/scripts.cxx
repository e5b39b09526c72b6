#include "layout.hxx"

#include <algorithm>
#include <vector>

#include <com/sun/star/container/XEnumerationAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/drawing/XDrawPageSupplier.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/drawing/XShapes.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/style/XStyleFamiliesSupplier.hpp>
#include <com/sun/star/table/XColumnRowRange.hpp>
#include <com/sun/star/util/XSearchable.hpp>

using namespace css;
using Anything = uno::Reference<uno::XInterface>;

namespace
{
constexpr char complexFont[] = "CharFontNameComplex";

// A script for which LibreOffice loses letters if the requested font lacks them: it reorders the letters of a syllable,
// but draws only the letters that have kept their position in the replacement font.
struct Script
{
    const char* letters;     // for a regular expression, in brackets
    sal_Unicode first, last; // of its main block
};

constexpr Script known[] = {
    { R"(\u1780-\u17FF\u19E0-\u19FF)", 0x1780, 0x17FF },              // Khmer
    { R"(\u1000-\u109F\uA9E0-\uA9FE\uAA60-\uAA7F)", 0x1000, 0x109F }, // Burmese
};

constexpr sal_Int16 searchValues = 1; // instead of formulas

// Returns the ranges with letters of a script in a text or in the cells of a sheet.
std::vector<uno::Any> find(const Script& script, const Anything& where, bool cells)
{
    uno::Reference<util::XSearchable> searchable(where, uno::UNO_QUERY_THROW);
    auto search = searchable->createSearchDescriptor();
    const rtl::OUString letters = rtl::OUString::createFromAscii(script.letters);
    search->setSearchString("[" + letters + "][" + letters + "\\u200B-\\u200D ]*");
    search->setPropertyValue("SearchRegularExpression", uno::Any(true));
    if (cells)
        search->setPropertyValue("SearchType", uno::Any(searchValues));
    uno::Reference<container::XIndexAccess> found = searchable->findAll(search);
    std::vector<uno::Any> all(found.is() ? found->getCount() : 0);
    for (std::size_t i = 0; i < all.size(); i++)
        all[i] = found->getByIndex(static_cast<sal_Int32>(i));
    return all;
}

// Sets a font that supports the script for text of that script, unless the text already has such a font.
class Setter
{
public:
    Setter(const Script& script, const std::set<rtl::OUString>& having, const rtl::OUString& font)
        : m_script(script)
        , m_having(having)
        , m_font(font)
    {
    }

    void textDocument(const Anything& model)
    {
        for (const uno::Any& range : find(m_script, model, false))
            set(range);
        shapes(uno::Reference<drawing::XDrawPageSupplier>(model, uno::UNO_QUERY_THROW)->getDrawPage());
    }

    void workbook(const Anything& model)
    {
        uno::Reference<container::XIndexAccess> sheets(uno::Reference<sheet::XSpreadsheetDocument>(model, uno::UNO_QUERY_THROW)->getSheets(),
                                                       uno::UNO_QUERY_THROW);
        auto families = uno::Reference<style::XStyleFamiliesSupplier>(model, uno::UNO_QUERY_THROW)->getStyleFamilies();
        uno::Reference<container::XNameAccess> styles(families->getByName("PageStyles"), uno::UNO_QUERY_THROW);
        for (sal_Int32 i = 0, n = sheets->getCount(); i < n; i++)
        {
            const uno::Reference<table::XCellRange> cells(sheets->getByIndex(i), uno::UNO_QUERY_THROW);
            for (const uno::Any& range : find(m_script, cells, true))
                area(cells, range);
            const auto style = uno::Reference<beans::XPropertySet>(cells, uno::UNO_QUERY_THROW)->getPropertyValue("PageStyle");
            layout::changeHeadersFooters({ styles->getByName(style.get<rtl::OUString>()), uno::UNO_QUERY_THROW },
                                  [this](const uno::Reference<text::XText>& margin) { return text(margin); });
        }
    }

    void pages(const Anything& model)
    {
        auto all = uno::Reference<drawing::XDrawPagesSupplier>(model, uno::UNO_QUERY_THROW)->getDrawPages();
        for (sal_Int32 i = 0, n = all->getCount(); i < n; i++)
            shapes({ all->getByIndex(i), uno::UNO_QUERY });
    }

    // Reports whether a font was set.
    bool any() const { return m_any; }

private:
    // Sets the font of cells, and of text runs in them that have their own font.
    void area(const uno::Reference<table::XCellRange>& cells, const uno::Any& range)
    {
        set(range);
        const auto place = uno::Reference<sheet::XCellRangeAddressable>(range, uno::UNO_QUERY_THROW)->getRangeAddress();
        for (sal_Int32 row = place.StartRow; row <= place.EndRow; row++)
            for (sal_Int32 column = place.StartColumn; column <= place.EndColumn; column++)
                if (auto cell = cells->getCellByPosition(column, row); cell->getType() == table::CellContentType_TEXT)
                    text(cell);
    }

    void shapes(const Anything& of)
    {
        uno::Reference<drawing::XShapes> all(of, uno::UNO_QUERY);
        for (sal_Int32 i = 0, n = all.is() ? all->getCount() : 0; i < n; i++)
        {
            uno::Reference<drawing::XShape> shape(all->getByIndex(i), uno::UNO_QUERY_THROW);
            shapes(shape); // in case it is a group
            text(shape);
            if (shape->getShapeType() == "com.sun.star.drawing.TableShape")
                table(uno::Reference<beans::XPropertySet>(shape, uno::UNO_QUERY_THROW)->getPropertyValue("Model"));
        }
    }

    void table(const uno::Any& model)
    {
        uno::Reference<table::XColumnRowRange> size(model, uno::UNO_QUERY_THROW);
        uno::Reference<table::XCellRange> cells(model, uno::UNO_QUERY_THROW);
        for (sal_Int32 row = 0, rows = size->getRows()->getCount(); row < rows; row++)
            for (sal_Int32 column = 0, columns = size->getColumns()->getCount(); column < columns; column++)
                cell({ cells->getCellByPosition(column, row), uno::UNO_QUERY_THROW });
    }

    // The paragraphs of a table cell cannot be enumerated. Letters of the script are found by their position in
    // the text of the cell.
    void cell(const uno::Reference<text::XText>& text)
    {
        const rtl::OUString all = text->getString();
        const sal_Int32 reach = std::min<sal_Int32>(all.getLength(), SAL_MAX_INT16); // the maximum of a cursor
        for (sal_Int32 begin = 0, end = 0; begin < reach; begin = std::max(end, begin + 1))
        {
            for (end = begin; end < reach && isLetter(all[end]); end++)
                ;
            if (end == begin)
                continue;
            auto cursor = text->createTextCursor();
            cursor->gotoStart(false);
            cursor->goRight(static_cast<sal_Int16>(begin), false);
            cursor->goRight(static_cast<sal_Int16>(end - begin), true);
            set(uno::Any(cursor));
        }
    }

    // Sets the font of all paragraphs of a text, or of all portions of a paragraph. Returns false if no font was set.
    bool text(const Anything& of)
    {
        uno::Reference<container::XEnumerationAccess> access(of, uno::UNO_QUERY);
        if (!access.is())
            return false;
        bool any = false;
        for (auto all = access->createEnumeration(); all.is() && all->hasMoreElements();)
        {
            uno::Reference<text::XTextRange> part(all->nextElement(), uno::UNO_QUERY);
            if (part.is() && has(part->getString()))
                any |= text(part) || set(uno::Any(part));
        }
        return any;
    }

    bool isLetter(sal_Unicode c) const { return c >= m_script.first && c <= m_script.last; }

    bool has(const rtl::OUString& text) const
    {
        return std::any_of(text.getStr(), text.getStr() + text.getLength(), [this](sal_Unicode c) { return isLetter(c); });
    }

    // A range with several fonts has no font property.
    bool set(const uno::Any& range)
    {
        uno::Reference<beans::XPropertySet> properties(range, uno::UNO_QUERY);
        if (!properties.is())
            return false;
        rtl::OUString font;
        if ((properties->getPropertyValue(complexFont) >>= font) && m_having.count(fonts::wanted(font)) > 0)
            return false;
        properties->setPropertyValue(complexFont, uno::Any(m_font));
        m_any = true;
        return true;
    }

    const Script& m_script;
    const std::set<rtl::OUString>& m_having;
    const rtl::OUString& m_font;
    bool m_any = false;
};

void set(const lectern_document& document, Setter& setter)
{
    switch (document.family)
    {
        case LECTERN_TEXT:
            return setter.textDocument(document.model);
        case LECTERN_SHEET:
            setter.workbook(document.model);
            return setter.pages(document.model);
        case LECTERN_SLIDES:
            return setter.pages(document.model);
    }
}
}

bool layout::setScripts(lectern_document& document)
{
    const auto fallback = std::move(document.fonts.fallback);
    document.fonts.fallback.clear();
    bool any = false;
    for (const Script& script : known)
    {
        const auto having = fallback.empty() ? std::set<rtl::OUString>() : fonts::familiesWith(script.first);
        const auto font = std::find_if(having.begin(), having.end(), [&](const rtl::OUString& one) { return fallback.count(one) > 0; });
        if (font == having.end())
            continue;
        Setter setter(script, having, *font);
        set(document, setter);
        if (!setter.any())
            continue;
        document.fonts.own.insert(*font);
        any = true;
    }
    return any;
}
