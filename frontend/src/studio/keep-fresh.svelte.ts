import { onMount } from "svelte";
import type { Change } from "./server.svelte";
import type { Studio } from "./studio.svelte";

/** Data that is read again after changes. */
interface Look {
	ask(): void;
	stop(): void;
}

/**
 * Calls `look.ask` after relevant changes on the server, as long as the component being created exists. A hidden page
 * waits until it is visible again.
 */
export function keepFresh(
	{ server, navigation }: Studio,
	look: Look,
	concerns: (change: Change) => boolean,
	seen: () => boolean = () => navigation.route.page !== "document",
): void {
	let missed = false;
	$effect(() => {
		if (seen() && missed) {
			missed = false;
			look.ask();
		}
	});
	onMount(() => {
		const end = server.onChange(({ changes, reset }) => {
			if (!reset && !changes.some(concerns)) {
				return;
			}
			if (seen()) {
				look.ask();
			} else {
				missed = true;
			}
		});
		return () => {
			end();
			look.stop();
		};
	});
}
