import { allOf, answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Server } from "../server.svelte";
import type { Kind } from "./property-set";

export type Session = components["schemas"]["SessionDetails"];

/** The maximum number of sessions listed. */
export const mostSessions = 100;

/** The users of a set: sessions and folders. */
export interface Usage {
	/** The active sessions, newest first. */
	readonly sessions: readonly Session[];
	readonly folders: readonly { readonly id: string; readonly name: string }[];
}

export async function usageOf(server: Server, kind: Kind, name: string): Promise<Usage> {
	const named = kind === "profile" ? { profile: name } : { theme: name };
	const [sessions, folders] = await Promise.all([
		answerOf(server.client.GET("/api/v0/session", { params: { query: { ...named, limit: mostSessions } } })),
		// Only administrators can list folders. Other users see the rest.
		allOf((query) => server.client.GET("/api/v0/folder", { params: { query } })).catch(() => []),
	]);
	return { sessions, folders: folders.filter((folder) => folder[kind] === name) };
}
