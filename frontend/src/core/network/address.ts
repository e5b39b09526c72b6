/** The host of an address, in small letters, without its port; "" where it has none. */
export function hostOf(address: string): string {
	return /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";
}

/** Whether an address works on its own machine only. */
export function isLoopback(address: string): boolean {
	const host = hostOf(address);
	return (
		host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
	);
}

/** An address on another host: what `base`, without a path, begins it with. "" leaves it as it is. */
export function movedTo(base: string, address: string): string {
	return base === "" ? address : base + address.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}
