#include "sheet/book.hxx"
#include "sheet/content.hxx"
#include "engine.hxx"
#include "layout.hxx"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/document/XDocumentPropertiesSupplier.hpp>
#include <com/sun/star/lang/XMultiServiceFactory.hpp>
#include <com/sun/star/sheet/CellFlags.hpp>
#include <com/sun/star/sheet/FormulaResult.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XSheetCellRangeContainer.hpp>
#include <com/sun/star/sheet/XSheetOperation.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/text/XText.hpp>

using namespace css;

namespace
{
// The maximum number of formulas in a sheet that are replaced. If there are more, LibreOffice's results are kept,
// because LibreOffice notifies all dependent formulas of each change.
constexpr std::size_t changingMax = 20000;

using Table = uno::Reference<sheet::XSpreadsheet>;
using Package = uno::Reference<packages::zip::XZipFileAccess>;

// A sheet of the model, and the properties of its part in the file.
struct Stored
{
    Table table;
    rtl::OUString part;
    book::Traits traits;
};

// Removes formulas from their cells at once. Otherwise LibreOffice would notify them of each change of the cells that
// they depend on.
void removeFormulas(const uno::Reference<lang::XMultiServiceFactory>& document, const Table& table, const std::vector<book::Formula>& formulas)
{
    uno::Reference<sheet::XSheetCellRangeContainer> cells(document->createInstance("com.sun.star.sheet.SheetCellRanges"), uno::UNO_QUERY_THROW);
    const sal_Int16 sheet = uno::Reference<sheet::XCellRangeAddressable>(table, uno::UNO_QUERY_THROW)->getRangeAddress().Sheet;
    uno::Sequence<table::CellRangeAddress> places(static_cast<sal_Int32>(formulas.size()));
    auto place = places.getArray();
    for (const book::Formula& formula : formulas)
        *place++ = { sheet, formula.column, formula.row, formula.column, formula.row };
    cells->addRangeAddresses(places, false);
    uno::Reference<sheet::XSheetOperation>(cells, uno::UNO_QUERY_THROW)->clearContents(sheet::CellFlags::FORMULA);
}

void show(const Table& table, const book::Formula& stored)
{
    const auto cell = table->getCellByPosition(stored.column, stored.row);
    if (stored.type == "str")
        uno::Reference<text::XText>(cell, uno::UNO_QUERY_THROW)->setString(stored.value);
    else if (stored.type == "b")
        cell->setFormula(stored.value == "1" ? rtl::OUString("=TRUE()") : rtl::OUString("=FALSE()"));
    else
        cell->setValue(stored.value.toDouble());
}

bool isNumber(const book::Formula& stored) { return stored.type.isEmpty() || stored.type == "n"; }

// Reports whether the stored value is shown. Stored errors are not shown, because LibreOffice calculates their
// formulas.
bool isShown(const book::Formula& stored) { return isNumber(stored) || stored.type == "str" || stored.type == "b"; }

// Reports whether the stored value is certainly a result. A zero is not certainly a result, because programs that do
// not calculate formulas store zeros.
bool isResult(const book::Formula& stored) { return !isNumber(stored) || stored.value.toDouble() != 0; }

uno::Reference<io::XInputStream> open(const Package& package, const rtl::OUString& part)
{
    return { uno::Reference<container::XNameAccess>(package, uno::UNO_QUERY_THROW)->getByName(part), uno::UNO_QUERY_THROW };
}

// Returns the sheets whose part is in the package.
std::vector<Stored> storedIn(const uno::Reference<container::XNameAccess>& tables, const book::Book& book, const Package& package, bool foreign)
{
    std::vector<Stored> all;
    for (const book::Sheet& sheet : book.sheets)
    {
        if (sheet.part.isEmpty() || !tables->hasByName(sheet.name))
            continue;
        Table table(tables->getByName(sheet.name), uno::UNO_QUERY_THROW);
        all.push_back({ table, sheet.part, book::traits(open(package, sheet.part), foreign) });
    }
    return all;
}

using Places = std::set<std::pair<sal_Int32, sal_Int32>>; // pairs of row and column

// The cells of array formulas, by the numbers of the formulas.
struct Matrices
{
    std::map<sal_Int32, std::vector<book::Formula>> cells;
    std::set<sal_Int32> wanted;
    std::set<sal_Int32> left; // not replaced
    std::size_t count = 0;

    void add(const book::Formula& formula, bool isWanted)
    {
        if (!isShown(formula) || count > changingMax)
            left.insert(formula.matrix);
        else if (++count <= changingMax)
            cells[formula.matrix].push_back(formula);
        if (isWanted)
            wanted.insert(formula.matrix);
    }
};

// Returns the wanted formulas of a sheet. Of an array formula it returns all cells or none.
template <class IsWanted>
std::vector<book::Formula> formulasOf(const Package& package, const rtl::OUString& part, bool foreign, IsWanted isWanted)
{
    std::vector<book::Formula> all;
    Matrices matrices;
    book::formulas(open(package, part), foreign, [&](const book::Formula& formula) {
        if (formula.matrix >= 0)
            matrices.add(formula, isWanted(formula));
        else if (isShown(formula) && isWanted(formula))
            all.push_back(formula);
    });
    for (sal_Int32 number : matrices.wanted)
    {
        if (matrices.left.count(number) > 0)
            continue;
        // Programs store an empty text for some cells of an array formula, or nothing.
        const auto& cells = matrices.cells[number];
        if (cells.empty() || static_cast<sal_Int64>(cells.size()) != cells[0].matrixSize)
            continue;
        all.insert(all.end(), cells.begin(), cells.end());
    }
    return all;
}

// Replaces formulas by their stored values.
void replaceFormulas(const uno::Reference<lang::XComponent>& document, const Table& table, const std::vector<book::Formula>& formulas)
{
    if (formulas.empty() || formulas.size() > changingMax)
        return;
    removeFormulas(uno::Reference<lang::XMultiServiceFactory>(document, uno::UNO_QUERY_THROW), table, formulas);
    for (const book::Formula& formula : formulas)
        show(table, formula);
}

// Replaces errors by their stored values. Unlike volatile formulas, errors need not be removed first, because they are
// not recalculated during the replacement.
void replaceErrors(const Table& table, const std::vector<book::Formula>& formulas)
{
    if (formulas.size() > changingMax)
        return;
    for (const book::Formula& formula : formulas)
        show(table, formula);
}

// Returns the cells whose value in LibreOffice is an error.
Places errorsIn(const Table& table)
{
    Places places;
    const auto cells = uno::Reference<sheet::XCellRangesQuery>(table, uno::UNO_QUERY_THROW)->queryFormulaCells(sheet::FormulaResult::ERROR);
    for (const auto& range : cells->getRangeAddresses())
        for (sal_Int32 row = range.StartRow; row <= range.EndRow; row++)
            for (sal_Int32 column = range.StartColumn; column <= range.EndColumn; column++)
                places.emplace(row, column);
    return places;
}

// Reports whether the file was saved by a program other than those of Microsoft. LibreOffice uses the stored texts of
// files of Microsoft's programs.
bool isForeign(const uno::Reference<lang::XComponent>& document)
{
    uno::Reference<document::XDocumentPropertiesSupplier> supplier(document, uno::UNO_QUERY_THROW);
    return !supplier->getDocumentProperties()->getGenerator().startsWith("Microsoft");
}
}

void layout::showStoredValues(const lectern_document& document)
{
    if (document.book.sheets.empty() || document.book.toBeCalculated)
        return;
    uno::Reference<sheet::XSpreadsheetDocument> workbook(document.model, uno::UNO_QUERY_THROW);
    uno::Reference<container::XNameAccess> tables(workbook->getSheets(), uno::UNO_QUERY_THROW);
    const bool foreign = isForeign(document.model);
    const Package package = engine::openPackage(document.url);
    const auto all = storedIn(tables, document.book, package, foreign);
    for (const Stored& sheet : all)
        if (sheet.traits.changing)
            replaceFormulas(document.model, sheet.table, formulasOf(package, sheet.part, foreign, [](const book::Formula& formula) {
                return formula.changing && isResult(formula);
            }));
    for (const Stored& sheet : all)
    {
        if (!sheet.traits.formulas)
            continue;
        const Places errors = errorsIn(sheet.table);
        if (static_cast<sal_Int64>(errors.size()) <= sheet.traits.errors)
            continue;
        auto fails = [&](const book::Formula& formula) { return errors.count({ formula.row, formula.column }) > 0; };
        replaceErrors(sheet.table, formulasOf(package, sheet.part, foreign, fails));
    }
}
