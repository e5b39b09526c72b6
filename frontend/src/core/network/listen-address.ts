/** The scope in which an address can be reached: this machine, the whole network, or a single interface. */
export type AddressScope = "machine" | "network" | "other";

/** The address that a server listens on. */
export interface ListenAddress {
	readonly scope: AddressScope;
	readonly host: string;
	readonly port: string;
}

/**
 * Parses HOST:PORT. The scope is `other` if HOST is a host name, or the address of a single network interface of the
 * machine.
 */
export function parseListenAddress(addr: string): ListenAddress {
	const colon = addr.lastIndexOf(":");
	const host = addr.slice(0, colon).replace(/^\[|\]$/g, "");
	return { scope: scopeOf(host), host, port: addr.slice(colon + 1) };
}

function scopeOf(host: string): AddressScope {
	if (host === "" || host === "0.0.0.0" || host === "::") {
		return "network";
	}
	return host === "localhost" || host === "::1" || host.startsWith("127.") ? "machine" : "other";
}

/** Returns the address HOST:PORT for a scope. */
export function formatListenAddress(scope: Exclude<AddressScope, "other">, port: string): string {
	return `${scope === "machine" ? "127.0.0.1" : "0.0.0.0"}:${port}`;
}

/** Reports whether a server that listens on `current` would change its address after a restart with `next`. */
export function isOtherAddress(next: string, current: string): boolean {
	const [a, b] = [parseListenAddress(next), parseListenAddress(current)];
	const samePort = a.port === b.port || a.port === "0"; // port 0 stands for any free port
	const sameHost = a.host === b.host || (a.scope === "network" && b.scope === "network");
	return !samePort || !sameHost;
}

/** Reports whether a text is a port number that can be chosen. */
export function isPort(text: string): boolean {
	return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}
