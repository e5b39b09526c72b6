import type { Server } from "../server.svelte";

/** Opens an encrypted document with its password; a ServerError where that is not to be. */
export async function unlock(server: Server, id: string, password: string): Promise<void> {
	await server.fetch(`/document/${encodeURIComponent(id)}/retry`, {
		method: "POST",
		headers: { "Document-Password": password },
	});
}
