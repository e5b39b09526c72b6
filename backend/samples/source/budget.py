"""The sample spreadsheet: what a year with Lectern costs, with a chart."""

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter

TEAL, ORANGE, PALE, INK = "1F5F6B", "C8702A", "F2F6F6", "1C2B2E"
MONEY = '#,##0 "€";[Red]-#,##0 "€"'
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

# Per month: what it is, euros in an ordinary month, and the months that differ.
COSTS = [
    ("Small server, two cores", 14, {}),
    ("Storage for the library", 3, {8: 4, 9: 4, 10: 4, 11: 4, 12: 4}),
    ("Backup at another place", 5, {}),
    ("Domain and certificate", 0, {3: 18}),
    ("Half a day to set it up", 0, {1: 240}),
    ("An hour of care", 60, {1: 0, 8: 0}),
]
SAVINGS = [
    ("Printing and postage", 95, {8: 40, 12: 130}),
    ("Office licences for readers", 72, {}),
]
THIN = Side(style="thin", color="9AB7BB")


def title(sheet, text, subtitle):
    sheet["A1"], sheet["A2"] = text, subtitle
    sheet["A1"].font = Font(name="Cambria", size=24, bold=True, color=TEAL)
    sheet["A2"].font = Font(name="Calibri", size=12, color="5A6D70")
    sheet.row_dimensions[1].height = 36
    sheet.sheet_view.showGridLines = False


def header(sheet, row, names):
    for column, name in enumerate(names, start=1):
        cell = sheet.cell(row, column, name)
        cell.font = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor=TEAL)
        cell.alignment = Alignment(horizontal="left" if column == 1 else "right", vertical="center")
    sheet.row_dimensions[row].height = 20


def line(sheet, row, values, bold=False):
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column, value)
        cell.font = Font(name="Calibri", size=11, bold=bold, color=INK)
        cell.border = Border(bottom=THIN)
        if column > 1:
            cell.number_format = MONEY
        if bold:
            cell.fill = PatternFill("solid", fgColor=PALE)


def fit(sheet, orientation):
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = orientation
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.center.text = "Lectern · &A · page &P of &N"


def months(sheet):
    """Fills the sheet of months; gives the rows of both sums."""
    title(sheet, "Month by month", "Every figure of the summary comes from here")
    header(sheet, 4, ["What", *MONTHS, "Year"])
    row, sums = 5, []
    for name, items in (("Costs", COSTS), ("Savings", SAVINGS)):
        first = row
        for what, usual, other in items:
            values = [other.get(month, usual) for month in range(1, 13)]
            line(sheet, row, [what, *values, f"=SUM(B{row}:M{row})"])
            row += 1
        letters = [get_column_letter(column) for column in range(2, 15)]
        line(sheet, row, [name, *(f"=SUM({c}{first}:{c}{row - 1})" for c in letters)], bold=True)
        sums.append(row)
        row += 2
    sheet.column_dimensions["A"].width = 28
    for column in range(2, 15):
        sheet.column_dimensions[get_column_letter(column)].width = 8.5
    sheet.freeze_panes = "B5"
    fit(sheet, "landscape")
    return sums


def chart(costs, savings):
    bars = BarChart()
    bars.type, bars.title, bars.height, bars.width = "col", "Costs and savings, by month", 8.5, 17
    months_sheet = costs.parent.parent["Months"]
    for cell, color in ((costs, ORANGE), (savings, TEAL)):
        bars.add_data(Reference(months_sheet, min_col=1, max_col=13, min_row=cell.row), from_rows=True, titles_from_data=True)
        bars.series[-1].graphicalProperties.solidFill = color
    bars.set_categories(Reference(months_sheet, min_col=2, max_col=13, min_row=4))
    bars.legend.position = "b"
    bars.x_axis.delete = bars.y_axis.delete = False
    bars.y_axis.number_format = '0 "€"'
    return bars


def summary(sheet, sums):
    title(sheet, "A year with Lectern", "A small firm of twelve people that sends documents to its customers")
    header(sheet, 4, ["", "Costs", "Savings", "Balance"])
    quarters = ["BCD", "EFG", "HIJ", "KLM"]
    for number, (first, _, last) in enumerate(quarters, start=1):
        row = 4 + number
        line(sheet, row, [f"Quarter {number}",
                          *(f"=SUM(Months!{first}{r}:{last}{r})" for r in sums), f"=C{row}-B{row}"])
    line(sheet, 9, ["The year", "=SUM(B5:B8)", "=SUM(C5:C8)", "=C9-B9"], bold=True)
    sheet["A11"] = ("Setting it up costs half a day, once. After that a month of Lectern costs less than "
                    "the paper and the postage that it replaces.")
    sheet["A11"].font = Font(name="Calibri", size=11, color=INK)
    sheet["A11"].alignment = Alignment(wrap_text=True, vertical="top")
    sheet.merge_cells("A11:D11")
    sheet.row_dimensions[11].height = 34
    sheet.column_dimensions["A"].width = 30
    for column in "BCD":
        sheet.column_dimensions[column].width = 18
    months_sheet = sheet.parent["Months"]
    sheet.add_chart(chart(months_sheet.cell(sums[0], 1), months_sheet.cell(sums[1], 1)), "A13")
    fit(sheet, "portrait")


def notes(sheet):
    title(sheet, "What was assumed", "Change it: the other sheets follow")
    texts = [
        ("Server", "Two cores and four gigabytes convert an ordinary Office file in a tenth of a second."),
        ("Storage", "Twenty documents a day, half a megabyte each, kept for a year; PDF and pages included."),
        ("Backup", "The library is one folder. A copy of it, taken every night, is the whole backup."),
        ("Care", "Updates once a month. None in January, when it is new, and none in August."),
        ("Printing", "Sixty letters a month that are now an address in a message."),
        ("Licences", "Six readers who only ever looked at documents."),
    ]
    header(sheet, 4, ["Item", ""])
    for row, (item, text) in enumerate(texts, start=5):
        line(sheet, row, [item, text])
        sheet.cell(row, 2).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.cell(row, 1).alignment = Alignment(vertical="top")
        sheet.row_dimensions[row].height = 34
    sheet.column_dimensions["A"].width = 18
    sheet.column_dimensions["B"].width = 68
    fit(sheet, "portrait")


def build(path):
    """Writes the workbook to path."""
    book = Workbook()
    first = book.active
    first.title = "Summary"
    sums = months(book.create_sheet("Months"))
    summary(first, sums)
    notes(book.create_sheet("Notes"))
    book.properties.title, book.properties.creator = "A year with Lectern", "Lectern"
    book.save(path)
