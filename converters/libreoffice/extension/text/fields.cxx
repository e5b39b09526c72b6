#include "text/fields.hxx"

#include <com/sun/star/container/XEnumerationAccess.hpp>
#include <com/sun/star/lang/XServiceInfo.hpp>

using namespace css;

std::vector<fields::Field> fields::find(const uno::Reference<text::XTextFieldsSupplier>& text, bool (*isWanted)(const Field&))
{
    std::vector<Field> wanted;
    for (auto all = text->getTextFields()->createEnumeration(); all->hasMoreElements();)
    {
        Field field(all->nextElement(), uno::UNO_QUERY);
        if (field.is() && isWanted(field))
            wanted.push_back(field);
    }
    return wanted;
}

bool fields::supportsService(const Field& field, const char* service)
{
    uno::Reference<lang::XServiceInfo> info(field, uno::UNO_QUERY);
    return info.is() && info->supportsService(rtl::OUString::createFromAscii(service));
}
