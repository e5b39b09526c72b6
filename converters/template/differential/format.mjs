// Formats numbers and dates with the CLDR data of the JavaScript runtime. Standard input is a JSON list of {"locale",
// "number"} or {"locale", "date"}, each with further options of Intl. Standard output is a list of texts. The output is
// empty if the runtime has another release of CLDR than the one that the argument names.

import { argv, stdin, stdout, versions } from "node:process";
import { json } from "node:stream/consumers";

function format({ locale, number, date, ...options }) {
	if (number !== undefined) {
		return new Intl.NumberFormat(locale, options).format(number);
	}
	return new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options }).format(new Date(date));
}

if (versions.cldr?.split(".")[0] === argv[2]) {
	stdout.write(JSON.stringify((await json(stdin)).map(format)));
}
