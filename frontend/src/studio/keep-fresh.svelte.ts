import { onMount } from "svelte";
import type { Change } from "./server.svelte";
import type { Studio } from "./studio.svelte";

/** Data that is read again after changes. */
interface Refreshable {
	request(): void;
	stop(): void;
}

/**
 * Calls `look.ask` after relevant changes on the server, as long as the component being created exists. A hidden page
 * waits until it is visible again.
 */
export function keepFresh(
	{ server, navigation }: Studio,
	refreshable: Refreshable,
	isRelevant: (change: Change) => boolean,
	isVisible: () => boolean = () => navigation.route.page !== "document",
): void {
	let missed = false;
	$effect(() => {
		if (isVisible() && missed) {
			missed = false;
			refreshable.request();
		}
	});
	onMount(() => {
		const unsubscribe = server.onChange(({ changes, reset }) => {
			if (!reset && !changes.some(isRelevant)) {
				return;
			}
			if (isVisible()) {
				refreshable.request();
			} else {
				missed = true;
			}
		});
		return () => {
			unsubscribe();
			refreshable.stop();
		};
	});
}
