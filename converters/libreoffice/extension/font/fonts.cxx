#include "font/fonts.hxx"

#include <com/sun/star/awt/XFontMappingUse.hpp>

#include "engine.hxx"
#include "facts.hxx"

// Functions of fontconfig, which LibreOffice uses to find fonts, too.
extern "C"
{
struct FcFontSet
{
    int count, room;
    void** patterns;
};
void* FcPatternCreate();
void FcPatternDestroy(void*);
int FcPatternAddCharSet(void*, const char*, const void*);
int FcPatternGetString(const void*, const char*, int, unsigned char**);
void* FcCharSetCreate();
void FcCharSetDestroy(void*);
int FcCharSetAddChar(void*, unsigned int);
void* FcObjectSetBuild(const char*, ...);
void FcObjectSetDestroy(void*);
FcFontSet* FcFontList(void*, void*, void*);
void FcFontSetDestroy(FcFontSet*);
}

using namespace css;

namespace
{
// Returns the family of a font that LibreOffice describes as family/style.
rtl::OUString familyOf(const rtl::OUString& face)
{
    return face.getToken(0, '/');
}

uno::Reference<awt::XFontMappingUse> tracker()
{
    return { engine::create("com.sun.star.awt.Toolkit"), uno::UNO_QUERY_THROW };
}
}

rtl::OUString fonts::wanted(const rtl::OUString& face)
{
    return familyOf(face).getToken(0, ';').trim();
}

void fonts::begin() { tracker()->startTrackingFontMappingUse(); }

void fonts::collect(Use& use)
{
    for (const awt::XFontMappingUseItem& item : tracker()->finishTrackingFontMappingUse())
    {
        const rtl::OUString family = wanted(item.originalFont);
        if (!family.isEmpty() && item.usedFonts.hasElements() && use.own.count(family) == 0)
            use.taken.emplace(family, familyOf(item.usedFonts[0]));
        for (sal_Int32 i = 1; i < item.usedFonts.getLength(); i++)
            use.fallback.insert(familyOf(item.usedFonts[i]));
    }
    begin();
}

void fonts::report(const Use& use, lectern_fact fact)
{
    for (const auto& [family, taken] : use.taken)
    {
        facts::report(fact, "asked-font", family);
        if (!taken.equalsIgnoreAsciiCase(family))
            facts::report(fact, "missing-font", family + "|" + taken);
    }
}

std::set<rtl::OUString> fonts::familiesWith(char32_t character)
{
    void* characters = FcCharSetCreate();
    FcCharSetAddChar(characters, character);
    void* pattern = FcPatternCreate();
    FcPatternAddCharSet(pattern, "charset", characters);
    void* wanted = FcObjectSetBuild("family", nullptr);
    std::set<rtl::OUString> families;
    if (FcFontSet* faces = FcFontList(nullptr, pattern, wanted))
    {
        unsigned char* name = nullptr;
        for (int i = 0; i < faces->count; i++)
            if (FcPatternGetString(faces->patterns[i], "family", 0, &name) == 0)
                families.insert(rtl::OUString::fromUtf8(reinterpret_cast<const char*>(name)));
        FcFontSetDestroy(faces);
    }
    FcObjectSetDestroy(wanted);
    FcPatternDestroy(pattern);
    FcCharSetDestroy(characters);
    return families;
}
