import { type ApiClient, dataOf } from "../../api/client";
import { isLoopback } from "../../core/network/address";

/**
 * Returns the addresses, without paths and best first, under which other machines reach the server. They can replace
 * the start of an address that works only on this machine. Empty if there are none, or if the address already works
 * elsewhere.
 */
export async function findNetworks(client: ApiClient, address: string): Promise<readonly string[]> {
	if (!isLoopback(address)) {
		return [];
	}
	const { reach, networkURLs } = await dataOf(client.GET("/api/v0/server"));
	return reach === "network" ? networkURLs : [];
}
