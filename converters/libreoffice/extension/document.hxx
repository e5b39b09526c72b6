// A document that is open.
#pragma once

#include <com/sun/star/lang/XComponent.hpp>

#include "lectern.h"

struct lectern_document
{
    css::uno::Reference<css::lang::XComponent> model;
    lectern_family family;
};
