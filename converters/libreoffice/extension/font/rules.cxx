#include "engine.hxx"
#include "layout.hxx"
#include "part.hxx"

#include <cctype>
#include <fstream>
#include <set>
#include <string>

#include <com/sun/star/io/XInputStream.hpp>
#include <osl/file.hxx>
#include <rtl/ustrbuf.hxx>

// Functions of fontconfig, which LibreOffice uses to find a replacement for a missing font.
extern "C" void* FcConfigGetCurrent();
extern "C" int FcConfigParseAndLoadFromMemory(void* config, const unsigned char* text, int complain);

using namespace css;

namespace
{
// The font table of an RTF file is searched only in this number of bytes at the beginning of the file.
constexpr std::size_t rtfHead = 1 << 20;
// The maximum number of fonts with rules. Each rule slows down every search for a font.
constexpr std::size_t fontsMax = 500;

// LibreOffice treats a missing font of a Word document as a serif font unless the document's font table calls it
// sans-serif. It treats all missing fonts of an RTF as serif fonts. For a serif font, it asks fontconfig for the name
// and for "serif". The rules of this class insert other families before the result for "serif". A font with the
// requested name still comes first.
class Rules
{
public:
    // Sets the kind of a font. Only the first call for a font has an effect.
    void add(const rtl::OUString& font, bool serif, bool fixed)
    {
        if (font.isEmpty() || (!serif && !fixed) || m_added.size() >= fontsMax || !m_added.insert(font).second)
            return;
        const rtl::OUString name = font.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        m_known.append("<test name=\"family\" qual=\"first\" compare=\"not_eq\"><string>" + name + "</string></test>");
        if (fixed)
            m_fixed.append("<match target=\"pattern\"><test name=\"family\" qual=\"first\"><string>" + name
                           + "</string></test><edit name=\"family\" mode=\"prepend_first\" binding=\"weak\">"
                             "<string>Liberation Mono</string></edit></match>");
    }

    rtl::OString text() const
    {
        const rtl::OUString all = "<!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\"><fontconfig>"
                                  "<match target=\"pattern\"><test name=\"family\"><string>serif</string></test>"
                                  + m_known.toString()
                                  + "<edit name=\"family\" mode=\"prepend_first\" binding=\"weak\">"
                                    "<string>Noto Sans</string></edit></match>"
                                  + m_fixed.toString() + "</fontconfig>";
        return rtl::OUStringToOString(all, RTL_TEXTENCODING_UTF8);
    }

private:
    std::set<rtl::OUString> m_added;
    rtl::OUStringBuffer m_known, m_fixed;
};

// Reads word/fontTable.xml. Several elements of a font's entry may determine the kind of the font. The first of them
// counts.
class WordTable : public part::Reader
{
public:
    explicit WordTable(Rules& rules)
        : m_rules(rules)
    {
    }

    void SAL_CALL startElement(const rtl::OUString& name, const part::Attributes& attributes) override
    {
        const rtl::OUString value = attributes->getValueByName("w:val");
        if (name == "w:font")
            m_font = attributes->getValueByName("w:name");
        else if (name == "w:family")
            m_rules.add(m_font, value == "roman", value == "modern");
        else if (name == "w:panose1")
            m_rules.add(m_font, isSerif(value), isFixed(value));
        else if (name == "w:pitch")
            m_rules.add(m_font, false, value == "fixed");
    }

private:
    // The PANOSE classification of a Latin text font begins with 02. The second number is the style of the
    // serifs: 02 to 0A are styles with serifs, 0B to 0F without. The fourth number of a monospaced font is 09.
    static bool isSerif(const rtl::OUString& panose)
    {
        return panose.startsWith("02") && panose.copy(2, 2) >= "02" && panose.copy(2, 2) <= "0A";
    }
    static bool isFixed(const rtl::OUString& panose) { return panose.startsWith("02") && panose.copy(6, 2) == "09"; }

    Rules& m_rules;
    rtl::OUString m_font;
};

// Reads the font table of an RTF: entries such as {\f0\froman\fcharset0 Times;}. Groups within an entry are
// ignored.
class RTFTable
{
public:
    RTFTable(const std::string& text, Rules& rules)
        : m_text(text)
        , m_rules(rules)
    {
    }

    void read()
    {
        static const std::string begin = "\\fonttbl";
        m_at = m_text.find(begin);
        if (m_at == std::string::npos)
            return;
        m_at += begin.size();
        for (int depth = 1; m_at < m_text.size() && depth > 0;)
        {
            const char c = m_text[m_at++];
            if (c == '\\')
                readControl();
            else if (c == '{' || c == '}')
                depth += c == '{' ? 1 : -1;
            else if (c == ';')
                endEntry();
            else if (depth <= 2 && c != '\r' && c != '\n')
                m_name += c;
        }
    }

private:
    void readControl()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::isalnum(static_cast<unsigned char>(m_text[m_at])))
            m_at++;
        const std::string word = m_text.substr(begin, m_at - begin);
        m_serif |= word == "froman";
        m_fixed |= word == "fmodern" || word == "fprq1";
        if (m_at < m_text.size() && m_text[m_at] == ' ')
            m_at++; // the space ends the control word
        else if (word.empty())
            m_at++; // a control symbol
    }

    void endEntry()
    {
        m_rules.add(rtl::OStringToOUString(rtl::OString(m_name.c_str(), m_name.size()), RTL_TEXTENCODING_MS_1252).trim(),
                    m_serif && !m_fixed, m_fixed);
        m_name.clear();
        m_serif = m_fixed = false;
    }

    const std::string& m_text;
    Rules& m_rules;
    std::size_t m_at = 0;
    std::string m_name;
    bool m_serif = false, m_fixed = false;
};

void readWord(const rtl::OUString& url, Rules& rules)
{
    part::read(engine::openPackage(url)->getStreamByPattern("word/fontTable.xml"), new WordTable(rules));
}

void readRTF(const rtl::OUString& url, Rules& rules)
{
    rtl::OUString path;
    osl::FileBase::getSystemPathFromFileURL(url, path);
    std::ifstream file(rtl::OUStringToOString(path, RTL_TEXTENCODING_UTF8).getStr(), std::ios::binary);
    std::string text(rtfHead, '\0');
    file.read(text.data(), text.size());
    text.resize(file.gcount());
    RTFTable(text, rules).read();
}
}

void layout::addFontRules(const rtl::OUString& url)
{
    // Rules last as long as the process and are meant for one document. Documents that only warm up a process have
    // other names and get no rules.
    const bool word = url.endsWith("/input.docx") || url.endsWith("/input.dotx");
    if (!word && !url.endsWith("/input.rtf"))
        return;
    Rules rules;
    try
    {
        (word ? readWord : readRTF)(url, rules);
    }
    catch (const uno::Exception&)
    {
        // If the font table cannot be read, no rules are added.
    }
    FcConfigParseAndLoadFromMemory(FcConfigGetCurrent(), reinterpret_cast<const unsigned char*>(rules.text().getStr()), 0);
}
