import { awaitNetwork } from "../../api/client";

/**
 * Calls `load`, which imports a script of this page. If the script is missing because the server has been updated since
 * the page was loaded, loads the page again. Throws a ServerError if the script cannot be loaded.
 */
export async function importScript<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await awaitNetwork(load());
	} catch (error) {
		if (await isOutdated()) {
			location.reload();
		}
		throw error;
	}
}

/** Reports whether the server no longer has the scripts of this page. */
async function isOutdated(): Promise<boolean> {
	const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return answer?.status === 404;
}
