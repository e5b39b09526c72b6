import { dataOf, fetchAll } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Server } from "../server.svelte";
import type { Kind } from "./property-set";

export type Session = components["schemas"]["SessionDetails"];

/** The maximum number of sessions listed. */
export const maxSessions = 100;

/** The sessions and the watched folders that use a set. */
export interface Usage {
	/** The active sessions, newest first. */
	readonly sessions: readonly Session[];
	readonly folders: readonly { readonly id: string; readonly name: string }[];
}

export async function usageOf(server: Server, kind: Kind, name: string): Promise<Usage> {
	const filter = kind === "profile" ? { profile: name } : { theme: name };
	const [sessions, folders] = await Promise.all([
		dataOf(server.client.GET("/api/v0/session", { params: { query: { ...filter, limit: maxSessions } } })),
		// Only administrators can list folders. Other users see only the sessions.
		fetchAll((query) => server.client.GET("/api/v0/folder", { params: { query } })).catch(() => []),
	]);
	return { sessions, folders: folders.filter((folder) => folder[kind] === name) };
}
