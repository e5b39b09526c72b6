#pragma once

#include <com/sun/star/io/XOutputStream.hpp>
#include <cppuhelper/implbase1.hxx>

// An output stream to a new file. The file is not synchronised to the disk; the program that keeps it does that.
class Output : public cppu::WeakImplHelper1<css::io::XOutputStream>
{
public:
    explicit Output(const char* path);
    ~Output() override;

    void SAL_CALL writeBytes(const css::uno::Sequence<sal_Int8>& bytes) override;
    void SAL_CALL flush() override {}
    void SAL_CALL closeOutput() override {}

private:
    int fd;
};
