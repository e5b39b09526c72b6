#include "interaction.hxx"

#include <com/sun/star/document/BrokenPackageRequest.hpp>
#include <com/sun/star/task/PasswordRequest.hpp>
#include <com/sun/star/task/XInteractionApprove.hpp>
#include <com/sun/star/task/XInteractionDisapprove.hpp>
#include <com/sun/star/task/XInteractionPassword.hpp>

using namespace css;

namespace
{
// Returns the continuation of a request that is of the given kind, or an empty reference.
template <class Kind> uno::Reference<Kind> continuationOf(const uno::Reference<task::XInteractionRequest>& request)
{
    for (const auto& continuation : request->getContinuations())
    {
        uno::Reference<Kind> found(continuation, uno::UNO_QUERY);
        if (found.is())
            return found;
    }
    return {};
}

template <class Kind> void select(const uno::Reference<Kind>& continuation)
{
    if (continuation.is())
        continuation->select();
}
}

void SAL_CALL Answers::handle(const uno::Reference<task::XInteractionRequest>& request)
{
    task::PasswordRequest wanted;
    document::BrokenPackageRequest broken;
    if (request->getRequest() >>= wanted)
    {
        auto answer = continuationOf<task::XInteractionPassword>(request);
        if (answer.is())
            answer->setPassword(rtl::OUString::fromUtf8(password()));
        select(answer);
    }
    else if (request->getRequest() >>= broken)
        select(continuationOf<task::XInteractionDisapprove>(request));
    else
        select(continuationOf<task::XInteractionApprove>(request));
}
