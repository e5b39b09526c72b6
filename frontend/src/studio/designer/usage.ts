import { dataOf, fetchAll } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { I18n } from "../i18n.svelte";
import type { Server } from "../server.svelte";
import type { Studio } from "../studio.svelte";
import { defaultSetName } from "../../api/viewer-sets";
import type { Kind } from "./property-set";

export type Session = components["schemas"]["SessionDetails"];

/** The maximum number of sessions listed. */
export const maxSessions = 100;

/** The sessions and the watched folders that use a profile or theme. */
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

/**
 * Reports whether a profile or theme applies to readers. The default profile or theme applies wherever no other one is
 * chosen.
 */
export function isUsed(name: string, { sessions, folders }: Usage): boolean {
	return name === defaultSetName || sessions.length > 0 || folders.length > 0;
}

/**
 * Returns the labels of the controls with which a profile or theme is chosen for a new link, in the order of their use.
 */
export function pathToChoice(i18n: I18n, kind: Kind): string {
	return [i18n.t("reading.share"), i18n.t("reading.more"), i18n.t(`reading.${kind}`)].join(" → ");
}

/**
 * Returns the message after a profile or theme was saved. It explains how to use the profile or theme if nothing uses
 * it yet. `title` is the displayed name of the profile or theme.
 */
export async function savedText(
	{ server, i18n }: Pick<Studio, "server" | "i18n">,
	{ kind, name }: { readonly kind: Kind; readonly name: string },
	title: string,
): Promise<string> {
	const usage = await usageOf(server, kind, name).catch(() => ({ sessions: [], folders: [] }));
	return isUsed(name, usage)
		? i18n.t("designer.saved", { name: title })
		: i18n.t("designer.savedUnused", { name: title, path: pathToChoice(i18n, kind) });
}
