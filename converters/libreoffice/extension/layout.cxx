#include "layout.hxx"

using namespace css;

namespace
{
template <class Work> void guarded(lectern_fact fact, Work work)
{
    try
    {
        work();
    }
    catch (const uno::Exception& e)
    {
        layout::tell(fact, "layout-failed", e.Message);
    }
}
}

void lectern_layout(lectern_document* document, lectern_fact fact)
{
    guarded(fact, [=] {
        if (const char* hidden = layout::allHidden(*document))
            fact("all-hidden", hidden);
        // A model is not asked what it is: that takes half a millisecond.
        if (document->family == LECTERN_SHEET)
            layout::sheets(*document, fact);
        else if (document->family == LECTERN_SLIDES)
            layout::slides(*document, fact);
        else
            layout::families(document->url);
    });
    guarded(fact, [=] {
        // What was laid out so far is not all shown; but it is not laid out again where it is.
        fonts::collect(document->fonts);
        document->fonts.taken.clear();
    });
}

void lectern_layout_end(lectern_document* document, lectern_fact fact)
{
    guarded(fact, [=] { fonts::tell(document->fonts, fact); });
}

void layout::tell(lectern_fact fact, const char* name, const rtl::OUString& value)
{
    fact(name, rtl::OUStringToOString(value, RTL_TEXTENCODING_UTF8).getStr());
}
