/** A request that a server has answered, as far as a list of them goes. */
export interface LoggedRequest {
	readonly number: number;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly key?: string;
	readonly keyId?: string;
	readonly requestId: string;
}

/** As many are kept. */
export const mostRequests = 500;

/** The newest of a list and what comes behind it; what is in both is there once. */
export function joinRequests<One extends LoggedRequest>(
	list: readonly One[],
	more: readonly One[],
): readonly One[] {
	const last = list.at(-1)?.number ?? 0;
	return [...list, ...more.filter(({ number }) => number > last)].slice(-mostRequests);
}

/** Which requests are shown. */
export interface RequestFilter {
	/** What is in the path, the method, the status, the key's name or the request's id. */
	readonly text: string;
	/** Whether only those are shown that were refused or failed. */
	readonly onlyErrors: boolean;
	/** Whether those of the window and the command line are left out. */
	readonly withoutOwn: boolean;
	/** The id of the key that the window has. */
	readonly own: string;
}

/** The requests that a filter lets through, the newest first. */
export function filterRequests<One extends LoggedRequest>(
	list: readonly One[],
	filter: RequestFilter,
): One[] {
	const parts = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
	return list
		.filter((request) => {
			const { method, path, status, key = "", keyId, requestId } = request;
			const words = `${method} ${path} ${status} ${key} ${requestId}`.toLowerCase();
			return (
				(!filter.onlyErrors || status >= 400) &&
				(!filter.withoutOwn || keyId !== filter.own) &&
				parts.every((part) => words.includes(part))
			);
		})
		.reverse();
}

/** A command that asks the same of a server; undefined where something of the path is left out. */
export function curlOf({ method, path }: LoggedRequest, url: string): string | undefined {
	if (path.includes("…")) {
		return undefined;
	}
	const verb = method === "GET" ? "" : ` -X ${method}`;
	return `curl -sS${verb} -H "Authorization: $KEY" '${(url + encodeURI(path)).replaceAll("'", "%27")}'`;
}
