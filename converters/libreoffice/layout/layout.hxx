// How a document is laid out for readers, as far as it does not say so itself: an
// extension of the bundled LibreOffice, in its own terms (UNO), which the office
// converter calls between loading and export.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>
#include <rtl/ustring.hxx>

// lectern_layout arranges the one document that the process has open, and
// lectern_layout_end is called when it was exported. They tell fact what readers might
// want to know of it, and give 0 where they failed.
//
//   hidden-sheet, hidden-slide  its name; it will not be in the PDF
//   fitted-sheet                its name; it was made to fit its page's width
//   gathered-sheet              its name; long stretches without content are left out
//   asked-font                  a family that the document's text is set in
//   missing-font                such a family that is not there, '|', and what is taken instead
//   layout-failed               why
//
// Takes something that is to be reported of the document, in UTF-8.
extern "C" typedef void (*lectern_fact)(const char* name, const char* value);

namespace layout
{
// Sheets: scattered ones are gathered, wide ones fitted, hidden ones told.
void sheets(const css::uno::Reference<css::lang::XComponent>& document, lectern_fact fact);

// Leaves long stretches of rows and columns without content out of what is printed of a
// sheet. It gives false where there are none.
bool gather(const css::uno::Reference<css::sheet::XSpreadsheet>& table);

// Slides: named by their titles, hidden ones told.
void slides(const css::uno::Reference<css::lang::XComponent>& document, lectern_fact fact);

// Fonts that are not there: of what kind the faces in their place are, where the engine
// does not see to it.
void families(const css::uno::Reference<css::lang::XComponent>& document);

// Fonts: which are asked for, and which are used, by the text that is laid out between
// the two calls.
void beginFonts();
void endFonts(lectern_fact fact);

const css::uno::Reference<css::uno::XComponentContext>& context();

void tell(lectern_fact fact, const char* name, const rtl::OUString& value);
}
