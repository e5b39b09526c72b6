import { ServerError } from "../api/client";
import type { I18n } from "./i18n.svelte";

/**
 * Returns the message of an error in the language of the window. Messages of the server are already in that language.
 * Messages of the API client and of the browser, for example about a failed connection, are replaced.
 */
export function errorText({ t }: Pick<I18n, "t">, error: unknown): string {
	if (error instanceof ServerError && !error.isForPeople) {
		return error.status === 0 ? t("shell.noAnswer") : t("shell.answered", { status: error.status });
	}
	return error instanceof Error ? error.message : String(error);
}

/** Reports whether an error comes from a response of the server, so that the server is reachable. */
export function hasResponse(error: unknown): boolean {
	return error instanceof ServerError && error.status !== 0;
}

/**
 * Reports whether the same request may succeed later: the server is unreachable or overloaded, or has failed
 * internally.
 */
export function isTemporary(error: unknown): boolean {
	return error instanceof ServerError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
