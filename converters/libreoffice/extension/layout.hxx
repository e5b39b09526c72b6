// How a document is laid out for readers, as far as it does not say so itself.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <rtl/ustring.hxx>

#include "document.hxx"

namespace layout
{
// What all of a document is hidden of, "sheets" or "slides"; nullptr where something is
// shown. Sheets that the engine shows although they are hidden are so then.
const char* allHidden(const css::uno::Reference<css::lang::XComponent>& document);

// Sheets: scattered ones are gathered, wide ones fitted, hidden ones told.
void sheets(const css::uno::Reference<css::lang::XComponent>& document, lectern_fact fact);

// Leaves long stretches of rows and columns without content out of what is printed of a
// sheet. It gives false where there are none.
bool gather(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Whether rows or columns are hidden that have content, and whether there is content that
// lies outside of the print areas.
bool hidesContent(const css::uno::Reference<css::sheet::XSpreadsheet>& table);
bool printsPart(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Slides: named by their titles, hidden ones told.
void slides(const css::uno::Reference<css::lang::XComponent>& document, lectern_fact fact);

// Fonts that are not there: of what kind the faces in their place are, where the engine
// does not see to it.
void families(const css::uno::Reference<css::lang::XComponent>& document);

// Fonts: which are asked for, and which are used, by the text that is laid out between
// the two calls.
void beginFonts();
void endFonts(lectern_fact fact);

void tell(lectern_fact fact, const char* name, const rtl::OUString& value);
}
