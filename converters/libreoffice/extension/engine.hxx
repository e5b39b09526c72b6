// Functions of LibreOffice's libraries that are not available through UNO. Their headers are not part of
// the SDK, so the functions are declared here. If LibreOffice lacks one of them, this extension cannot be
// loaded.
#pragma once

#include <initializer_list>

#include <com/sun/star/io/XInputStream.hpp>
#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/lang/XMultiComponentFactory.hpp>
#include <com/sun/star/packages/zip/XZipFileAccess.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>

namespace engine
{
const css::uno::Reference<css::uno::XComponentContext>& context();

// Creates an object of a service.
css::uno::Reference<css::uno::XInterface> create(const rtl::OUString& service);

// Creates an object of a service with arguments, and returns one of its interfaces.
template <class Interface>
css::uno::Reference<Interface> make(const char* service, std::initializer_list<css::uno::Any> arguments)
{
    return { context()->getServiceManager()->createInstanceWithArgumentsAndContext(
                 rtl::OUString::createFromAscii(service),
                 css::uno::Sequence<css::uno::Any>(arguments.begin(), static_cast<sal_Int32>(arguments.size())), context()),
             css::uno::UNO_QUERY_THROW };
}

// Opens a file by its URL.
css::uno::Reference<css::io::XInputStream> openFile(const rtl::OUString& url);

// Opens a ZIP package by its URL, for access to its parts.
css::uno::Reference<css::packages::zip::XZipFileAccess> openPackage(const rtl::OUString& url);

// Cancels every dialog instead of showing it.
void answerDialogs();

// Adds an invisible view to a document. It is closed with the document.
void addHiddenView(const css::uno::Reference<css::lang::XComponent>& model);
}
