/** Ways to write something in a language, kept: to make one takes longer than to use it a hundred times. */
class Formats<Options, Format> {
	readonly #make: (language: string | undefined, options: Options | undefined) => Format;
	readonly #made = new Map<string, Format>();

	constructor(make: (language: string | undefined, options: Options | undefined) => Format) {
		this.#make = make;
	}

	/** The format of a language, that of the browser if none is given. */
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
