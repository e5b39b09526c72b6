#include "slide/deck.hxx"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/io/XInputStream.hpp>

#include "engine.hxx"
#include "part.hxx"

using namespace css;

namespace
{
using Package = uno::Reference<container::XNameAccess>;

// The prefix of actions in the parts of slides (ECMA-376 part 1, 21.1.2.3.5).
constexpr std::string_view action = "ppaction:";
// The header of the record of an action in a binary presentation (MS-PPT 2.8.1).
constexpr std::string_view actionRecord("\xF3\x0F\x10\0\0\0", 6);
constexpr sal_Int32 piece = 1 << 18;

// Reports whether a stream contains the wanted bytes.
bool contains(const uno::Reference<io::XInputStream>& in, std::string_view wanted)
{
    std::string text;
    uno::Sequence<sal_Int8> bytes;
    for (sal_Int32 read = piece; read == piece;)
    {
        read = in->readBytes(bytes, piece);
        text.append(reinterpret_cast<const char*>(bytes.getConstArray()), read);
        if (text.find(wanted) != text.npos)
            return true;
        // Keep the end of this piece: the wanted bytes may begin in it and end in the next one.
        text.erase(0, text.size() - std::min(text.size(), wanted.size() - 1));
    }
    return false;
}

uno::Reference<io::XInputStream> open(const Package& package, const rtl::OUString& part)
{
    return { package->getByName(part), uno::UNO_QUERY_THROW };
}

bool hasActions(const Package& package)
{
    for (const rtl::OUString& name : package->getElementNames())
        if (name.startsWith("ppt/slides/") && name.endsWith(".xml") && contains(open(package, name), action))
            return true;
    return false;
}

// Reads the list of slides of ppt/presentation.xml, as the ids of their relationships.
class MainPart : public part::Reader
{
public:
    explicit MainPart(std::vector<rtl::OUString>& slides)
        : m_slides(slides)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        if (part::is(name, "sldId"))
            m_slides.push_back(part::prefixed(attributes, "id"));
    }

private:
    std::vector<rtl::OUString>& m_slides;
};

// Returns the number in the name of a slide's part, such as slide12.xml, or 0 if it has another name.
sal_Int32 numberIn(const rtl::OUString& part)
{
    const rtl::OUString name = part.copy(part.lastIndexOf('/') + 1);
    return name.startsWith("slide") ? name.copy(5).toInt32() : 0;
}

std::map<sal_Int32, sal_Int32> placesIn(const Package& package)
{
    std::vector<rtl::OUString> slides;
    part::read(open(package, "ppt/presentation.xml"), new MainPart(slides));
    auto targets = part::targets(open(package, "ppt/_rels/presentation.xml.rels"));
    std::map<sal_Int32, sal_Int32> places;
    for (std::size_t i = 0; i < slides.size(); i++)
        places[numberIn(targets[slides[i]])] = static_cast<sal_Int32>(i);
    return places;
}

bool isPackage(const rtl::OUString& url) { return url.endsWith("x"); }
}

deck::Deck deck::read(const rtl::OUString& url)
{
    Deck deck;
    try
    {
        if (!isPackage(url))
            return { contains(engine::openFile(url), actionRecord), {} };
        const Package package(engine::openPackage(url), uno::UNO_QUERY_THROW);
        deck.hasActions = hasActions(package);
        if (deck.hasActions)
            deck.places = placesIn(package);
    }
    catch (const uno::Exception&)
    {
        deck.hasActions = true; // the file is encrypted, or its list of slides is in another part
    }
    return deck;
}
