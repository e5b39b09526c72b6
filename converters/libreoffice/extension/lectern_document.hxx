// An open document.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>

#include <rtl/ustring.hxx>

#include "sheet/book.hxx"
#include "font/fonts.hxx"
#include "lectern.h"

struct lectern_document
{
    css::uno::Reference<css::lang::XComponent> model;
    rtl::OUString url; // of its file, which is hidden from the model
    lectern_family family;
    book::Book book; // has no sheets unless the file is an .xlsx without encryption
    fonts::Use fonts; // used so far
};
