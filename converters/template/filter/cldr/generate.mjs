// Writes the part of Unicode's CLDR that the filters need. Each locale has a line with three fields, separated by tabs:
// its name, the name of its parent, and the values that differ from those of the parent, as JSON.
//
// Usage: npm ci && npm run generate

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const core = (path) => require(`cldr-core/${path}.json`);

const parents = core("supplemental/parentLocales").supplemental.parentLocales.parentLocale;
const hours = core("supplemental/dayPeriods").supplemental.dayPeriodRuleSet;
const digits = core("supplemental/numberingSystems").supplemental.numberingSystems;
const coverage = core("coverageLevels").effectiveCoverageLevels;
const available = core("availableLocales").availableLocales.full;

const root = "und";
const widths = ["wide", "abbreviated", "narrow"];
const styles = ["full", "long", "medium", "short"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function parentOf(locale) {
	if (locale === root) {
		return "";
	}
	const cut = locale.lastIndexOf("-");
	return parents[locale] ?? (cut < 0 ? root : locale.slice(0, cut));
}

const values = (of, keys) => keys.map((key) => of[key]);
const count = (n) => Array.from({ length: n }, (_, i) => String(i + 1));

// named returns the names of months, days or quarters in each width: first the names for use within a date, and then
// the names that stand alone.
function named(of, keys) {
	return ["format", "stand-alone"].map((context) => widths.map((width) => values(of[context][width], keys)));
}

// pattern returns the text of a format. In CLDR, a format is an object instead of a text if it prescribes a numbering
// system.
const pattern = (format) => (typeof format === "string" ? format : format._value);

// periodOf returns the part of the day of an hour: morning, noon, and so on.
function periodOf(locale, hour) {
	const rules = hours[locale] ?? hours[locale.split("-")[0]] ?? {};
	const found = Object.entries(rules).find(([, { _from, _before }]) => {
		const from = parseInt(_from, 10);
		const before = parseInt(_before, 10);
		return from < before ? hour >= from && hour < before : hour >= from || hour < before;
	});
	return found?.[0];
}

function dayPeriods(locale, { format }) {
	return widths.map((width) =>
		Array.from(
			{ length: 24 },
			(_, hour) => format[width][periodOf(locale, hour)] ?? format[width][hour < 12 ? "am" : "pm"],
		),
	);
}

function dates(locale) {
	const { calendars } = require(`cldr-dates-full/main/${locale}/ca-gregorian.json`).main[locale].dates;
	const { timeZoneNames } = require(`cldr-dates-full/main/${locale}/timeZoneNames.json`).main[locale].dates;
	const {
		months,
		days,
		quarters,
		dayPeriods: periods,
		eras,
		dateFormats,
		timeFormats,
		...glue
	} = calendars.gregorian;
	return {
		months: named(months, count(12)),
		days: named(days, weekdays),
		quarters: named(quarters, count(4)),
		halves: widths.map((width) => values(periods.format[width], ["am", "pm"])),
		periods: dayPeriods(locale, periods),
		eras: ["eraNames", "eraAbbr", "eraNarrow"].map((width) => values(eras[width], ["0", "1"])),
		dates: values(dateFormats, styles).map(pattern),
		times: values(timeFormats, styles).map(pattern),
		both: values(glue["dateTimeFormats-atTime"].standard, styles).map(pattern),
		gmt: [timeZoneNames.gmtFormat, timeZoneNames.gmtZeroFormat, ...timeZoneNames.hourFormat.split(";")],
	};
}

// system returns the formats and signs of a numbering system.
function system(numbers, name) {
	const signs = numbers[`symbols-numberSystem-${name}`];
	const money = numbers[`currencyFormats-numberSystem-${name}`];
	return {
		digits: digits[name]._digits,
		decimal: signs.decimal,
		group: signs.group,
		moneyDecimal: signs.currencyDecimal ?? signs.decimal,
		moneyGroup: signs.currencyGroup ?? signs.group,
		minus: signs.minusSign,
		percent: signs.percentSign,
		infinity: signs.infinity,
		plain: numbers[`decimalFormats-numberSystem-${name}`].standard,
		percents: numbers[`percentFormats-numberSystem-${name}`].standard,
		money: money.standard,
		lettered: money["standard-alphaNextToNumber"] ?? money.standard,
	};
}

function numbers(locale) {
	const { numbers } = require(`cldr-numbers-full/main/${locale}/numbers.json`).main[locale];
	const { currencies } = require(`cldr-numbers-full/main/${locale}/currencies.json`).main[locale].numbers;
	const names = new Set([numbers.defaultNumberingSystem, "latn"]);
	return {
		system: numbers.defaultNumberingSystem,
		least: Number(numbers.minimumGroupingDigits),
		systems: Object.fromEntries([...names].map((name) => [name, system(numbers, name)])),
		symbols: Object.fromEntries(
			Object.entries(currencies).map(([code, { symbol }]) => [code, symbol ?? code]),
		),
	};
}

// without returns the values of a locale that differ from its parent's values. A currency without a symbol has its code
// as symbol.
function without(own, inherited) {
	const rest = {};
	for (const [key, value] of Object.entries(own)) {
		if (JSON.stringify(value) !== JSON.stringify(inherited[key])) {
			rest[key] = value;
		}
	}
	if (rest.systems) {
		rest.systems = without(own.systems, inherited.systems ?? {});
	}
	if (rest.symbols) {
		const known = inherited.symbols ?? {};
		rest.symbols = Object.fromEntries(
			Object.entries(own.symbols).filter(([code, sign]) => sign !== (known[code] ?? code)),
		);
	}
	return rest;
}

const wanted = new Set([root]);
for (let locale of available) {
	if (coverage[locale] !== "modern" || /-[a-z]{5,}/.test(locale)) {
		continue; // CLDR has too little data for the locale, or it is a variant
	}
	for (; locale !== "" && available.includes(locale); locale = parentOf(locale)) {
		wanted.add(locale);
	}
}

const all = Object.fromEntries(
	[...wanted].map((locale) => [locale, { ...dates(locale), ...numbers(locale) }]),
);
const lines = {};

// write writes the line of a locale after the lines of its ancestors. It returns the name of the locale whose line
// contains the values: the locale itself, or an ancestor if no value differs.
function write(locale) {
	if (locale === "" || locale in lines) {
		return lines[locale] ?? "";
	}
	const parent = write(parentOf(locale));
	if (!all[locale]) {
		return parent;
	}
	const rest = without(all[locale], all[parent] ?? {});
	lines[locale] = parent;
	if (Object.keys(rest).length > 0) {
		lines[locale] = locale;
		process.stdout.write(`${locale}\t${parent}\t${JSON.stringify(rest)}\n`);
	}
	return lines[locale];
}

[...wanted].sort().forEach(write);
