/** Returns the host of an address in lower case, without its port; "" if the address has no host. */
export function hostOf(address: string): string {
	return /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";
}

/** Reports whether an address works only on the same machine. */
export function isLoopback(address: string): boolean {
	const host = hostOf(address);
	return (
		host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
	);
}

/** Returns an address with its scheme and host replaced by `base`, which has no path; an empty base changes nothing. */
export function withBase(base: string, address: string): string {
	return base === "" ? address : base + address.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}
