#include "engine.hxx"
#include "layout.hxx"

#include <vector>

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XEnumerationAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/frame/XModel.hpp>
#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/lang/XServiceInfo.hpp>
#include <com/sun/star/packages/zip/XZipFileAccess.hpp>
#include <com/sun/star/text/FilenameDisplayFormat.hpp>
#include <com/sun/star/text/XTextFieldsSupplier.hpp>
#include <com/sun/star/xml/sax/InputSource.hpp>
#include <com/sun/star/xml/sax/XParser.hpp>
#include <cppuhelper/implbase1.hxx>
#include <rtl/ustrbuf.hxx>

using namespace css;

namespace
{
// What fields showed last: those with the name of the file alone, and with its path.
struct Shown
{
    rtl::OUString name, path;
};

// Reads a part of a text for the results of FILENAME fields (ECMA-376 part 1, 17.16.5.17),
// which have no fields in them. The first result of each kind counts.
class FileNames : public cppu::WeakImplHelper1<xml::sax::XDocumentHandler>
{
public:
    explicit FileNames(Shown& shown)
        : m_shown(shown)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const uno::Reference<xml::sax::XAttributeList>& attributes) override
    {
        const rtl::OUString type = attributes->getValueByName("w:fldCharType");
        if (name == "w:fldSimple" || type == "begin")
            begin(attributes->getValueByName("w:instr"));
        else if (type == "end")
            end();
        m_to = name == "w:instrText" ? &m_code : name == "w:t" ? &m_result : nullptr;
    }
    void SAL_CALL endElement(const rtl::OUString& name) override
    {
        m_to = nullptr;
        if (name == "w:fldSimple")
            end();
    }
    void SAL_CALL characters(const rtl::OUString& text) override
    {
        if (m_in && m_to != nullptr)
            m_to->append(text);
    }
    void SAL_CALL startDocument() override {}
    void SAL_CALL endDocument() override {}
    void SAL_CALL ignorableWhitespace(const rtl::OUString&) override {}
    void SAL_CALL processingInstruction(const rtl::OUString&, const rtl::OUString&) override {}
    void SAL_CALL setDocumentLocator(const uno::Reference<xml::sax::XLocator>&) override {}

private:
    void begin(const rtl::OUString& code)
    {
        m_code.setLength(0);
        m_result.setLength(0);
        m_code.append(code);
        m_in = true;
    }

    void end()
    {
        const rtl::OUString code = m_code.toString().trim().toAsciiUpperCase();
        rtl::OUString& kept = code.indexOf("\\P") < 0 ? m_shown.name : m_shown.path;
        if (m_in && code.startsWith("FILENAME") && kept.isEmpty())
            kept = m_result.toString();
        m_in = false;
    }

    Shown& m_shown;
    bool m_in = false;
    rtl::OUStringBuffer m_code, m_result;
    rtl::OUStringBuffer* m_to = nullptr;
};

void readParts(const rtl::OUString& url, Shown& shown)
{
    auto package = engine::make<container::XNameAccess>("com.sun.star.packages.zip.ZipFileAccess", { uno::Any(url) });
    for (const rtl::OUString& part : package->getElementNames())
    {
        if (part != "word/document.xml" && !part.startsWith("word/header") && !part.startsWith("word/footer"))
            continue;
        xml::sax::InputSource source;
        package->getByName(part) >>= source.aInputStream;
        auto parser = engine::make<xml::sax::XParser>("com.sun.star.xml.sax.Parser", {});
        parser->setDocumentHandler(new FileNames(shown));
        parser->parseStream(source);
    }
}

Shown shownIn(const uno::Reference<lang::XComponent>& document)
{
    const rtl::OUString url = uno::Reference<frame::XModel>(document, uno::UNO_QUERY_THROW)->getURL();
    Shown shown;
    try
    {
        if (url.endsWith("/input.docx") || url.endsWith("/input.dotx"))
            readParts(url, shown);
    }
    catch (const uno::Exception&)
    {
        // What is read until there counts.
    }
    return shown;
}
}

void layout::keepFileNames(const uno::Reference<lang::XComponent>& document)
{
    uno::Reference<text::XTextFieldsSupplier> supplier(document, uno::UNO_QUERY);
    if (!supplier.is())
        return;
    std::vector<uno::Reference<beans::XPropertySet>> names;
    for (auto fields = supplier->getTextFields()->createEnumeration(); fields->hasMoreElements();)
    {
        uno::Reference<lang::XServiceInfo> field(fields->nextElement(), uno::UNO_QUERY);
        if (field.is() && field->supportsService("com.sun.star.text.TextField.FileName"))
            names.emplace_back(field, uno::UNO_QUERY_THROW);
    }
    if (names.empty())
        return;
    const Shown shown = shownIn(document);
    for (const auto& field : names)
    {
        sal_Int16 format = text::FilenameDisplayFormat::FULL;
        field->getPropertyValue("FileFormat") >>= format;
        field->setPropertyValue("IsFixed", uno::Any(true));
        field->setPropertyValue("CurrentPresentation", uno::Any(format == text::FilenameDisplayFormat::FULL ? shown.path : shown.name));
    }
}
