import { answerOf, type InterfaceClient } from "../../api/client";
import { isLoopback } from "../../core/network/address";

/**
 * Where other machines reach the server, without their paths and the best first: what an address of it that works
 * on this machine only may begin with. Empty where none do, or where the address is for others already.
 */
export async function findNetworks(client: InterfaceClient, address: string): Promise<readonly string[]> {
	if (!isLoopback(address)) {
		return [];
	}
	const { reach, networkURLs } = await answerOf(client.GET("/api/v0/server"));
	return reach === "network" ? networkURLs : [];
}
