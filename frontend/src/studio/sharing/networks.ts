import { type ApiClient, dataOf } from "../../api/client";
import { isLoopback } from "../../core/network/address";

/** The addresses under which readers reach the server. */
export interface Addresses {
	/** The public URL of the server, with which the URLs of new links begin. */
	readonly publicURL: string;
	/**
	 * The base URLs that work on other machines, best first. They can replace `publicURL` if it works only on
	 * this machine. Empty if other machines cannot connect to the server, or if `publicURL` works on them.
	 */
	readonly networks: readonly string[];
}

/** Returns the addresses under which readers reach the server. */
export async function findAddresses(client: ApiClient): Promise<Addresses> {
	const { publicURL, reach, networkURLs } = await dataOf(client.GET("/api/v0/server"));
	const replaceable = isLoopback(publicURL) && reach === "network";
	return { publicURL, networks: replaceable ? networkURLs : [] };
}
