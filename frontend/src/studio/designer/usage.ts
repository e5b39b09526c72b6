import { allOf, answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Server } from "../server.svelte";
import type { Kind } from "./property-set";

export type Session = components["schemas"]["SessionDetails"];

/** Sessions that are listed at most. */
export const mostSessions = 100;

/** Who uses a set. */
export interface Usage {
	/** Those in force, newest first. */
	readonly sessions: readonly Session[];
	readonly folders: readonly { readonly id: string; readonly name: string }[];
}

export async function usageOf(server: Server, kind: Kind, name: string): Promise<Usage> {
	const named = kind === "profile" ? { profile: name } : { theme: name };
	const [sessions, folders] = await Promise.all([
		answerOf(server.client.GET("/api/v0/session", { params: { query: { ...named, limit: mostSessions } } })),
		// Folders are for administrators only; who may not see them is told of the rest.
		allOf((query) => server.client.GET("/api/v0/folder", { params: { query } })).catch(() => []),
	]);
	return { sessions, folders: folders.filter((folder) => folder[kind] === name) };
}
