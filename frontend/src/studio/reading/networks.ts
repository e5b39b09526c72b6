import { type ApiClient, dataOf } from "../../api/client";
import { isLoopback } from "../../core/network/address";

/**
 * Returns the addresses, without paths and best first, under which other machines reach the server. They can replace
 * the start of `address`, which works only on this machine. Returns none if other machines cannot connect, or if
 * `address` works on them already.
 */
export async function findNetworks(client: ApiClient, address: string): Promise<readonly string[]> {
	if (!isLoopback(address)) {
		return [];
	}
	const { reach, networkURLs } = await dataOf(client.GET("/api/v0/server"));
	return reach === "network" ? networkURLs : [];
}
