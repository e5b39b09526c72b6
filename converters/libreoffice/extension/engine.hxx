// What LibreOffice's own libraries do and UNO does not offer. Their headers are not part of the
// SDK, so the names are declared again; a library that has them not does not load.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>
#include <com/sun/star/uno/XComponentContext.hpp>

namespace engine
{
const css::uno::Reference<css::uno::XComponentContext>& context();

// Makes an object of a service.
css::uno::Reference<css::uno::XInterface> create(const rtl::OUString& service);

// Lets every dialog be answered with its cancel button, instead of being shown.
void answerDialogs();

// Gives a document a view that nobody sees, which goes with the document.
void addHiddenView(const css::uno::Reference<css::lang::XComponent>& model);
}
