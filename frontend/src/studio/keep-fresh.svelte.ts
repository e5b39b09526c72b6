import { onMount } from "svelte";
import type { Change } from "./server.svelte";
import type { Studio } from "./studio.svelte";

/** What is read again when something has changed. */
interface Look {
	ask(): void;
	stop(): void;
}

/**
 * Has `look` asked for whenever something of the server has changed that concerns it, for as long as
 * the component lives that is being made. A page behind a document waits until it is seen again.
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
