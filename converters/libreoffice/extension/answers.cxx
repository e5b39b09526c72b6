#include "answers.hxx"

#include <com/sun/star/document/BrokenPackageRequest.hpp>
#include <com/sun/star/task/PasswordRequest.hpp>
#include <com/sun/star/task/XInteractionApprove.hpp>
#include <com/sun/star/task/XInteractionDisapprove.hpp>
#include <com/sun/star/task/XInteractionPassword.hpp>

using namespace css;

namespace
{
// Which of the ways to go on is of a kind; empty where none is.
template <class Kind> uno::Reference<Kind> way(const uno::Reference<task::XInteractionRequest>& request)
{
    for (const auto& continuation : request->getContinuations())
    {
        uno::Reference<Kind> found(continuation, uno::UNO_QUERY);
        if (found.is())
            return found;
    }
    return {};
}

template <class Kind> void take(const uno::Reference<Kind>& way)
{
    if (way.is())
        way->select();
}
}

void SAL_CALL Answers::handle(const uno::Reference<task::XInteractionRequest>& request)
{
    task::PasswordRequest wanted;
    document::BrokenPackageRequest broken;
    if (request->getRequest() >>= wanted)
    {
        auto answer = way<task::XInteractionPassword>(request);
        if (answer.is())
            answer->setPassword(rtl::OUString::fromUtf8(password()));
        take(answer);
    }
    else if (request->getRequest() >>= broken)
        take(way<task::XInteractionDisapprove>(request));
    else
        take(way<task::XInteractionApprove>(request));
}
