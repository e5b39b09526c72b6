#pragma once

#include <com/sun/star/task/XInteractionHandler.hpp>
#include <cppuhelper/implbase1.hxx>

#include "lectern.h"

// Answers what a filter asks while it reads a document: it gives the password, has nothing
// repaired, which would show what is left of a damaged file as if it were all, and agrees to
// all else, as LibreOfficeKit does.
class Answers : public cppu::WeakImplHelper1<css::task::XInteractionHandler>
{
public:
    explicit Answers(lectern_password give) : password(give) {}

    void SAL_CALL handle(const css::uno::Reference<css::task::XInteractionRequest>& request) override;

private:
    lectern_password password;
};
