// A document that is open.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>

#include <rtl/ustring.hxx>

#include "book.hxx"
#include "fonts.hxx"
#include "lectern.h"

struct lectern_document
{
    css::uno::Reference<css::lang::XComponent> model;
    rtl::OUString url; // of its file, which the model is not told
    lectern_family family;
    book::Book book; // of an .xlsx that is not encrypted; else it lists no sheet
    fonts::Use fonts; // of what was exported
};
