/** Whether an address works on its own machine only. */
export function isLoopback(address: string): boolean {
	const host = /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";
	return (
		host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
	);
}
