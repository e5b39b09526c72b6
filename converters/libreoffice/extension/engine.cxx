#include "engine.hxx"

#include <cstdint>

#include <com/sun/star/ucb/XSimpleFileAccess.hpp>

using namespace css;

// Declared in comphelper/processfactory.hxx.
namespace comphelper
{
const uno::Reference<uno::XComponentContext>& getProcessComponentContext();
}

// Declared in vcl/svapp.hxx.
enum class DialogCancelMode
{
    Off,
    Silent,
    LOKSilent,
    Fatal
};

class Application
{
public:
    static void SetDialogCancelMode(DialogCancelMode mode);
};

// Declared in sfx2/objsh.hxx and sfx2/viewfrm.hxx. There, the last parameter is a number wrapped in a class, which is
// passed like the number itself.
class SfxObjectShell;
class SfxViewFrame;
SfxObjectShell* shellOf(const uno::Reference<uno::XInterface>& model) asm(
    "_ZN14SfxObjectShell21GetShellFromComponentERKN3com3sun4star3uno9ReferenceINS3_10XInterfaceEEE");
SfxViewFrame* loadHidden(const SfxObjectShell& shell, std::uint16_t view) asm(
    "_ZN12SfxViewFrame18LoadHiddenDocumentERK14SfxObjectShellN4o3tl10strong_intIt17SfxInterfaceIdTagEE");

const uno::Reference<uno::XComponentContext>& engine::context() { return comphelper::getProcessComponentContext(); }

uno::Reference<uno::XInterface> engine::create(const rtl::OUString& service)
{
    return context()->getServiceManager()->createInstanceWithContext(service, context());
}

uno::Reference<io::XInputStream> engine::openFile(const rtl::OUString& url)
{
    return engine::make<ucb::XSimpleFileAccess>("com.sun.star.ucb.SimpleFileAccess", {})->openFileRead(url);
}

uno::Reference<packages::zip::XZipFileAccess> engine::openPackage(const rtl::OUString& url)
{
    return engine::make<packages::zip::XZipFileAccess>("com.sun.star.packages.zip.ZipFileAccess", { uno::Any(url) });
}

void engine::answerDialogs() { Application::SetDialogCancelMode(DialogCancelMode::LOKSilent); }

void engine::addHiddenView(const uno::Reference<lang::XComponent>& model)
{
    SfxObjectShell* shell = shellOf(model);
    if (shell == nullptr || loadHidden(*shell, 0) == nullptr)
        throw uno::RuntimeException(rtl::OUString("the document has no view"), nullptr);
}
