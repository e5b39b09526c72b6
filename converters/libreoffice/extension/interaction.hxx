#pragma once

#include <com/sun/star/task/XInteractionHandler.hpp>
#include <cppuhelper/implbase1.hxx>

#include "lectern.h"

// Answers the questions of an import filter. It supplies the password. It declines to repair a
// damaged file, because the part that remains would be shown as if it were the whole document. It
// approves all other requests, as LibreOfficeKit does.
class Answers : public cppu::WeakImplHelper1<css::task::XInteractionHandler>
{
public:
    explicit Answers(lectern_password source) : password(source) {}

    void SAL_CALL handle(const css::uno::Reference<css::task::XInteractionRequest>& request) override;

private:
    lectern_password password;
};
