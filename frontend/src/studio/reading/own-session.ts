import { dataOf } from "../../api/client";
import type { Server } from "../server.svelte";

/** The number of minutes for which a session of this window lasts: a day. */
const duration = 24 * 60;

/**
 * Creates a session in which this window shows a document. Returns its id, and the URL by which this window reaches the
 * viewer. Throws an error if the document cannot be shown.
 */
export async function openOwnSession(
	server: Server,
	documentId: string,
): Promise<{ id: string; address: string }> {
	const { id, viewerURL } = await dataOf(
		server.client.POST("/api/v0/session", { params: { query: { documentId, duration, own: true } } }),
	);
	return { id, address: viewerURL.replace(/^.*(?=\/viewer\/view)/, server.url) };
}
