/** A cache of formatters by language. Creating a formatter takes longer than using it a hundred times. */
class FormatterCache<Options, Format> {
	readonly #create: (language: string | undefined, options: Options | undefined) => Format;
	readonly #formatters = new Map<string, Format>();

	constructor(create: (language: string | undefined, options: Options | undefined) => Format) {
		this.#create = create;
	}

	/** Returns the formatter for a language. If no language is given, returns the one for the browser's language. */
	get(language?: string, options?: Options): Format {
		const key = JSON.stringify([language, options]);
		const known = this.#formatters.get(key);
		if (known !== undefined) {
			return known;
		}
		const created = this.#create(language, options);
		this.#formatters.set(key, created);
		return created;
	}
}

export const dates = new FormatterCache<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
	(language, options) => new Intl.DateTimeFormat(language, options),
);

export const numbers = new FormatterCache<Intl.NumberFormatOptions, Intl.NumberFormat>(
	(language, options) => new Intl.NumberFormat(language, options),
);

export const plurals = new FormatterCache<Intl.PluralRulesOptions, Intl.PluralRules>(
	(language, options) => new Intl.PluralRules(language, options),
);
