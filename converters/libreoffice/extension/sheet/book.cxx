#include "sheet/book.hxx"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include <sys/resource.h>

#include <rtl/ustrbuf.hxx>

#include "engine.hxx"
#include "part.hxx"

using namespace css;

namespace
{
constexpr char relationships[] = "xl/_rels/workbook.xml.rels";

using part::is;

bool isSet(const rtl::OUString& value) { return value == "1" || value == "true"; }

// Reads xl/workbook.xml. The part of each sheet is set to the id of its relationship.
class MainPart : public part::Reader
{
public:
    explicit MainPart(book::Book& book)
        : m_book(book)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        const rtl::OUString state = attributes->getValueByName("state");
        if (is(name, "sheet"))
            m_book.sheets.push_back({ attributes->getValueByName("name"), part::prefixed(attributes, "id"), state == "hidden" || state == "veryHidden" });
        else if (is(name, "calcPr"))
            m_book.toBeCalculated = isSet(attributes->getValueByName("fullCalcOnLoad"));
    }

private:
    book::Book& m_book;
};

// Volatile functions, which LibreOffice recalculates when it loads a workbook: they depend on the time, the file, the
// machine, chance or external data.
constexpr std::string_view functions[] = { "NOW(", "TODAY(", "RAND(", "RANDBETWEEN(", "RANDARRAY(", "CELL(", "INFO(", "WEBSERVICE(", "RTD(", "DDE(" };

// Reports whether a formula refers to another workbook, such as [1]Sheet!A1.
bool namesBook(std::string_view formula)
{
    for (std::size_t at = formula.find('['); at != formula.npos; at = formula.find('[', at + 1))
        if (at + 1 < formula.size() && formula[at + 1] >= '1' && formula[at + 1] <= '9')
            return true;
    return false;
}

bool isChanging(std::string_view formula, bool foreign)
{
    for (std::string_view function : functions)
        if (formula.find(function) != formula.npos)
            return true;
    return foreign && namesBook(formula);
}

// The maximum length of an escaped formula, with a margin.
constexpr std::size_t formulaMax = 65536;

// Reports whether the closing tag at a position is that of a formula, with any prefix.
bool endsFormula(std::string_view piece, std::size_t at)
{
    const std::size_t end = piece.find_first_of("<>", at);
    const std::string_view name = piece.substr(at, end == piece.npos ? end : end - at);
    return name == "f" || (name.size() > 2 && name.substr(name.size() - 2) == ":f");
}

// Records in traits what a piece of a sheet's XML contains: the number of errors, whether there are formulas, and
// whether there are formulas whose results may change when the workbook is loaded.
void scan(std::string_view piece, bool foreign, book::Traits& traits)
{
    constexpr std::string_view error = " t=\"e\"", end = "</";
    for (std::size_t at = piece.find(error); at != piece.npos; at = piece.find(error, at + 1))
        traits.errors++;
    // The formula is the text between the closing tag of the element f and the ">" before it.
    for (std::size_t at = piece.find(end); at != piece.npos && !traits.changing; at = piece.find(end, at + 1))
    {
        if (!endsFormula(piece, at + end.size()))
            continue;
        traits.formulas = true;
        const std::size_t open = at == 0 ? piece.npos : piece.rfind('>', at - 1);
        if (open != piece.npos)
            traits.changing = isChanging(piece.substr(open, at - open), foreign);
    }
}

// The numbers of columns and rows of a sheet, both in LibreOffice and in Excel.
constexpr sal_Int32 columnsMax = 16384, rowsMax = 1048576;

// The position of a cell with a name such as AB12. Columns and rows are counted from 0. A column or row that the name
// lacks is -1.
struct Place
{
    sal_Int32 column, row;
};

Place placeOf(const rtl::OUString& name)
{
    sal_Int32 letters = 0, column = 0;
    // The loop ends after four letters, because no column has that many.
    for (; letters < std::min<sal_Int32>(name.getLength(), 4) && name[letters] >= 'A' && name[letters] <= 'Z'; letters++)
        column = 26 * column + name[letters] - 'A' + 1;
    return { column - 1, name.copy(letters).toInt32() - 1 };
}

// The maximum number of overlapping array formulas that are tracked at a time.
constexpr std::size_t openMax = 200;

// Reads the formulas of a sheet and their stored values.
class Formulas : public part::Reader
{
public:
    Formulas(bool foreign, const std::function<void(const book::Formula&)>& visit)
        : m_foreign(foreign)
        , m_visit(visit)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        m_text.setLength(0);
        if (is(name, "row"))
            beginRow(attributes);
        else if (is(name, "c"))
            beginCell(attributes);
        else if (is(name, "f"))
            beginFormula(attributes);
    }
    void SAL_CALL endElement(const rtl::OUString& name) override
    {
        if (is(name, "f"))
            endFormula();
        else if (is(name, "v"))
            m_cell.value = m_text.toString();
        else if (is(name, "c") && !m_cell.value.isEmpty() && isOnSheet())
            endCell();
    }
    void SAL_CALL characters(const rtl::OUString& text) override { m_text.append(text); }

private:
    void beginRow(const part::Attributes& attributes)
    {
        const sal_Int32 number = attributes->getValueByName("r").toInt32();
        m_cell.row = std::min(number > 0 ? number - 1 : m_cell.row + 1, rowsMax);
        m_cell.column = -1;
    }

    void beginCell(const part::Attributes& attributes)
    {
        m_formula = false;
        const sal_Int32 column = m_cell.column;
        m_cell = { column + 1, m_cell.row, attributes->getValueByName("t"), rtl::OUString(), false, -1, 0 };
        const Place place = placeOf(attributes->getValueByName("r"));
        if (place.column >= 0)
            m_cell.column = place.column;
    }

    // A cell without a formula of its own may belong to an array formula.
    void endCell()
    {
        if (!m_formula)
        {
            const auto in = std::find_if(m_open.begin(), m_open.end(), [&](const Open& one) { return one.has(m_cell); });
            if (in == m_open.end())
                return;
            m_cell.matrix = in->number;
            m_cell.matrixSize = in->size();
            m_cell.changing = in->changing;
        }
        m_visit(m_cell);
    }

    // LibreOffice ignores cells outside of the sheet, but does not check positions that are passed to it.
    bool isOnSheet() const { return m_cell.column < columnsMax && m_cell.row >= 0 && m_cell.row < rowsMax; }

    void beginFormula(const part::Attributes& attributes)
    {
        m_formula = true;
        m_ref = attributes->getValueByName("t") == "array" ? attributes->getValueByName("ref") : rtl::OUString();
        m_shared = attributes->getValueByName("si");
    }

    // The text of a shared formula is stored only in its first cell.
    void endFormula()
    {
        const rtl::OString text = rtl::OUStringToOString(m_text.toString(), RTL_TEXTENCODING_UTF8);
        m_cell.changing = isChanging({ text.getStr(), static_cast<std::size_t>(text.getLength()) }, m_foreign);
        if (!m_shared.isEmpty() && text.getLength() > 0)
            m_sharedChanging[m_shared] = m_cell.changing;
        else if (!m_shared.isEmpty())
            m_cell.changing = m_sharedChanging[m_shared];
        if (m_ref.indexOf(':') > 0)
            beginMatrix();
    }

    void beginMatrix()
    {
        const Place last = placeOf(m_ref.copy(m_ref.indexOf(':') + 1));
        // Array formulas that end above this row are complete.
        m_open.erase(std::remove_if(m_open.begin(), m_open.end(), [&](const Open& one) { return one.lastRow < m_cell.row; }), m_open.end());
        m_formula = m_open.size() < openMax;
        if (!m_formula)
            return; // LibreOffice calculates it
        m_cell.matrix = m_matrices++;
        m_open.push_back({ m_cell.column, m_cell.row, last.column, last.row, m_cell.matrix, m_cell.changing });
        m_cell.matrixSize = m_open.back().size();
    }

    // An array formula that may have further cells.
    struct Open
    {
        sal_Int32 firstColumn, firstRow, lastColumn, lastRow, number;
        bool changing;

        bool has(const book::Formula& cell) const
        {
            return cell.row >= firstRow && cell.row <= lastRow && cell.column >= firstColumn && cell.column <= lastColumn;
        }
        sal_Int64 size() const { return (sal_Int64(lastColumn) - firstColumn + 1) * (sal_Int64(lastRow) - firstRow + 1); }
    };

    const bool m_foreign;
    const std::function<void(const book::Formula&)>& m_visit;
    book::Formula m_cell{ -1, -1, {}, {}, false, -1, 0 };
    bool m_formula = false;
    rtl::OUString m_shared, m_ref;
    sal_Int32 m_matrices = 0;
    std::vector<Open> m_open;
    std::map<rtl::OUString, bool> m_sharedChanging;
    rtl::OUStringBuffer m_text;
};
}

book::Book book::read(const rtl::OUString& url)
{
    Book book;
    std::map<rtl::OUString, rtl::OUString> targets;
    try
    {
        const auto package = engine::openPackage(url);
        part::read(package->getStreamByPattern("xl/workbook.xml"), new MainPart(book));
        targets = part::targets(package->getStreamByPattern(relationships));
    }
    catch (const uno::Exception&)
    {
        return {}; // the file is encrypted, or its list of sheets is in another part
    }
    for (Sheet& sheet : book.sheets)
    {
        const rtl::OUString target = targets[sheet.part];
        sheet.part = target.isEmpty() ? target : target.startsWith("/") ? target.copy(1) : "xl/" + target;
    }
    return book;
}

void book::checkRoom(const Book& book)
{
    // The memory in bytes that LibreOffice uses before it loads a document, and the memory that each sheet needs
    // regardless of its size, for the styles of its 16,384 columns.
    constexpr rlim_t before = 450 << 20, sheet = 1300 << 10;
    rlimit room{};
    if (getrlimit(RLIMIT_AS, &room) == 0 && before + book.sheets.size() * sheet > room.rlim_cur)
        throw uno::RuntimeException(rtl::OUString("the sheets need too much memory"), nullptr);
}

book::Traits book::traits(const uno::Reference<io::XInputStream>& part, bool foreign)
{
    constexpr sal_Int32 size = 1 << 18;
    Traits traits;
    std::string text;
    uno::Sequence<sal_Int8> bytes;
    for (sal_Int32 read = size; read == size;)
    {
        read = part->readBytes(bytes, size);
        text.append(reinterpret_cast<const char*>(bytes.getConstArray()), read);
        // The next piece begins with the last cell of this one, whose formula may be incomplete.
        std::size_t next = read == size ? text.rfind("<c ") : text.size();
        next = next == text.npos || text.size() - next > formulaMax ? text.size() : next;
        scan(std::string_view(text).substr(0, next), foreign, traits);
        text.erase(0, next);
    }
    return traits;
}

void book::formulas(const uno::Reference<io::XInputStream>& part, bool foreign, const std::function<void(const Formula&)>& visit)
{
    part::read(part, new Formulas(foreign, visit));
}
