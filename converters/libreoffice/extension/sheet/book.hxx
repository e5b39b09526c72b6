// Properties of a workbook's package that LibreOffice's model does not contain.
#pragma once

#include <functional>
#include <vector>

#include <com/sun/star/io/XInputStream.hpp>
#include <rtl/ustring.hxx>

namespace book
{
// An entry of the workbook's list of sheets (ECMA-376 part 1, 18.2.19). The path of the part is empty if
// it is unknown.
struct Sheet
{
    rtl::OUString name, part;
    bool hidden;
};

// The main part of a workbook.
struct Book
{
    std::vector<Sheet> sheets;    // in the order of the workbook
    bool toBeCalculated = false; // stored values of formulas are not results (18.2.2): many programs store zeros
};

// Reads the list of sheets of the file at a URL. It returns no sheets if the file is damaged or not a
// package.
Book read(const rtl::OUString& url);

// Throws an exception if LibreOffice would need more memory for the sheets than this process may use. LibreOffice
// itself would run for a long time and then wait for a thread that has ended.
void checkRoom(const Book& book);

// A cell with a formula and its stored value. Column and row are counted from 0. The type is that of the
// file (18.18.11): n, str, b or e.
struct Formula
{
    sal_Int32 column, row;
    rtl::OUString type, value;
    bool changing; // LibreOffice recalculates it and ignores the stored value
    sal_Int32 matrix; // number of the array formula that it is part of, from 0; -1 if there is none
    sal_Int64 matrixSize; // number of cells of the array formula
};

// Traits of a sheet's part.
struct Traits
{
    bool formulas = false; // there are formulas
    bool changing = false; // there are formulas that LibreOffice recalculates
    sal_Int64 errors = 0;  // number of cells with a stored error
};

// Finds the traits of a sheet's part without parsing it as XML. If foreign is set, formulas that refer to
// other workbooks count as changing.
Traits traits(const css::uno::Reference<css::io::XInputStream>& part, bool foreign);

// Calls visit with each formula of a sheet's part that has a stored value, and with each cell of an array
// formula.
void formulas(const css::uno::Reference<css::io::XInputStream>& part, bool foreign, const std::function<void(const Formula&)>& visit);
}
