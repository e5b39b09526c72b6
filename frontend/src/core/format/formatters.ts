/** A cache of formatters by language. Creating a formatter takes longer than using it a hundred times. */
class Formats<Options, Format> {
	readonly #make: (language: string | undefined, options: Options | undefined) => Format;
	readonly #made = new Map<string, Format>();

	constructor(make: (language: string | undefined, options: Options | undefined) => Format) {
		this.#make = make;
	}

	/** Returns the formatter of a language; without a language, that of the browser's language. */
	of(language?: string, options?: Options): Format {
		const key = JSON.stringify([language, options]);
		const known = this.#made.get(key);
		if (known !== undefined) {
			return known;
		}
		const made = this.#make(language, options);
		this.#made.set(key, made);
		return made;
	}
}

export const dates = new Formats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
	(language, options) => new Intl.DateTimeFormat(language, options),
);

export const numbers = new Formats<Intl.NumberFormatOptions, Intl.NumberFormat>(
	(language, options) => new Intl.NumberFormat(language, options),
);

export const plurals = new Formats<Intl.PluralRulesOptions, Intl.PluralRules>(
	(language, options) => new Intl.PluralRules(language, options),
);
