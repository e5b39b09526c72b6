// Formats numbers and dates as the runtime does, with Unicode's CLDR. Standard input is JSON, a list of
// {"locale", "number"} or {"locale", "date"} with options of Intl besides; standard output is a
// list of texts, or nothing where the runtime has another version of CLDR than the argument.

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
