#include "layout.hxx"

#include "facts.hxx"

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
        facts::report(fact, "layout-failed", e.Message);
    }
}
}

void lectern_layout(lectern_document* document, lectern_fact fact)
{
    guarded(fact, [=] {
        if (const char* hidden = layout::allHidden(*document))
            fact("all-hidden", hidden);
        // The family is stored, because asking the model takes half a millisecond.
        if (document->family == LECTERN_SHEET)
            layout::sheets(*document, fact);
        else if (document->family == LECTERN_SLIDES)
            layout::slides(*document, fact);
        else
            layout::addFontRules(document->url);
    });
    guarded(fact, [=] {
        // The fonts recorded so far include those of text that is not exported, so they are dropped. Fonts that supply
        // missing characters are kept, because text that is exported may not be laid out again.
        fonts::collect(document->fonts);
        document->fonts.taken.clear();
    });
}

void lectern_layout_end(lectern_document* document, lectern_fact fact)
{
    guarded(fact, [=] { fonts::report(document->fonts, fact); });
}
