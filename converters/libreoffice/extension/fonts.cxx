#include "engine.hxx"
#include "layout.hxx"

#include <set>

#include <com/sun/star/awt/XFontMappingUse.hpp>

using namespace css;

namespace
{
// LibreOffice names a face by its family, and by its style behind a slash.
rtl::OUString familyOf(const rtl::OUString& face)
{
    return face.getToken(0, '/');
}

// A document may name several families for one purpose; the first is the one it wants.
rtl::OUString wanted(const rtl::OUString& face)
{
    return familyOf(face).getToken(0, ';').trim();
}

uno::Reference<awt::XFontMappingUse> tracker()
{
    return { engine::create("com.sun.star.awt.Toolkit"), uno::UNO_QUERY_THROW };
}
}

void layout::beginFonts() { tracker()->startTrackingFontMappingUse(); }

void layout::endFonts(lectern_fact fact)
{
    std::set<rtl::OUString> told;
    for (const awt::XFontMappingUseItem& item : tracker()->finishTrackingFontMappingUse())
    {
        rtl::OUString family = wanted(item.originalFont);
        if (family.isEmpty() || !item.usedFonts.hasElements() || !told.insert(family).second)
            continue;
        tell(fact, "asked-font", family);
        rtl::OUString used = familyOf(item.usedFonts[0]);
        if (!used.equalsIgnoreAsciiCase(family))
            tell(fact, "missing-font", family + "|" + used);
    }
}
