/** The keys whose names depend on the language. */
const namedKeys = /\b(?:Ctrl|Shift|Alt|Del|Space|PgUp|PgDn|Home|End)\b/g;

/**
 * The symbols of modifier keys on Apple keyboards. Key combinations call the main modifier key Ctrl; on Apple
 * keyboards, the Command key replaces it.
 */
const appleSymbols: Readonly<Record<string, string>> = { "Ctrl+": "⌘", "Shift+": "⇧", "Alt+": "⌥" };

/** Formats a key combination, such as `Ctrl+F`. `nameOf` returns the name of a key in the language of the reader. */
export function formatKeys(keys: string, nameOf: (key: string) => string, isApple: boolean): string {
	const combination = isApple
		? keys.replace(/\b(?:Ctrl|Shift|Alt)\+/g, (modifier) => appleSymbols[modifier] ?? modifier)
		: keys;
	return combination.replace(namedKeys, nameOf);
}

/**
 * Splits a formatted key combination into the names of its keys. Apple symbols are not followed by "+", so they stay
 * together with the key after them.
 */
export function splitKeys(combination: string): string[] {
	return combination.split(/\+(?=.)/);
}

/** Reports whether a platform, as in `navigator.platform`, uses Apple keyboards. */
export function isApplePlatform(platform: string): boolean {
	return /^(?:Mac|iP)/.test(platform);
}
