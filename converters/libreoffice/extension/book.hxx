// What the package of a workbook has, beside what the engine's model of it tells.
#pragma once

#include <functional>
#include <vector>

#include <com/sun/star/io/XInputStream.hpp>
#include <rtl/ustring.hxx>

namespace book
{
// A sheet as a workbook lists it (ECMA-376 part 1, 18.2.19): the path of its part is empty where
// none is named.
struct Sheet
{
    rtl::OUString name, part;
    bool hidden;
};

// The main part of a workbook.
struct Book
{
    std::vector<Sheet> sheets;    // in their order
    bool toBeCalculated = false; // what is stored of formulas is no result (18.2.2): many programs store zeros
};

// Reads that of the file at a URL. It lists no sheet where the file is no package, or is broken.
Book read(const rtl::OUString& url);

// Throws where the engine would need more memory for so many sheets than this process may have: it would
// work for long, and then wait for a thread that has ended.
void checkRoom(const Book& book);

// A cell with a formula, its column and row counted from 0, and the value that is stored of
// it, in the type that the file gives (18.18.11): n, str, b, e.
struct Formula
{
    sal_Int32 column, row;
    rtl::OUString type, value;
    bool changing; // the engine works it out anew, whatever is stored
    sal_Int32 matrix; // the number of the formula of several cells that it is a part of, from 0; -1 where it is none
    sal_Int64 matrixSize; // how many cells that has
};

// What a part of a sheet has in it.
struct Traits
{
    bool formulas = false; // any
    bool changing = false; // formulas that the engine works out anew
    sal_Int64 errors = 0;  // cells of which an error is stored
};

// Looks through a sheet's part without reading it as XML. Formulas that name other workbooks are
// among those that change where foreign is set.
Traits traits(const css::uno::Reference<css::io::XInputStream>& part, bool foreign);

// Calls visit with each formula of a sheet's part of which a value is stored, for one of several cells with
// each of them.
void formulas(const css::uno::Reference<css::io::XInputStream>& part, bool foreign, const std::function<void(const Formula&)>& visit);
}
