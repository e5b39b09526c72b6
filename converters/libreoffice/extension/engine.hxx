// What LibreOffice's own libraries do and UNO does not offer. Their headers are not part of the
// SDK, so the names are declared again; a library that has them not does not load.
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

// Makes an object of a service.
css::uno::Reference<css::uno::XInterface> create(const rtl::OUString& service);

// Makes an object of a service that takes arguments, with one of its interfaces.
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

// Opens the parts of a package by its URL.
css::uno::Reference<css::packages::zip::XZipFileAccess> openPackage(const rtl::OUString& url);

// Lets every dialog be answered with its cancel button, instead of being shown.
void answerDialogs();

// Gives a document a view that nobody sees, which goes with the document.
void addHiddenView(const css::uno::Reference<css::lang::XComponent>& model);
}
