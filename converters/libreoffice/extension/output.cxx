#include "output.hxx"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <com/sun/star/io/IOException.hpp>

using namespace css;

namespace
{
[[noreturn]] void fail()
{
    throw io::IOException(rtl::OUString::createFromAscii(std::strerror(errno)), nullptr);
}
}

Output::Output(const char* path)
    : fd(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600))
{
    if (fd < 0)
        fail();
}

Output::~Output() { close(fd); }

void SAL_CALL Output::writeBytes(const uno::Sequence<sal_Int8>& bytes)
{
    const sal_Int8* from = bytes.getConstArray();
    for (sal_Int32 left = bytes.getLength(); left > 0;)
    {
        ssize_t written = write(fd, from, static_cast<size_t>(left));
        if (written < 0 && errno != EINTR)
            fail();
        if (written > 0)
        {
            from += written;
            left -= static_cast<sal_Int32>(written);
        }
    }
}
