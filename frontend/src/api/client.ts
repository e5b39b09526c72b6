import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.gen";

/** The API client, typed by the OpenAPI description. */
export type ApiClient = Client<paths>;

/** The base path of all operations in the description. */
const apiPath = "/api/v0";

/**
 * Creates a client of the API at `apiBase`, which ends with the version, without a slash. `onKeyRejected` is called
 * when the key is rejected.
 */
export function createApiClient(
	apiBase: string,
	key: string,
	onKeyRejected: () => void = () => undefined,
): ApiClient {
	const baseUrl = apiBase.endsWith(apiPath) ? apiBase.slice(0, -apiPath.length) : apiBase;
	const client = createClient<paths>({ baseUrl, headers: { Authorization: key } });
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

/** Returns the language in which the server should answer errors: that of the page, which may change. */
export function pageLanguage(): string {
	return document.documentElement.lang;
}

/** A message from the API, and its translation into the language of the page if there is one. */
export interface LocalMessage {
	readonly message?: string;
	readonly localMessage?: string;
}

/** Returns a message, translated if possible; undefined if there is none. */
export function messageOf({ message, localMessage }: LocalMessage): string | undefined {
	return localMessage ?? message;
}

/** Returns the reason why a webhook delivery failed, translated if possible; undefined if it succeeded. */
export function errorOf({ error, localError }: { error?: string; localError?: string }): string | undefined {
	return localError ?? error;
}

/** An error response of the server, or the failure to reach it. */
export class ServerError extends Error {
	/**
	 * `status` is the HTTP status; 0 without a response. `fields` has a message for each invalid field, by its name.
	 * `isForPeople` reports whether the message comes from the server and is meant for people. `code` is the error
	 * code; empty if the server sent none.
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

/** Returns the error for a missing response. Only the browser knows the reason. */
function unreachableError(cause: unknown): ServerError {
	return new ServerError(`no answer: ${String(cause)}`, 0, {}, false);
}

/**
 * Awaits a request, or the reading of its response body. Throws a ServerError if there is no response, if the response
 * is interrupted, or if it does not come from the server. Pass no other promises: a TypeError that a programming error
 * throws would be reported as a network error.
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
	return data as NonNullable<Data>; // operations without content have the type undefined
}

/** Returns the data and the headers of a response. Throws the same errors as {@link dataOf}. */
export async function dataWithHeaders<Data>(
	request: Promise<FetchResult<Data>>,
): Promise<{ data: NonNullable<Data>; headers: Headers }> {
	const result = await awaitNetwork(request);
	return { data: await dataOf(Promise.resolve(result)), headers: result.response.headers };
}

/** Returns all entries of a paginated list by following the Link headers. */
export async function fetchAll<Entry>(
	fetchPart: (query: { after?: string }) => Promise<FetchResult<Entry[] | null>>,
): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (let query: { after?: string } = {}; ;) {
		const { data, headers } = await dataWithHeaders(fetchPart(query));
		entries.push(...data);
		const next = /<([^>]*)>/.exec(headers.get("Link") ?? "")?.[1];
		const after = next === undefined ? null : new URL(next).searchParams.get("after");
		if (after === null) {
			return entries;
		}
		query = { after };
	}
}

/** Parses the body of an error response. */
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
