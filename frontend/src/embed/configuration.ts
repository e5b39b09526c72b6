/** What is to be shown, and how. The overrides' names have no capitals. */
export interface Configuration {
	readonly sessionId: string;
	readonly profile: string;
	readonly theme: string;
	readonly profileOverrides: Readonly<Record<string, unknown>>;
	readonly themeOverrides: Readonly<Record<string, unknown>>;
}

/** Reads a configuration from a script. Throws an Error that says in a person's words what is wrong. */
export function parseConfiguration(given: unknown): Configuration {
	const { sessionId, profile, theme, profileOverrides, themeOverrides } = recordOf(given, "configuration");
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

/** Reads a configuration from an element's attributes. Undefined where they name no session. */
export function configurationOf(
	attributes: Iterable<Pick<Attr, "name" | "value">>,
): Configuration | undefined {
	const given = [...attributes].map(({ name, value }) => [name.toLowerCase(), value] as const);
	const under = (prefix: string) =>
		Object.fromEntries(
			given
				.filter(([name]) => name.startsWith(prefix))
				.map(([name, value]) => [name.slice(prefix.length), value]),
		);
	const { "session-id": sessionId, profile, theme } = under("data-");
	return sessionId
		? parseConfiguration({
				sessionId,
				profile,
				theme,
				profileOverrides: under("data-profile-"),
				themeOverrides: under("data-theme-"),
			})
		: undefined;
}

/** The same with further overrides of the profile, which win. */
export function withProfile(
	configuration: Configuration,
	overrides: Readonly<Record<string, unknown>>,
): Configuration {
	return { ...configuration, profileOverrides: { ...configuration.profileOverrides, ...overrides } };
}

/** The address of a viewer, for a server whose address ends without a slash. */
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

function textOf(value: unknown = "", name: string): string {
	if (typeof value !== "string") {
		throw new Error(`The ${name} is no text.`);
	}
	return value;
}

function recordOf(value: unknown = {}, name: string): Record<string, unknown> {
	if (Object(value) !== value) {
		throw new Error(`The ${name} is no object.`);
	}
	return value as Record<string, unknown>;
}

/** Settings by their names without capitals: HTML knows none in the names of attributes. */
function overridesOf(value: unknown, name: string): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(recordOf(value, name)).map(([setting, to]) => [setting.toLowerCase(), to]),
	);
}
