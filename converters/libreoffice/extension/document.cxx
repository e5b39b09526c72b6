#include "lectern_document.hxx"

#include <memory>
#include <string>

#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/document/MacroExecMode.hpp>
#include <com/sun/star/document/UpdateDocMode.hpp>
#include <com/sun/star/document/XExporter.hpp>
#include <com/sun/star/document/XFilter.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/frame/XLoadable.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/util/XCloseable.hpp>
#include <com/sun/star/view/XRenderable.hpp>

#include "interaction.hxx"
#include "engine.hxx"
#include "filter.hxx"
#include "layout.hxx"
#include "output.hxx"
#include "properties.hxx"

using namespace css;

namespace
{
std::string lastError;

// LibreOffice is told this location for every document. With the real location, LibreOffice would show a path on this
// machine in fields, formulas and relative links. This location is a folder: it has no file name to show, and relative
// links in it remain links to files.
constexpr char nowhere[] = "file:///";

const char* serviceOf(lectern_family family)
{
    switch (family)
    {
        case LECTERN_TEXT:
            return "com.sun.star.text.TextDocument";
        case LECTERN_SHEET:
            return "com.sun.star.sheet.SpreadsheetDocument";
        case LECTERN_SLIDES:
            return "com.sun.star.presentation.PresentationDocument";
    }
    throw uno::RuntimeException(rtl::OUString("unknown family of documents"), nullptr);
}

void hidePlace(uno::Sequence<beans::PropertyValue>& descriptor)
{
    for (sal_Int32 i = 0; i < descriptor.getLength(); i++)
        if (descriptor[i].Name == "URL")
            descriptor.getArray()[i].Value <<= rtl::OUString(nowhere);
}

uno::Reference<lang::XComponent> load(const rtl::OUString& url, const char* type, const rtl::OUString& service,
                                      const uno::Reference<task::XInteractionHandler>& answers)
{
    auto descriptor = properties({
        { "URL", uno::Any(url) },
        { "InputStream", uno::Any(engine::openFile(url)) },
        { "InteractionHandler", uno::Any(answers) },
        { "MacroExecutionMode", uno::Any(document::MacroExecMode::NEVER_EXECUTE) },
        { "UpdateDocMode", uno::Any(document::UpdateDocMode::NO_UPDATE) },
        { "AsTemplate", uno::Any(false) },
        { "Hidden", uno::Any(true) },
    });
    chooseFilter(descriptor, type, service);
    hidePlace(descriptor);
    uno::Reference<frame::XLoadable> model(engine::create(service), uno::UNO_QUERY_THROW);
    model->load(descriptor);
    return uno::Reference<lang::XComponent>(model, uno::UNO_QUERY_THROW);
}

int count(const uno::Reference<uno::XInterface>& all)
{
    return uno::Reference<container::XIndexAccess>(all, uno::UNO_QUERY_THROW)->getCount();
}

bool write(const lectern_document& document, const char* path, bool first)
{
    uno::Reference<document::XExporter> exporter(engine::create("com.sun.star.document.PDFFilter"), uno::UNO_QUERY_THROW);
    exporter->setSourceDocument(document.model);
    auto options = properties({
        { "ReduceImageResolution", uno::Any(false) },
        { "ExportBookmarks", uno::Any(true) },
        { "ExportNotes", uno::Any(false) }, // comments would be drawn as icons on the page
        { "PageRange", uno::Any(rtl::OUString::createFromAscii(first ? "1" : "")) },
    });
    uno::Reference<io::XOutputStream> out(new Output(path));
    return uno::Reference<document::XFilter>(exporter, uno::UNO_QUERY_THROW)->filter(properties({
        { "FilterData", uno::Any(options) },
        { "OutputStream", uno::Any(out) },
    })) != 0;
}

// Runs an optional improvement of an export, and returns its result, or false if it throws an exception.
template <class Work> bool improved(Work work)
{
    try
    {
        return work();
    }
    catch (const uno::Exception&)
    {
        return false;
    }
}

// Calls work and returns its result. If work throws an exception, stores the message of the exception in lastError and
// returns the parameter otherwise.
template <class Result, class Work> Result guarded(Result otherwise, Work work)
{
    lastError.clear();
    try
    {
        return work();
    }
    catch (const uno::Exception& e)
    {
        lastError = rtl::OUStringToOString(e.Message, RTL_TEXTENCODING_UTF8).getStr();
        return otherwise;
    }
}
}

lectern_document* lectern_open(const char* url, const char* type, lectern_family family, lectern_password password)
{
    return guarded<lectern_document*>(nullptr, [=]() -> lectern_document* {
        engine::answerDialogs();
        auto opened = std::make_unique<lectern_document>();
        opened->url = rtl::OUString::fromUtf8(url);
        opened->family = family;
        if (family == LECTERN_SHEET && opened->url.endsWith("/input.xlsx"))
            opened->book = book::read(opened->url);
        book::checkRoom(opened->book);
        fonts::begin();
        opened->model = load(opened->url, type, rtl::OUString::createFromAscii(serviceOf(family)), new Answers(password));
        if (family == LECTERN_TEXT)
            layout::keepFileNames(opened->model, opened->url);
        // LibreOffice lays out text documents, and text on slides that shrinks to fit its shape, only if a view exists.
        // Sheets need no view.
        if (family != LECTERN_SHEET)
            engine::addHiddenView(opened->model);
        return opened.release();
    });
}

int lectern_parts(lectern_document* document)
{
    return guarded(0, [=]() -> int {
        const auto& model = document->model;
        switch (document->family)
        {
            case LECTERN_TEXT:
                return uno::Reference<view::XRenderable>(model, uno::UNO_QUERY_THROW)->getRendererCount(uno::Any(model), {});
            case LECTERN_SHEET:
                return count(uno::Reference<sheet::XSpreadsheetDocument>(model, uno::UNO_QUERY_THROW)->getSheets());
            case LECTERN_SLIDES:
                return count(uno::Reference<drawing::XDrawPagesSupplier>(model, uno::UNO_QUERY_THROW)->getDrawPages());
        }
        return 0;
    });
}

bool lectern_export(lectern_document* document, const char* path, bool first)
{
    return guarded(false, [=] {
        if (document->family == LECTERN_TEXT)
            improved([=] {
                layout::correctPageTotals(document->model);
                return true;
            });
        if (!write(*document, path, first))
            return false;
        return !improved([=] {
            fonts::collect(document->fonts);
            return layout::setScripts(*document);
        }) || write(*document, path, first);
    });
}

const char* lectern_error() { return lastError.c_str(); }

void lectern_close(lectern_document* document)
{
    std::unique_ptr<lectern_document> closed(document);
    guarded(false, [&] {
        uno::Reference<util::XCloseable>(closed->model, uno::UNO_QUERY_THROW)->close(true);
        return true;
    });
}
