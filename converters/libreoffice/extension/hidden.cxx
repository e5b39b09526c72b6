#include "engine.hxx"
#include "layout.hxx"

#include <algorithm>
#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>

using namespace css;

namespace
{
// For each sheet in a file's list, whether it is hidden.
using Listed = std::vector<bool>;

// Types of records at the beginning of a binary workbook (MS-XLS 2.3). The first type describes a sheet; the records of
// all sheets follow one another. The second type precedes encrypted records.
constexpr int recordSheet = 0x0085, recordEncrypted = 0x002F;
// The state of a sheet is in the lowest two bits of the fifth byte of its record.
constexpr int stateAt = 4, stateBits = 3;

void readRecords(const uno::Reference<io::XInputStream>& stream, Listed& listed)
{
    auto number = [](const uno::Sequence<sal_Int8>& bytes, int at) {
        return static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) << 8;
    };
    uno::Sequence<sal_Int8> head, body;
    while (stream->readBytes(head, 4) == 4)
    {
        const int kind = number(head, 0), length = number(head, 2);
        if (kind == recordEncrypted || (kind != recordSheet && !listed.empty()) || stream->readBytes(body, length) != length)
            return;
        if (kind == recordSheet && length > stateAt)
            listed.push_back(body[stateAt] & stateBits);
    }
}

void readCompound(const rtl::OUString& url, Listed& listed)
{
    auto streams = engine::make<container::XNameAccess>("com.sun.star.embed.OLESimpleStorage",
                                                        { uno::Any(engine::openFile(url)), uno::Any(true) });
    uno::Reference<io::XInputStream> book;
    streams->getByName(streams->hasByName("Workbook") ? rtl::OUString("Workbook") : rtl::OUString("Book")) >>= book;
    if (book.is())
        readRecords(book, listed);
}

Listed listedIn(const lectern_document& document)
{
    Listed listed;
    for (const book::Sheet& sheet : document.book.sheets)
        listed.push_back(sheet.hidden);
    try
    {
        if (document.url.endsWith("/input.xls"))
            readCompound(document.url, listed);
    }
    catch (const uno::Exception&)
    {
        return {}; // the file is encrypted
    }
    return listed;
}

// Calls the function visit with the index and the properties of each sheet or slide.
template <class Visit> void each(const uno::Reference<uno::XInterface>& of, Visit visit)
{
    uno::Reference<container::XIndexAccess> all(of, uno::UNO_QUERY_THROW);
    for (sal_Int32 i = 0, n = all->getCount(); i < n; i++)
        visit(i, uno::Reference<beans::XPropertySet>(all->getByIndex(i), uno::UNO_QUERY_THROW));
}

bool allSlidesHidden(const uno::Reference<lang::XComponent>& document)
{
    bool hidden = true;
    each(uno::Reference<drawing::XDrawPagesSupplier>(document, uno::UNO_QUERY_THROW)->getDrawPages(),
         [&](sal_Int32, const uno::Reference<beans::XPropertySet>& slide) {
             bool visible = true;
             slide->getPropertyValue("Visible") >>= visible;
             hidden = hidden && !visible;
         });
    return hidden;
}

// Returns true if all sheets of the file are hidden. Otherwise, hides the sheets that are hidden in the file, because
// LibreOffice shows the active sheet even if it is hidden, and the first sheet if no sheet is visible.
bool allSheetsHidden(const uno::Reference<uno::XInterface>& sheets, const Listed& listed)
{
    if (!listed.empty() && std::all_of(listed.begin(), listed.end(), [](bool hidden) { return hidden; }))
        return true;
    if (static_cast<std::size_t>(uno::Reference<container::XIndexAccess>(sheets, uno::UNO_QUERY_THROW)->getCount()) != listed.size())
        return false;
    each(sheets, [&](sal_Int32 i, const uno::Reference<beans::XPropertySet>& sheet) {
        if (listed[i])
            sheet->setPropertyValue("IsVisible", uno::Any(false));
    });
    return false;
}
}

const char* layout::allHidden(const lectern_document& document)
{
    if (document.family == LECTERN_SLIDES)
        return allSlidesHidden(document.model) ? "slides" : nullptr;
    if (document.family == LECTERN_TEXT)
        return nullptr;
    uno::Reference<sheet::XSpreadsheetDocument> workbook(document.model, uno::UNO_QUERY_THROW);
    return allSheetsHidden(workbook->getSheets(), listedIn(document)) ? "sheets" : nullptr;
}
