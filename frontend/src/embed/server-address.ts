/**
 * Returns the address of the server that this script was loaded from, without a trailing slash; empty if the script is
 * a copy from elsewhere. A module cannot find its script element, so the address is taken from a stack trace.
 */
export function ownServer(): string {
	const script = document.currentScript as HTMLScriptElement | null;
	const sources = [script?.src, new Error().stack].join(" ");
	return /https?:[^\s()@]*?(?=\/viewer\/public\/embed\.js)/.exec(sources)?.[0] ?? "";
}
