#include "part.hxx"

#include <com/sun/star/xml/sax/InputSource.hpp>
#include <com/sun/star/xml/sax/XParser.hpp>

#include "engine.hxx"

using namespace css;

namespace
{
class Targets : public part::Reader
{
public:
    explicit Targets(std::map<rtl::OUString, rtl::OUString>& targets)
        : m_targets(targets)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        if (part::is(name, "Relationship"))
            m_targets[attributes->getValueByName("Id")] = attributes->getValueByName("Target");
    }

private:
    std::map<rtl::OUString, rtl::OUString>& m_targets;
};
}

void part::read(const uno::Reference<io::XInputStream>& stream, const uno::Reference<xml::sax::XDocumentHandler>& reader)
{
    xml::sax::InputSource source;
    source.aInputStream = stream;
    auto parser = engine::make<xml::sax::XParser>("com.sun.star.xml.sax.Parser", {});
    parser->setDocumentHandler(reader);
    parser->parseStream(source);
}

bool part::is(const rtl::OUString& element, const char* name)
{
    return element.copy(element.indexOf(':') + 1).equalsAscii(name);
}

rtl::OUString part::prefixed(const Attributes& attributes, const char* name)
{
    for (sal_Int16 i = 0, n = attributes->getLength(); i < n; i++)
        if (attributes->getNameByIndex(i).indexOf(':') > 0 && is(attributes->getNameByIndex(i), name))
            return attributes->getValueByIndex(i);
    return rtl::OUString();
}

std::map<rtl::OUString, rtl::OUString> part::targets(const uno::Reference<io::XInputStream>& stream)
{
    std::map<rtl::OUString, rtl::OUString> targets;
    read(stream, new Targets(targets));
    return targets;
}
