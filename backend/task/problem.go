package task

import (
	"strings"

	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// Problems converts problems that the template engine found into problems with messages for the user.
func Problems(found []wire.TemplateProblem) []Problem {
	all := make([]Problem, len(found))
	for i, p := range found {
		all[i] = Problem{Code: p.Code, Message: Describe(p).Encode(), File: p.File, Part: placeOf(p), Paragraph: p.Paragraph, Tag: p.Tag,
			Nearest: p.Nearest}
	}
	return all
}

// placeOf returns the name of the part of the file that contains a problem. If the part is a sheet, the name is
// followed by the cell.
func placeOf(p wire.TemplateProblem) string {
	return strings.TrimSpace(p.Part + " " + p.Values["cell"])
}

// Describe returns the message of a template problem. If the code is unknown, the message contains the code.
func Describe(p wire.TemplateProblem) sentence.Sentence {
	message, known := messages()[p.Code]
	if !known {
		message = sentence.New("template-problem", "There is a problem with the template: {code}.").With("code", p.Code)
	}
	message = message.With("tag", p.Tag).With("name", p.Tag) // overridden below if the engine has set these values
	for place, value := range p.Values {
		message = message.With(place, value)
	}
	return message
}

// messages returns the messages for the problem codes of the template engine.
func messages() map[string]sentence.Sentence {
	return map[string]sentence.Sentence{
		"unclosed-tag":       sentence.New("template-unclosed-tag", "A placeholder is opened here but never closed."),
		"unopened-tag":       sentence.New("template-unopened-tag", "A placeholder is closed here that was never opened."),
		"doubled-delimiter":  sentence.New("template-doubled-delimiter", "There are two delimiters here."),
		"unclosed-loop":      sentence.New("template-unclosed-loop", "The loop “{name}” is never closed."),
		"unclosed-condition": sentence.New("template-unclosed-condition", "The condition “{name}” is never closed."),
		"unopened-loop":      sentence.New("template-unopened-loop", "The loop that “{name}” closes was never opened."),
		"crossed-loops": sentence.New("template-crossed-loops", "The loop “{name}” overlaps another one. Loops must be nested or "+
			"follow each other."),
		"loops-too-deep": sentence.New("template-loops-too-deep", "The loop “{name}” is nested too deeply: at most {most} levels "+
			"are possible."),
		"loop-breaks-element": sentence.New("template-loop-breaks-element",
			"The loop “{name}” begins and ends in different parts of the document, so it would break one of them."),
		"unopened-branch": sentence.New("template-unopened-branch",
			"The placeholder “{tag}” belongs to a condition, but it is not inside one."),
		"misplaced-branch": sentence.New("template-misplaced-branch", "The placeholder “{tag}” cannot be at this place of its condition."),
		"misplaced-tag":    sentence.New("template-misplaced-tag", "The placeholder “{name}” cannot be here."),
		"unknown-tag":      sentence.New("template-unknown-tag", "There is no placeholder named “{name}”."),
		"unknown-filter":   sentence.New("template-unknown-filter", "There is no filter “{name}”."),
		"unknown-method":   sentence.New("template-unknown-method", "There is no method “{name}”."),
		"unknown-function": sentence.New("template-unknown-function", "There is no function “{name}”."),
		"filter-as-function": sentence.New("template-filter-as-function",
			"“{name}” is a filter. Write it after the value and a bar, as in: value | {name}."),
		"method-of-another-value": sentence.New("template-method-of-another-value", "A value of this kind has no method “{name}”."),
		"expression-syntax":       sentence.New("template-expression-syntax", "The expression “{tag}” cannot be read."),
		"expression-end":          sentence.New("template-expression-end", "The expression “{tag}” ends too soon."),
		"expression-quote":        sentence.New("template-expression-quote", "A text in the expression “{tag}” has no closing quote."),
		"expression-number": sentence.New("template-expression-number", "The expression “{tag}” contains something that is "+
			"not a number."),
		"expression-too-long": sentence.New("template-expression-too-long", "The expression “{tag}” is too long."),
		"expression-too-deep": sentence.New("template-expression-too-deep", "The expression “{tag}” is nested too deeply."),
		"expression-assignment": sentence.New("template-expression-assignment", "The expression “{tag}” assigns to something "+
			"that is not a name."),
		"expression-budget": sentence.New("template-expression-budget", "The expression “{tag}” computes too much."),
		"expression-failed": sentence.New("template-expression-failed", "The expression “{tag}” has no result."),
		"include-broken":    sentence.New("template-include-broken", "The document that “{tag}” includes cannot be used: {reason}"),
		"not-a-chart": sentence.New("template-not-a-chart", "The value of “{tag}” is not chart data, which has categories, and "+
			"series with names and values."),
		"not-a-list":   sentence.New("template-not-a-list", "The value of “{tag}” is not a list."),
		"not-a-number": sentence.New("template-not-a-number", "The value of “{tag}” is not a number."),
		"not-a-date":   sentence.New("template-not-a-date", "The value of “{tag}” is not a date."),
		"name-not-text": sentence.New("template-name-not-text",
			"The value of “{tag}” is not a text that can be used as a name. Use one of its members."),
		"missing-value": sentence.New("template-missing-value", "There is no value for “{name}”."),
		"raw-outside-paragraph": sentence.New("template-raw-outside-paragraph",
			"The placeholder “{tag}” replaces whole paragraphs and must be alone in its paragraph."),
		"raw-not-text": sentence.New("template-raw-not-text", "The value of “{tag}” must be markup, but is not a text."),
		"raw-broken":   sentence.New("template-raw-broken", "The markup from “{tag}” is not valid."),
		"raw-misplaced": sentence.New("template-raw-misplaced",
			"The markup from “{tag}” has an element that cannot be there: “{name}”."),
		"raw-without-relation": sentence.New("template-raw-without-relation",
			"The markup from “{tag}” refers to “{name}”, which the template does not have."),
		"include-not-found": sentence.New("template-include-not-found", "The template that “{tag}” includes does not exist."),
		"include-cycle":     sentence.New("template-include-cycle", "The placeholder “{tag}” includes a template that includes this one again."),
		"include-too-deep": sentence.New("template-include-too-deep",
			"The placeholder “{tag}” includes a template too deeply: at most {most} levels are possible."),
		"image-unreadable": sentence.New("template-image-unreadable", "The result of “{tag}” is not a readable image."),
		"image-too-large":  sentence.New("template-image-too-large", "The image from “{tag}” is too large."),
		"image-not-fetched": sentence.New("template-image-not-fetched", "The image at the address from “{tag}” could not be "+
			"fetched."),
		"addresses-too-many": sentence.New("template-addresses-too-many",
			"There is too much to fetch: at most {most} addresses of images and templates are possible."),
		"not-a-package": sentence.New("template-not-a-package",
			"The template is not an Office file, or it is damaged. It must be a .docx, .xlsx or .pptx, or a package of them."),
		"broken-part":       sentence.New("template-broken-part", "A part of the template is damaged."),
		"missing-part":      sentence.New("template-missing-part", "A part of the template is missing: “{part}”."),
		"encrypted":         sentence.New("template-encrypted", "The template is encrypted. Save it without a password."),
		"bomb":              sentence.New("template-bomb", "The unpacked template is larger than the limit."),
		"unsupported-type":  sentence.New("template-unsupported-type", "Templates of this type cannot be filled."),
		"unknown-locale":    sentence.New("template-unknown-locale", "The locale “{name}” is not known."),
		"unknown-time-zone": sentence.New("template-unknown-time-zone", "The time zone “{name}” is not known."),
		"too-large":         sentence.New("template-too-large", "The template, its parameters or the result is too large."),
		"delimiters":        sentence.New("template-delimiters", "The placeholder “{tag}” does not set valid delimiters."),
		"failed":            sentence.New("template-failed", "The template could not be filled."),
		"html-too-large":    sentence.New("template-html-too-large", "The text from “{tag}” is too large."),
		"html-too-deep": sentence.New("template-html-too-deep",
			"The elements of the text from “{tag}” are nested too deeply."),
		"html-not-text": sentence.New("template-html-not-text", "The value of “{tag}” must be HTML, but is not a text."),
		"not-a-table":   sentence.New("template-not-a-table", "The value of “{tag}” is not a list of rows."),
		"table-width": sentence.New("template-table-width", "A width in the table of “{tag}” is not valid. It must be a number "+
			"of pixels, or a length such as 3cm."),
		"table-too-large": sentence.New("template-table-too-large",
			"The table of “{tag}” is too large: at most {columns} columns and {rows} rows are possible."),
		"table-too-wide": sentence.New("template-table-too-wide", "The placeholder “{tag}” adds too many columns to the table: at most "+
			"{columns} are possible."),
		"link-unsafe": sentence.New("template-link-unsafe", "The link of “{tag}” leads to an address that cannot be opened."),
		"image-size":  sentence.New("template-image-size", "The size that “{tag}” sets for an image is not valid."),
		"image-beside-text": sentence.New("template-image-beside-text",
			"The picture of “{tag}” cannot be beside text here. It must be alone in its paragraph or text box."),
		"barcode-invalid": sentence.New("template-barcode-invalid", "The value of “{tag}” cannot be encoded as a bar code of "+
			"this kind."),
		"application-invalid": sentence.New("template-application-invalid", "The application.json of the package cannot be read."),
		"application-entry": sentence.New("template-application-entry",
			"The application.json of the package has an unknown entry “{name}”."),
		"application-value": sentence.New("template-application-value",
			"The entry “{name}” of the package’s application.json cannot be “{value}”."),
		"application-templates": sentence.New("template-application-templates",
			"The application.json of the package lists no template, or too many."),
		"application-file": sentence.New("template-application-file",
			"The file “{name}”, which is listed in application.json, is missing from the package."),
		"application-no-document": sentence.New("template-application-no-document",
			"The package creates no document: none of its conditions is true."),
		"application-schema": sentence.New("template-application-schema", "The schema of the package’s parameters is not valid."),
		"params-json-syntax": sentence.New("template-params-json-syntax", "The parameters are not valid JSON: line {line}, "+
			"column {column}."),
		"params-json-depth":  sentence.New("template-params-json-depth", "The parameters are nested too deeply."),
		"params-json-object": sentence.New("template-params-json-object", "The parameters must be a JSON object."),
		"params-json-number": sentence.New("template-params-json-number", "A number in the parameters is too large: {value}."),
		"params-schema": sentence.New("template-params-schema", "The parameter “{name}” does not match the schema of the "+
			"template: {reason}."),
		"params-missing":     sentence.New("template-params-missing", "The parameter “{name}” is missing."),
		"params-unknown":     sentence.New("template-params-unknown", "The template has no parameter “{name}”."),
		"wrong-date-pattern": sentence.New("template-wrong-date-pattern", "The placeholder “{tag}” has a date pattern that cannot be read."),
		"wrong-condition":    sentence.New("template-wrong-condition", "The placeholder “{tag}” has a condition that cannot be read."),
		"missing-argument":   sentence.New("template-missing-argument", "A filter of “{tag}” lacks an argument."),
		"unknown-currency":   sentence.New("template-unknown-currency", "The currency of “{tag}” is not known."),
		"not-writable":       sentence.New("template-not-writable", "The value of “{tag}” cannot be written as text."),
		"text-too-long": sentence.New("template-text-too-long", "A filter of “{tag}” would create a text of more than "+
			"{most} characters."),
		"too-many-rows":    sentence.New("template-too-many-rows", "A sheet would have more rows than a workbook can have: {most}."),
		"too-many-columns": sentence.New("template-too-many-columns", "A sheet would have more columns than a workbook can have: {most}."),
		"too-many-sheets": sentence.New("template-too-many-sheets", "The workbook would have too many sheets: at most {most} "+
			"are possible."),
		"too-many-slides": sentence.New("template-too-many-slides", "“{tag}” would create too many slides: at most {most} are "+
			"possible."),
		"no-sheet": sentence.New("template-no-sheet", "The workbook would have no visible sheet."),
		"rows-unreadable": sentence.New("template-rows-unreadable",
			"The rows cannot be read. They must be CSV, a workbook (.xlsx) or JSON lines."),
		"rows-old-workbook": sentence.New("template-rows-old-workbook",
			"The workbook with the rows is encrypted or in the old format. Save it as .xlsx without a password."),
		"rows-empty": sentence.New("template-rows-empty",
			"There are no rows. In CSV and in workbooks, the first line names the parameters."),
		"rows-too-many": sentence.New("template-rows-too-many", "There are too many rows: at most {most} are possible."),
		"rows-too-many-columns": sentence.New("template-rows-too-many-columns", "There are too many columns: at most {most} are "+
			"possible."),
		"rows-too-large": sentence.New("template-rows-too-large", "The rows are too large, or unpack to more than the "+
			"limit."),
		"rows-duplicate-column": sentence.New("template-rows-duplicate-column", "Two columns have the name “{name}”."),
		"rows-column-clash": sentence.New("template-rows-column-clash",
			"The column “{name}” conflicts with another one: a parameter is either a value or contains values."),
		"rows-column-name": sentence.New("template-rows-column-name", "The column “{name}” has no valid name."),
		"row-malformed":    sentence.New("template-row-malformed", "Line {line} is not valid JSON."),
		"row-not-object":   sentence.New("template-row-not-object", "Line {line} is not a JSON object."),
		"row-quote":        sentence.New("template-row-quote", "The quotation marks of line {line} do not match."),
		"row-too-long":     sentence.New("template-row-too-long", "Line {line} has a value in column {column}, which has no name."),
		"row-number": sentence.New("template-row-number", "The number {value} in the column “{name}” is ambiguous. Write it "+
			"without thousands separators."),
		"row-date": sentence.New("template-row-date", "The date {value} in the column “{name}” is ambiguous. Write it as "+
			"year-month-day."),
		"row-cell-error":  sentence.New("template-row-cell-error", "The cell {cell} has the error {value}."),
		"row-cell-broken": sentence.New("template-row-cell-broken", "The cell {cell} is damaged."),
		"row-not-calculated": sentence.New("template-row-not-calculated", "The formula of cell {cell} has no result yet. Open "+
			"the workbook in a spreadsheet program and save it."),
	}
}
