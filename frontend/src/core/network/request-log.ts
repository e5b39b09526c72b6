/** A request that a server has answered, with the fields shown in the request log. */
export interface LoggedRequest {
	readonly number: number;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly key?: string;
	readonly keyId?: string;
	readonly requestId: string;
}

/** The maximum number of requests that are kept. */
export const maxRequests = 500;

/**
 * Returns a list with newer requests appended, without duplicates. Of a long list, only the newest requests are kept.
 */
export function joinRequests<Entry extends LoggedRequest>(
	list: readonly Entry[],
	newer: readonly Entry[],
): readonly Entry[] {
	const last = list.at(-1)?.number ?? 0;
	return [...list, ...newer.filter(({ number }) => number > last)].slice(-maxRequests);
}

/** The filter of the request log. */
export interface RequestFilter {
	/** A text that the path, the method, the status, the key's name or the request's id must contain. */
	readonly text: string;
	/** Whether only rejected and failed requests are shown. */
	readonly onlyErrors: boolean;
	/**
	 * Whether requests with the API key of this window are hidden. Requests for pages and viewers, which have no key,
	 * are then hidden as well.
	 */
	readonly withoutOwn: boolean;
	/** The id of the API key of this window. */
	readonly ownKeyId: string;
}

/** Returns the requests that match a filter, newest first. */
export function filterRequests<Entry extends LoggedRequest>(
	list: readonly Entry[],
	filter: RequestFilter,
): Entry[] {
	const parts = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
	return list
		.filter((request) => {
			const { method, path, status, key = "", keyId, requestId } = request;
			const words = `${method} ${path} ${status} ${key} ${requestId}`.toLowerCase();
			return (
				(!filter.onlyErrors || status >= 400) &&
				(!filter.withoutOwn || !(keyId === undefined ? isForPage(path) : keyId === filter.ownKeyId)) &&
				parts.every((part) => words.includes(part))
			);
		})
		.reverse();
}

/** Reports whether a path is that of the studio's page or of a viewer, or of one of their files. */
function isForPage(path: string): boolean {
	return path === "/" || path.startsWith("/studio/") || path.startsWith("/viewer/");
}

/** Returns a curl command that repeats a request; undefined if the logged path is incomplete. */
export function curlOf({ method, path }: LoggedRequest, url: string): string | undefined {
	if (path.includes("…")) {
		return undefined;
	}
	const verb = method === "GET" ? "" : ` -X ${method}`;
	return `curl -sS${verb} -H "Authorization: $KEY" '${(url + encodeURI(path)).replaceAll("'", "%27")}'`;
}
