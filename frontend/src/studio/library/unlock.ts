import type { Server } from "../server.svelte";

/** Unlocks an encrypted document with its password. Throws a ServerError if that fails. */
export async function unlock(server: Server, id: string, password: string): Promise<void> {
	await server.fetch(`/document/${encodeURIComponent(id)}/retry`, {
		method: "POST",
		headers: { "Document-Password": password },
	});
}
