#include "engine.hxx"
#include "text/fields.hxx"
#include "layout.hxx"
#include "part.hxx"

#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/text/FilenameDisplayFormat.hpp>
#include <com/sun/star/text/XText.hpp>
#include <rtl/ustrbuf.hxx>

using namespace css;

namespace
{
// The texts that file name fields showed last: the name alone, and the name with the path.
struct Shown
{
    rtl::OUString name, path;
};

// Reads the results of the FILENAME fields (ECMA-376 part 1, 17.16.5.17) in a part of a text document. Fields of this
// kind contain no nested fields. The first result with a path and the first result without a path count.
class FileNames : public part::Reader
{
public:
    explicit FileNames(Shown& shown)
        : m_shown(shown)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        const rtl::OUString type = attributes->getValueByName("w:fldCharType");
        if (name == "w:fldSimple" || type == "begin")
            beginField(attributes->getValueByName("w:instr"));
        else if (type == "end")
            endField();
        m_to = name == "w:instrText" ? &m_code : name == "w:t" ? &m_result : nullptr;
    }
    void SAL_CALL endElement(const rtl::OUString& name) override
    {
        m_to = nullptr;
        if (name == "w:fldSimple")
            endField();
    }
    void SAL_CALL characters(const rtl::OUString& text) override
    {
        if (m_in && m_to != nullptr)
            m_to->append(text);
    }

private:
    void beginField(const rtl::OUString& code)
    {
        m_code.setLength(0);
        m_result.setLength(0);
        m_code.append(code);
        m_in = true;
    }

    void endField()
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
    uno::Reference<container::XNameAccess> package(engine::openPackage(url), uno::UNO_QUERY_THROW);
    for (const rtl::OUString& name : package->getElementNames())
        if (name == "word/document.xml" || name.startsWith("word/header") || name.startsWith("word/footer"))
            part::read(uno::Reference<io::XInputStream>(package->getByName(name), uno::UNO_QUERY_THROW), new FileNames(shown));
}

Shown shownIn(const rtl::OUString& url)
{
    Shown shown;
    try
    {
        if (url.endsWith("/input.docx") || url.endsWith("/input.dotx"))
            readParts(url, shown);
    }
    catch (const uno::Exception&)
    {
        // The results that were read before the error are used.
    }
    return shown;
}

bool isFileName(const fields::Field& field) { return fields::supportsService(field, "com.sun.star.text.TextField.FileName"); }

// Reports whether a field in a header or footer of a sheet is a file name field. Such a field has no service name by
// which it could be recognized, but no other field has the property FileFormat.
bool hasFileFormat(const fields::Field& field) { return field->getPropertySetInfo()->hasPropertyByName("FileFormat"); }

// Removes the file name fields from a text. It returns false if there are none.
bool removeFileNames(const uno::Reference<text::XText>& text)
{
    // A header or footer with a file name contains this placeholder instead of the name. Texts without it are skipped,
    // because enumerating their fields takes much longer.
    if (text->getString().indexOf("???") < 0)
        return false;
    const auto names = fields::find(uno::Reference<text::XTextFieldsSupplier>(text, uno::UNO_QUERY_THROW), hasFileFormat);
    for (const fields::Field& field : names)
        text->removeTextContent(uno::Reference<text::XTextContent>(field, uno::UNO_QUERY_THROW));
    return !names.empty();
}
}

void layout::keepFileNames(const uno::Reference<lang::XComponent>& document, const rtl::OUString& url)
{
    uno::Reference<text::XTextFieldsSupplier> supplier(document, uno::UNO_QUERY);
    if (!supplier.is())
        return;
    const auto names = fields::find(supplier, isFileName);
    if (names.empty())
        return;
    const Shown shown = shownIn(url);
    for (const auto& field : names)
    {
        sal_Int16 format = text::FilenameDisplayFormat::FULL;
        field->getPropertyValue("FileFormat") >>= format;
        field->setPropertyValue("IsFixed", uno::Any(true));
        field->setPropertyValue("CurrentPresentation", uno::Any(format == text::FilenameDisplayFormat::FULL ? shown.path : shown.name));
    }
}

void layout::dropFileNames(const uno::Reference<beans::XPropertySet>& style)
{
    changeHeadersFooters(style, [](const uno::Reference<text::XText>& text) { return removeFileNames(text); });
}
