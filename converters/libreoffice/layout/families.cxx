#include "layout.hxx"

#include <com/sun/star/frame/XModel.hpp>
#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/lang/XMultiComponentFactory.hpp>
#include <com/sun/star/packages/zip/XZipFileAccess.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>
#include <com/sun/star/xml/sax/InputSource.hpp>
#include <com/sun/star/xml/sax/XParser.hpp>
#include <cppuhelper/implbase1.hxx>
#include <rtl/ref.hxx>
#include <rtl/strbuf.hxx>
#include <rtl/ustrbuf.hxx>

// Of fontconfig, which the engine asks for a face in the place of one that is not there.
extern "C" void* FcConfigGetCurrent();
extern "C" int FcConfigParseAndLoadFromMemory(void* config, const unsigned char* text, int complain);

using namespace css;

namespace
{
// The engine takes any font of a Word document that its table does not call sans-serif
// for one with serifs: it asks fontconfig for the name, and for "serif". These rules put
// other faces before what that leads to. The fonts' own names still come first.
class Rules : public cppu::WeakImplHelper1<xml::sax::XDocumentHandler>
{
public:
    rtl::OString text()
    {
        return "<!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\"><fontconfig>"
               "<match target=\"pattern\"><test name=\"family\"><string>serif</string></test>"
               + rtl::OUStringToOString(m_known.makeStringAndClear(), RTL_TEXTENCODING_UTF8)
               + "<edit name=\"family\" mode=\"prepend_first\" binding=\"weak\"><string>Noto Sans</string></edit></match>"
               + rtl::OUStringToOString(m_fixed.makeStringAndClear(), RTL_TEXTENCODING_UTF8) + "</fontconfig>";
    }

    // Reads word/fontTable.xml.
    void SAL_CALL startElement(const rtl::OUString& name, const uno::Reference<xml::sax::XAttributeList>& attributes) override
    {
        const rtl::OUString value = attributes->getValueByName("w:val");
        if (name == "w:font")
        {
            m_name = attributes->getValueByName("w:name");
            m_hinted = false;
        }
        else if (name == "w:family" && value != "auto")
            hint(value == "roman", value == "modern");
        else if (name == "w:panose1")
            hint(isSerif(value), isFixed(value));
        else if (name == "w:pitch")
            hint(false, value == "fixed");
    }
    void SAL_CALL startDocument() override {}
    void SAL_CALL endDocument() override {}
    void SAL_CALL endElement(const rtl::OUString&) override {}
    void SAL_CALL characters(const rtl::OUString&) override {}
    void SAL_CALL ignorableWhitespace(const rtl::OUString&) override {}
    void SAL_CALL processingInstruction(const rtl::OUString&, const rtl::OUString&) override {}
    void SAL_CALL setDocumentLocator(const uno::Reference<xml::sax::XLocator>&) override {}

private:
    // PANOSE of a Latin text face begins with 02. Its second digit is the style of the
    // serifs, 02 to 0A with some, 0B to 0F without; its fourth one is 09 where all
    // letters are of one width.
    static bool isSerif(const rtl::OUString& panose)
    {
        return panose.startsWith("02") && panose.copy(2, 2) >= "02" && panose.copy(2, 2) <= "0A";
    }
    static bool isFixed(const rtl::OUString& panose) { return panose.startsWith("02") && panose.copy(6, 2) == "09"; }

    // Of what a font's entry says, the first that tells something counts.
    void hint(bool serif, bool fixed)
    {
        if (m_hinted || m_name.isEmpty() || (!serif && !fixed))
            return;
        m_hinted = true;
        const rtl::OUString name = m_name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        m_known.append("<test name=\"family\" qual=\"first\" compare=\"not_eq\"><string>" + name + "</string></test>");
        if (fixed)
            m_fixed.append("<match target=\"pattern\"><test name=\"family\" qual=\"first\"><string>" + name
                           + "</string></test><edit name=\"family\" mode=\"prepend_first\" binding=\"weak\">"
                             "<string>Liberation Mono</string></edit></match>");
    }

    rtl::OUString m_name;
    bool m_hinted = false;
    rtl::OUStringBuffer m_known, m_fixed;
};

template <class Interface> uno::Reference<Interface> create(const char* service, const uno::Any& argument)
{
    const auto& context = layout::context();
    const uno::Sequence<uno::Any> arguments(&argument, argument.hasValue() ? 1 : 0);
    return { context->getServiceManager()->createInstanceWithArgumentsAndContext(rtl::OUString::createFromAscii(service),
                                                                                 arguments, context),
             uno::UNO_QUERY_THROW };
}

void readTable(const rtl::OUString& url, const rtl::Reference<Rules>& rules)
{
    auto package = create<packages::zip::XZipFileAccess>("com.sun.star.packages.zip.ZipFileAccess", uno::Any(url));
    xml::sax::InputSource source;
    source.aInputStream = package->getStreamByPattern("word/fontTable.xml");
    auto parser = create<xml::sax::XParser>("com.sun.star.xml.sax.Parser", uno::Any());
    parser->setDocumentHandler(uno::Reference<xml::sax::XDocumentHandler>(rules.get()));
    parser->parseStream(source);
}
}

void layout::families(const uno::Reference<lang::XComponent>& document)
{
    const rtl::OUString url = uno::Reference<frame::XModel>(document, uno::UNO_QUERY_THROW)->getURL();
    // What warms a process has another name: rules stay, and are for one document.
    if (!url.endsWith("/input.docx") && !url.endsWith("/input.dotx"))
        return;
    rtl::Reference<Rules> rules(new Rules);
    try
    {
        readTable(url, rules);
    }
    catch (const uno::Exception&)
    {
        // Without a table, or with one that cannot be read, no font has a hint.
    }
    FcConfigParseAndLoadFromMemory(FcConfigGetCurrent(), reinterpret_cast<const unsigned char*>(rules->text().getStr()), 0);
}
