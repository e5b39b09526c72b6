/** Who reaches an address that a server listens on. */
export type Reach = "machine" | "network" | "other";

/** What a server listens on. */
export interface Listening {
	readonly reach: Reach;
	readonly host: string;
	readonly port: string;
}

/** Reads HOST:PORT. `other` is one of the machine's addresses by itself, or a name. */
export function parseListening(addr: string): Listening {
	const colon = addr.lastIndexOf(":");
	const host = addr.slice(0, colon).replace(/^\[|\]$/g, "");
	return { reach: reachOf(host), host, port: addr.slice(colon + 1) };
}

function reachOf(host: string): Reach {
	if (host === "" || host === "0.0.0.0" || host === "::") {
		return "network";
	}
	return host === "localhost" || host === "::1" || host.startsWith("127.") ? "machine" : "other";
}

/** HOST:PORT of a reach. */
export function formatListening(reach: Exclude<Reach, "other">, port: string): string {
	return `${reach === "machine" ? "127.0.0.1" : "0.0.0.0"}:${port}`;
}

/** Whether a server that listens on `now` would listen on something else if it started with `next`. */
export function isOtherAddress(next: string, now: string): boolean {
	const [a, b] = [parseListening(next), parseListening(now)];
	const samePort = a.port === b.port || a.port === "0"; // which any free port is
	const sameHost = a.host === b.host || (a.reach === "network" && b.reach === "network");
	return !samePort || !sameHost;
}

/** Whether a text is a port that a person would choose. */
export function isPort(text: string): boolean {
	return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}
