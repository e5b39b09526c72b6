// How a document is laid out for readers, as far as it does not say so itself. The url is that
// of its file, where something is to be read that the model has not.
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

#include "document.hxx"

namespace layout
{
// What all of a document is hidden of, "sheets" or "slides"; nullptr where something is
// shown. Sheets that the engine shows although they are hidden are so then.
const char* allHidden(const lectern_document& document);

// Sheets: formulas show the values that the file has of them, where the engine would show others
// each time, or an error: what was to be fetched, or is not known to it.
void showStored(const lectern_document& document);

// Sheets: scattered ones are gathered, wide ones fitted, hidden ones told.
void sheets(const lectern_document& document, lectern_fact fact);

// Leaves long stretches of rows and columns without content out of what is printed of a
// sheet. It gives false where there are none.
bool gather(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Leaves the end of a sheet out of what is printed where its cells show nothing for a page and
// more: formulas that were filled down and give an empty text, or blanks. It gives false
// where there is no such end.
bool leaveBlankEnd(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Has only those pages of a sheet printed up to which its content reaches, where these are
// few of many; down says that pages follow each other down first. Where content reaches far
// along both sides, the sheet gets copies behind it for what lies along one: the engine goes
// through all print areas of a sheet for each page. It gives how many sheets there are of
// it then, and 0 where it is left as it is.
sal_Int32 cutToContent(const css::uno::Reference<css::sheet::XSpreadsheets>& tables, sal_Int32 index, bool down);

// Shortens merged cells that reach far beyond the content of a sheet, which are all printed.
// It gives false where there are none.
bool shortenMerges(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Whether rows or columns are hidden that have content, and whether there is content that
// lies outside of the print areas.
bool hidesContent(const css::uno::Reference<css::sheet::XSpreadsheet>& table);
bool printsPart(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Sets texts that run on over empty cells beyond the page, and beyond all other content, in
// lines. The page is without its margins, in 1/100 mm.
struct Folded
{
    sal_Int32 last = -1; // the last column that lines are in
    bool cut = false;    // whether there was no room for some, which end at the edge of the page
};
Folded foldLongTexts(const css::uno::Reference<css::sheet::XSpreadsheet>& table, css::awt::Size page);

// Has all content of a sheet printed where there is none in its print areas. It gives false where
// there is some, or no print area.
bool leaveEmptyAreas(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Texts: fields for the name of the file have what they showed last, as far as the document
// tells, and nothing else: the file is called otherwise here. To be called before the document has a view.
void keepFileNames(const css::uno::Reference<css::lang::XComponent>& document, const rtl::OUString& url);

// Sheets: changes the texts that a page style shows in its margins; change says whether it did.
using Change = std::function<bool(const css::uno::Reference<css::text::XText>&)>;
void changeMargins(const css::uno::Reference<css::beans::XPropertySet>& style, const Change& change);

// Sheets: takes fields for the name of the file out of what a page style has in its margins.
void dropFileNames(const css::uno::Reference<css::beans::XPropertySet>& style);

// Texts: fields for the number of pages count those that are there. The engine counts blank ones, too, which
// it puts between two pages with odd numbers and leaves out of an export. The text is laid out for it.
void keepPageTotals(const css::uno::Reference<css::lang::XComponent>& document);

// Slides: named by their titles, hidden ones told.
void slides(const lectern_document& document, lectern_fact fact);

struct Slide
{
    css::uno::Reference<css::container::XNamed> slide;
    bool visible;
};

// Slides, which have their names: what can be clicked leads to the pages that it is to lead to, or nowhere where
// that is no page.
void leadJumps(const lectern_document& document, const std::vector<Slide>& slides);

// Fonts that are not there: of what kind the faces in their place are, where the engine
// does not see to it.
void families(const rtl::OUString& url);

// Fonts: texts in scripts of which the engine would lose letters are set in the fonts that it has
// taken for them. It gives false where there are none; else what was exported is to be exported again.
bool setScripts(lectern_document& document);

void tell(lectern_fact fact, const char* name, const rtl::OUString& value);
}
