// Changes the layout of a document for readers, except where the document specifies it. The url is that of
// the document's file, which is read for properties that the model does not contain.
#pragma once

#include <functional>
#include <vector>

#include <com/sun/star/awt/Size.hpp>
#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XNamed.hpp>
#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <com/sun/star/sheet/XSpreadsheets.hpp>
#include <com/sun/star/text/XText.hpp>
#include <rtl/ustring.hxx>

#include "lectern_document.hxx"

namespace layout
{
// Returns "sheets" or "slides" if all of them are hidden, otherwise nullptr. Otherwise it also hides the sheets that
// LibreOffice shows although they are hidden in the file.
const char* allHidden(const lectern_document& document);

// Replaces formulas in sheets by their stored values if LibreOffice would calculate another value each time, or an error
// because it cannot fetch data or does not know a function.
void showStoredValues(const lectern_document& document);

// Omits large empty areas of sheets, fits wide sheets to the page, and reports hidden sheets.
void sheets(const lectern_document& document, lectern_fact fact);

// Hides long ranges of rows and columns without content, so that they are not printed. It returns false if
// there are none.
bool hideEmptyRanges(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Hides the rows at the end of a sheet whose cells show nothing (formulas that return an empty text, or blanks), if
// they fill at least one page. It returns false if there are no such rows.
bool hideTrailingBlanks(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Limits a sheet to the pages with content if these are only a small part of its pages. If down is set, pages are
// ordered from top to bottom first. If the content extends far along both edges, the sheet is divided into copies that
// are inserted after it, because LibreOffice processes all print areas of a sheet for each page. Returns the number of
// copies including the sheet, or 0 if the sheet is not changed.
sal_Int32 limitPrintAreas(const css::uno::Reference<css::sheet::XSpreadsheets>& tables, sal_Int32 index, bool down);

// Shortens merged cells that extend far beyond the content of a sheet, because LibreOffice prints all of them. It
// returns false if there are none.
bool shortenMerges(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Reports whether there are hidden rows or columns with content.
bool hasHiddenContent(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Reports whether there is content outside of the print areas.
bool hasUnprintedContent(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// The result of wrapping long texts.
struct Wrapped
{
    sal_Int32 last = -1; // the last column that wrapped texts use, or -1
    bool cut = false;    // some texts could not be wrapped and are cut off at the edge of the page
};

// Wraps texts that overflow into empty cells beyond the page and beyond all other content. The size of the page
// excludes its margins and is in 1/100 mm.
Wrapped wrapLongTexts(const css::uno::Reference<css::sheet::XSpreadsheet>& table, css::awt::Size page);

// Prints all content of a sheet if its print areas are empty. It returns false if they have content or if
// there are none.
bool replaceEmptyPrintAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Prevents that fields in texts show the name of the temporary file. It sets fields for the file name to the text that
// they showed when the document was saved, or to an empty text if that is unknown. It must be called before the
// document has a view.
void keepFileNames(const css::uno::Reference<css::lang::XComponent>& document, const rtl::OUString& url);

// Changes a text, and reports whether it has changed.
using Change = std::function<bool(const css::uno::Reference<css::text::XText>&)>;

// Calls change for the header and footer texts that a page style of sheets shows.
void changeHeadersFooters(const css::uno::Reference<css::beans::XPropertySet>& style, const Change& change);

// Removes fields for the file name from the headers and footers of a page style of sheets.
void dropFileNames(const css::uno::Reference<css::beans::XPropertySet>& style);

// Sets fields in texts for the number of pages to the number of exported pages. LibreOffice also counts the blank pages
// that it inserts between two pages with odd numbers and does not export. The text is laid out for this.
void correctPageTotals(const css::uno::Reference<css::lang::XComponent>& document);

// Names slides after their titles, and reports hidden slides.
void slides(const lectern_document& document, lectern_fact fact);

struct Slide
{
    css::uno::Reference<css::container::XNamed> slide;
    bool visible;
};

// Corrects the targets of links and click actions on slides, and removes those without a page. The slides must have
// their names already.
void correctLinks(const lectern_document& document, const std::vector<Slide>& slides);

// Adds rules by which the replacement of a missing font has its kind (serif, sans-serif or monospaced), where LibreOffice
// does not ensure that. The url is that of the document's file.
void addFontRules(const rtl::OUString& url);

// Sets texts in the font that LibreOffice has used instead of the requested one if it loses their letters otherwise, as
// with some scripts. It returns false if there are none; otherwise the document must be exported again.
bool setScripts(lectern_document& document);
}
