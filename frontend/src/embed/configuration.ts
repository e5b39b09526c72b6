/** The configuration of a viewer. The names of the overridden settings are in lower case. */
export interface Configuration {
	readonly sessionId: string;
	readonly profile: string;
	readonly theme: string;
	readonly profileOverrides: Readonly<Record<string, unknown>>;
	readonly themeOverrides: Readonly<Record<string, unknown>>;
}

/**
 * Parses the configuration that a script passes. A value of `null` is treated like a missing one. Throws an Error whose
 * message is a sentence for the author of the page.
 */
export function parseConfiguration(input: unknown): Configuration {
	const { sessionId, profile, theme, profileOverrides, themeOverrides } = recordOf(input, "configuration");
	if (!sessionId) {
		throw new Error("The sessionId is missing.");
	}
	return {
		sessionId: textOf(sessionId, "sessionId"),
		profile: textOf(profile, "profile"),
		theme: textOf(theme, "theme"),
		profileOverrides: overridesOf(profileOverrides, "profileOverrides"),
		themeOverrides: overridesOf(themeOverrides, "themeOverrides"),
	};
}

/** Parses the configuration in an element's attributes. Returns undefined if they contain no session id. */
export function configurationOf(
	attributes: Iterable<Pick<Attr, "name" | "value">>,
): Configuration | undefined {
	const input = [...attributes].map(({ name, value }) => [name.toLowerCase(), value] as const);
	const withPrefix = (prefix: string) =>
		Object.fromEntries(
			input
				.filter(([name]) => name.startsWith(prefix))
				.map(([name, value]) => [name.slice(prefix.length), value]),
		);
	const { "session-id": sessionId, profile, theme } = withPrefix("data-");
	return sessionId
		? parseConfiguration({
				sessionId,
				profile,
				theme,
				profileOverrides: withPrefix("data-profile-"),
				themeOverrides: withPrefix("data-theme-"),
			})
		: undefined;
}

/**
 * Returns a configuration with additional overrides of the profile's settings. They take precedence over existing
 * overrides.
 */
export function withProfile(
	configuration: Configuration,
	overrides: Readonly<Record<string, unknown>>,
): Configuration {
	return { ...configuration, profileOverrides: { ...configuration.profileOverrides, ...overrides } };
}

/** Returns the URL of a viewer. `server` is the URL of the server without a trailing slash. */
export function addressOf(server: string, configuration: Configuration): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(configuration)) {
		const text = typeof value === "string" ? value : JSON.stringify(value);
		if (text !== "" && text !== "{}") {
			query.set(name, text);
		}
	}
	return `${server}/viewer/view?${query.toString()}`;
}

function textOf(value: unknown, name: string): string {
	const text = value ?? "";
	if (typeof text !== "string") {
		throw new Error(`The ${name} is no text.`);
	}
	return text;
}

function recordOf(value: unknown, name: string): Record<string, unknown> {
	const record = value ?? {};
	if (Object(record) !== record) {
		throw new Error(`The ${name} is no object.`);
	}
	return record as Record<string, unknown>;
}

/**
 * Returns settings with their names in lower case and without hyphens, so that the same setting has one name however
 * the page writes it. The attributes of HTML have names without capitals, and setting `dataset.profileOpenedPage`
 * creates the attribute `data-profile-opened-page`.
 */
function overridesOf(value: unknown, name: string): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(recordOf(value, name)).flatMap(([setting, settingValue]) =>
			settingValue === null ? [] : [[setting.replaceAll("-", "").toLowerCase(), settingValue]],
		),
	);
}
