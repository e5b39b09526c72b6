#include "part.hxx"

#include <com/sun/star/xml/sax/InputSource.hpp>
#include <com/sun/star/xml/sax/XParser.hpp>

#include "engine.hxx"

using namespace css;

void part::read(const uno::Reference<io::XInputStream>& stream, const uno::Reference<xml::sax::XDocumentHandler>& reader)
{
    xml::sax::InputSource source;
    source.aInputStream = stream;
    auto parser = engine::make<xml::sax::XParser>("com.sun.star.xml.sax.Parser", {});
    parser->setDocumentHandler(reader);
    parser->parseStream(source);
}
