import { awaitNetwork } from "../../api/client";

/** The functions that were passed to {@link importScript} and have failed. */
const failed = new Set<unknown>();

/**
 * Calls `load`, which imports a script of this page. Throws a ServerError if the script cannot be loaded. In two cases,
 * the page is loaded again: if the script is missing, because the server has been updated since the page was loaded;
 * and if a further attempt fails although the server responds, because most browsers remember a failed import.
 */
export async function importScript<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await awaitNetwork(load());
	} catch (error) {
		const status = await fetchStatus();
		if (status === 404 || (status === 200 && failed.has(load) && !wasJustReloaded())) {
			location.reload();
		}
		failed.add(load);
		throw error;
	}
}

/** Returns the status of a request for the script of this page; undefined if the server does not respond. */
async function fetchStatus(): Promise<number | undefined> {
	const response = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return response?.status;
}

/** Reports whether the page was loaded again within the last minute. A script that never loads must not cause a loop. */
function wasJustReloaded(): boolean {
	const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	return navigation?.type === "reload" && performance.now() < 60_000;
}
