#include "slide/deck.hxx"
#include "layout.hxx"

#include <algorithm>
#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XEnumerationAccess.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/lang/XMultiServiceFactory.hpp>
#include <com/sun/star/presentation/ClickAction.hpp>
#include <com/sun/star/text/XText.hpp>
#include <com/sun/star/text/XTextField.hpp>

using namespace css;
using presentation::ClickAction;

namespace
{
// Targets of links that are not slides: none, or outside of the document.
constexpr sal_Int32 nowhere = -1, outside = -2;

using Properties = uno::Reference<beans::XPropertySet>;

template <class T> T get(const Properties& from, const char* name)
{
    T value{};
    from->getPropertyValue(rtl::OUString::createFromAscii(name)) >>= value;
    return value;
}

// Reports whether a link would start a program.
bool isProgram(const rtl::OUString& url)
{
    static constexpr const char* ends[] = { ".exe", ".com", ".bat", ".cmd", ".vbs", ".lnk" };
    const rtl::OUString lower = url.toAsciiLowerCase();
    return lower.startsWith("file:") && std::any_of(std::begin(ends), std::end(ends), [&](const char* end) {
        return lower.endsWith(rtl::OUString::createFromAscii(end));
    });
}

// Corrects the targets of links and click actions, so that they are the pages of the slides in the PDF. LibreOffice
// counts hidden slides as pages, uses the number in the name of a slide's part as its position, and finds no page for
// relative targets, such as the next slide. Links in table cells are not changed, because their text has no portions
// here.
class Links
{
public:
    Links(const uno::Reference<lang::XComponent>& document, const std::vector<layout::Slide>& slides, const deck::Deck& deck)
        : m_factory(document, uno::UNO_QUERY_THROW)
        , m_slides(slides)
        , m_deck(deck)
    {
    }

    void correct()
    {
        for (m_at = 0; m_at < count(); m_at++)
            if (m_slides[m_at].visible)
                correctShapes(uno::Reference<container::XIndexAccess>(m_slides[m_at].slide, uno::UNO_QUERY_THROW));
    }

private:
    sal_Int32 count() const { return static_cast<sal_Int32>(m_slides.size()); }

    // Returns the first visible slide from a position on. The step is 1 for forwards, -1 for backwards.
    sal_Int32 shownFrom(sal_Int32 at, sal_Int32 step) const
    {
        while (at >= 0 && at < count() && !m_slides[at].visible)
            at += step;
        return at < count() ? std::max(at, nowhere) : nowhere;
    }

    sal_Int32 slideOf(ClickAction action) const
    {
        switch (action)
        {
            case presentation::ClickAction_NEXTPAGE:
                return shownFrom(m_at + 1, 1);
            case presentation::ClickAction_PREVPAGE:
                return shownFrom(m_at - 1, -1);
            case presentation::ClickAction_FIRSTPAGE:
                return shownFrom(0, 1);
            case presentation::ClickAction_LASTPAGE:
                return shownFrom(count() - 1, -1);
            default:
                return nowhere;
        }
    }

    // Returns the slide whose part has the number in its name.
    sal_Int32 numbered(sal_Int32 number) const
    {
        sal_Int32 place = number - 1;
        if (!m_deck.places.empty())
        {
            const auto found = m_deck.places.find(number);
            place = found == m_deck.places.end() ? nowhere : found->second;
        }
        return place >= 0 && place < count() && m_slides[place].visible ? place : nowhere;
    }

    // Returns the target of a link in a text.
    sal_Int32 slideOf(const rtl::OUString& url) const
    {
        static constexpr struct
        {
            const char* url;
            ClickAction action;
        } jumps[] = {
            { "#action?jump=nextslide", presentation::ClickAction_NEXTPAGE },
            { "#action?jump=previousslide", presentation::ClickAction_PREVPAGE },
            { "#action?jump=firstslide", presentation::ClickAction_FIRSTPAGE },
            { "#action?jump=lastslide", presentation::ClickAction_LASTPAGE },
        };
        for (const auto& jump : jumps)
            if (url.equalsAscii(jump.url))
                return slideOf(jump.action);
        if (url.startsWith("#Slide "))
            return numbered(url.copy(7).toInt32());
        return url.isEmpty() || url.startsWith("#") || isProgram(url) ? nowhere : outside;
    }

    // Returns the slide that a click action refers to by name. LibreOffice updates that name when the slide is renamed.
    sal_Int32 slideNamed(const rtl::OUString& name) const
    {
        for (sal_Int32 i = 0; i < count(); i++)
            if (m_slides[i].slide->getName() == name)
                return numbered(i + 1);
        return nowhere;
    }

    sal_Int32 slideOf(const Properties& shape) const
    {
        const auto action = get<ClickAction>(shape, "OnClick");
        switch (action)
        {
            case presentation::ClickAction_NEXTPAGE:
            case presentation::ClickAction_PREVPAGE:
            case presentation::ClickAction_FIRSTPAGE:
            case presentation::ClickAction_LASTPAGE:
            case presentation::ClickAction_PROGRAM:
                return slideOf(action);
            case presentation::ClickAction_BOOKMARK:
                return slideNamed(get<rtl::OUString>(shape, "Bookmark"));
            case presentation::ClickAction_DOCUMENT:
                return isProgram(get<rtl::OUString>(shape, "Bookmark")) ? nowhere : outside;
            default:
                return outside; // LibreOffice does not export it as a link
        }
    }

    // Returns the name that makes LibreOffice link to the page of a slide. LibreOffice counts hidden slides, so this is
    // the name of the slide that would be on that page if no slides were hidden. A slide without a name is called
    // "page3" by LibreOffice, and "Slide 3" in an outline, but a shape cannot be linked to this name. Such a slide gets
    // a name that looks like "Slide 3".
    rtl::OUString nameFor(sal_Int32 slide) const
    {
        const auto page = std::count_if(m_slides.begin(), m_slides.begin() + slide, [](const layout::Slide& before) { return before.visible; });
        const auto& named = m_slides[page].slide;
        const rtl::OUString number = rtl::OUString::number(page + 1), space(sal_Unicode(0x00A0));
        if (named->getName() == "page" + number)
            named->setName("Slide" + space + number + space);
        return named->getName();
    }

    void correctShapes(const uno::Reference<container::XIndexAccess>& shapes)
    {
        for (sal_Int32 i = 0, n = shapes->getCount(); i < n; i++)
        {
            Properties shape(shapes->getByIndex(i), uno::UNO_QUERY);
            try
            {
                if (shape.is())
                    correctShape(shape);
            }
            catch (const uno::Exception&)
            {
                // After an error, the shape keeps its links as they are. The links of other shapes are still corrected.
            }
        }
    }

    void correctShape(const Properties& shape)
    {

        uno::Reference<container::XIndexAccess> group(shape, uno::UNO_QUERY);
        if (group.is())
            return correctShapes(group);
        if (shape->getPropertySetInfo()->hasPropertyByName("OnClick"))
            correctClick(shape);
        uno::Reference<text::XText> text(shape, uno::UNO_QUERY);
        if (text.is() && !text->getString().isEmpty())
            correctText(text);
    }

    void correctClick(const Properties& shape)
    {
        const sal_Int32 slide = slideOf(shape);
        if (slide == outside)
            return;
        shape->setPropertyValue("OnClick", uno::Any(slide == nowhere ? presentation::ClickAction_NONE : presentation::ClickAction_BOOKMARK));
        if (slide != nowhere)
            shape->setPropertyValue("Bookmark", uno::Any(nameFor(slide)));
    }

    void correctText(const uno::Reference<text::XText>& text)
    {
        for (auto paragraphs = uno::Reference<container::XEnumerationAccess>(text, uno::UNO_QUERY_THROW)->createEnumeration(); paragraphs->hasMoreElements();)
        {
            std::vector<uno::Reference<text::XTextRange>> portions;
            uno::Reference<container::XEnumerationAccess> paragraph(paragraphs->nextElement(), uno::UNO_QUERY_THROW);
            for (auto all = paragraph->createEnumeration(); all->hasMoreElements();)
                portions.emplace_back(all->nextElement(), uno::UNO_QUERY_THROW);
            // In reverse order, because a change moves the portions after it.
            std::for_each(portions.rbegin(), portions.rend(), [&](const auto& portion) { correctPortion(text, portion); });
        }
    }

    void correctPortion(const uno::Reference<text::XText>& text, const uno::Reference<text::XTextRange>& portion)
    {
        Properties properties(portion, uno::UNO_QUERY_THROW);
        if (get<rtl::OUString>(properties, "TextPortionType") != "TextField")
            return;
        Properties field(properties->getPropertyValue("TextField"), uno::UNO_QUERY);
        if (!field.is() || !field->getPropertySetInfo()->hasPropertyByName("URL"))
            return;
        const sal_Int32 slide = slideOf(get<rtl::OUString>(field, "URL"));
        if (slide == nowhere)
            portion->setString(get<rtl::OUString>(field, "Representation"));
        else if (slide != outside)
            text->insertTextContent(portion, linkTo(slide, field), true);
    }

    uno::Reference<text::XTextContent> linkTo(sal_Int32 slide, const Properties& like) const
    {
        Properties field(m_factory->createInstance("com.sun.star.text.TextField.URL"), uno::UNO_QUERY_THROW);
        field->setPropertyValue("URL", uno::Any("#" + nameFor(slide)));
        for (const char* name : { "Representation", "Format" })
            field->setPropertyValue(rtl::OUString::createFromAscii(name), like->getPropertyValue(rtl::OUString::createFromAscii(name)));
        return { field, uno::UNO_QUERY_THROW };
    }

    const uno::Reference<lang::XMultiServiceFactory> m_factory;
    const std::vector<layout::Slide>& m_slides;
    const deck::Deck& m_deck;
    sal_Int32 m_at = 0; // the current slide
};
}

void layout::correctLinks(const lectern_document& document, const std::vector<Slide>& slides)
{
    const deck::Deck deck = deck::read(document.url);
    if (deck.hasActions)
        Links(document.model, slides, deck).correct();
}
