import { onMount } from "svelte";
import type { Change } from "./server.svelte";
import type { Studio } from "./studio.svelte";

/** Data that can be requested again. */
interface Refreshable {
	request(): void;
	stop(): void;
}

/**
 * Calls `refreshable.request` after each relevant change on the server, until the calling component is destroyed. While
 * `isVisible` returns false, the call is postponed.
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
