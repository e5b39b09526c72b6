import { type ApiClient, dataOf } from "../../api/client";
import { isLoopback } from "../../core/network/address";

/** The addresses under which readers reach the server. */
export interface Addresses {
	/** The address at the start of new links. */
	readonly own: string;
	/**
	 * The addresses, without paths and best first, that can replace the start of a link that works only on this
	 * machine; empty if other machines cannot connect, or if the links work on them already.
	 */
	readonly networks: readonly string[];
}

/** Returns the addresses under which readers reach the server. */
export async function findAddresses(client: ApiClient): Promise<Addresses> {
	const { publicURL, reach, networkURLs } = await dataOf(client.GET("/api/v0/server"));
	const replaceable = isLoopback(publicURL) && reach === "network";
	return { own: publicURL, networks: replaceable ? networkURLs : [] };
}
