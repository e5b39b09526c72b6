import { ServerError } from "../api/client";
import type { Words } from "./words.svelte";

/**
 * Why something failed, in the words of the window's language. What the server says of it is in that already; what the
 * client or the browser says, such as that nobody answers, is for programs.
 */
export function reasonOf({ say }: Pick<Words, "say">, error: unknown): string {
	if (error instanceof ServerError && !error.said) {
		return error.status === 0 ? say("shell.noAnswer") : say("shell.answered", { status: error.status });
	}
	return error instanceof Error ? error.message : String(error);
}

/** Whether a server has answered, though not with what it was asked for. */
export function answered(error: unknown): boolean {
	return error instanceof ServerError && error.status !== 0;
}
