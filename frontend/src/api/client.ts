import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.gen";

/** The API client, with types from the OpenAPI description. */
export type ApiClient = Client<paths>;

/** The path with which all operations in the OpenAPI description begin. */
const apiPath = "/api/v0";

/**
 * Creates a client of the API. `apiBase` is the base URL, which ends with the version and has no trailing slash.
 * `onKeyRejected` is called when the server rejects the key. `send` sends the requests.
 */
export function createApiClient(
	apiBase: string,
	key: string,
	onKeyRejected: () => void = () => undefined,
	send: (request: Request) => Promise<Response> = fetch,
): ApiClient {
	const baseUrl = apiBase.endsWith(apiPath) ? apiBase.slice(0, -apiPath.length) : apiBase;
	const client = createClient<paths>({ baseUrl, headers: { Authorization: key }, fetch: send });
	client.use({
		onRequest: ({ request }) => {
			request.headers.set("Accept-Language", pageLanguage());
		},
		onResponse: ({ response }) => {
			if (response.status === 401) {
				onKeyRejected();
			}
		},
	});
	return client;
}

/**
 * Returns the language in which the server should send error messages: the language of the page, which the user may
 * change.
 */
export function pageLanguage(): string {
	return document.documentElement.lang;
}

/** A message from the API. `localMessage` is its translation into the language of the page, if there is one. */
export interface LocalMessage {
	readonly message?: string;
	readonly localMessage?: string;
}

/** Returns the translation of a message, or else the message itself; undefined if there is no message. */
export function messageOf({ message, localMessage }: LocalMessage): string | undefined {
	return localMessage ?? message;
}

/**
 * Returns the reason why a webhook delivery failed, translated if there is a translation; undefined if the delivery
 * succeeded.
 */
export function errorOf({ error, localError }: { error?: string; localError?: string }): string | undefined {
	return localError ?? error;
}

/** The error if a request failed: the server sent an error response, or could not be reached. */
export class ServerError extends Error {
	/**
	 * `status` is the HTTP status, or 0 without a response. `fields` has the messages about invalid fields, by the
	 * names of the fields. `isForPeople` reports whether the server has sent the message and it is meant for people.
	 * `code` is the error code, which is empty if the server sent none.
	 */
	constructor(
		message: string,
		readonly status: number,
		readonly fields: Readonly<Record<string, string>> = {},
		readonly isForPeople = true,
		readonly code = "",
	) {
		super(message);
	}
}

/** Returns the error for a request without a response. Only the browser knows the reason. */
function unreachableError(cause: unknown): ServerError {
	return new ServerError(`no answer: ${String(cause)}`, 0, {}, false);
}

/**
 * Awaits a request, or the body of its response. Throws a ServerError if there is no response, if the response is
 * interrupted, or if it does not come from the server. Do not pass any other promise: a TypeError from a programming
 * error would be reported as a network error.
 */
export async function awaitNetwork<Result>(request: Promise<Result>): Promise<Result> {
	try {
		return await request;
	} catch (error) {
		throw error instanceof TypeError || error instanceof SyntaxError ? unreachableError(error) : error;
	}
}

/** A response of openapi-fetch. */
interface FetchResult<Data> {
	readonly data?: Data;
	readonly error?: unknown;
	readonly response: Response;
}

/** Returns the data of a response. Throws a ServerError if the request was rejected or received no response. */
export async function dataOf<Data>(request: Promise<FetchResult<Data>>): Promise<NonNullable<Data>> {
	const { data, error, response } = await awaitNetwork(request);
	if (!response.ok) {
		throw parseError(error, response.status);
	}
	return data as NonNullable<Data>; // only operations whose responses never have content have no data
}

/** Returns the data and the headers of a response. Throws the same errors as {@link dataOf}. */
export async function dataWithHeaders<Data>(
	request: Promise<FetchResult<Data>>,
): Promise<{ data: NonNullable<Data>; headers: Headers }> {
	const result = await awaitNetwork(request);
	return { data: await dataOf(Promise.resolve(result)), headers: result.response.headers };
}

/**
 * Returns the entries of a paginated list by following the Link headers: all, or at least `minCount` of them. Throws
 * the same errors as {@link dataOf}.
 */
export async function fetchAll<Entry>(
	fetchPart: (query: { after?: string }) => Promise<FetchResult<Entry[] | null>>,
	minCount = Infinity,
): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (let query: { after?: string } = {}; ;) {
		const { data, headers } = await dataWithHeaders(fetchPart(query));
		entries.push(...data);
		const next = /<([^>]*)>/.exec(headers.get("Link") ?? "")?.[1];
		const after = next === undefined ? null : new URL(next).searchParams.get("after");
		if (after === null || entries.length >= minCount) {
			return entries;
		}
		query = { after };
	}
}

/**
 * Returns the error for an error response. `problem` is its body as JSON, or any other value if the response does not
 * come from the API.
 */
export function parseError(problem: unknown, status: number): ServerError {
	if (typeof problem !== "object" || problem === null || !("message" in problem)) {
		return new ServerError(`the server answered ${status}`, status, {}, false);
	}
	const { code, message, localMessage, errors } = problem as components["schemas"]["Problem"];
	const fields: Record<string, string> = {};
	for (const { location, ...fieldMessage } of errors ?? []) {
		fields[location.replace(/^.*[/.]/, "")] ??= messageOf(fieldMessage) ?? message;
	}
	return new ServerError(localMessage ?? message, status, fields, true, code);
}
