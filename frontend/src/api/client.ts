import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.gen";

/** The whole interface, typed by its description. */
export type InterfaceClient = Client<paths>;

/** The path that every operation of the description begins with. */
const base = "/api/v0";

/**
 * A client of the interface at `apiBase`, which ends with its version and without a slash; `refused`
 * is called when the key is not taken.
 */
export function createInterfaceClient(
	apiBase: string,
	key: string,
	refused: () => void = () => undefined,
): InterfaceClient {
	const baseUrl = apiBase.endsWith(base) ? apiBase.slice(0, -base.length) : apiBase;
	const client = createClient<paths>({ baseUrl, headers: { Authorization: key } });
	client.use({
		onRequest: ({ request }) => {
			request.headers.set("Accept-Language", pageLanguage());
		},
		onResponse: ({ response }) => {
			if (response.status === 401) {
				refused();
			}
		},
	});
	return client;
}

/** The language in which the server is asked to tell of failures: the page's, which may change. */
export function pageLanguage(): string {
	return document.documentElement.lang;
}

/** A sentence as the interface tells it to programs, and to people in the language that they read, where that has it. */
export interface LocalMessage {
	readonly message?: string;
	readonly localMessage?: string;
}

/** The sentence for people; undefined where there is none. */
export function messageOf({ message, localMessage }: LocalMessage): string | undefined {
	return localMessage ?? message;
}

/** The sentence why a webhook was not delivered, in the person's language where the interface has it; undefined where it was. */
export function errorOf({ error, localError }: { error?: string; localError?: string }): string | undefined {
	return localError ?? error;
}

/** What the server refused, or that it could not be reached. */
export class ServerError extends Error {
	/**
	 * `status` is that of HTTP; 0 where there was no answer. `fields` has a sentence for each field that is wrong, by its
	 * name. `said` tells whether the message is the server's own, in a person's words. `code` names the error for programs;
	 * empty where the server named none.
	 */
	constructor(
		message: string,
		readonly status: number,
		readonly fields: Readonly<Record<string, string>> = {},
		readonly said = true,
		readonly code = "",
	) {
		super(message);
	}
}

/** That nobody answered, for a reason that only the browser knows. */
function unreached(cause: unknown): ServerError {
	return new ServerError(`no answer: ${String(cause)}`, 0, {}, false);
}

/**
 * What a request or the reading of its answer gives; a ServerError where nobody answers, the answer breaks off, or
 * somebody else than the server gave it. Nothing else is to be in it: a browser has no other errors for that than those
 * of programs.
 */
export async function reached<Result>(asked: Promise<Result>): Promise<Result> {
	try {
		return await asked;
	} catch (error) {
		throw error instanceof TypeError || error instanceof SyntaxError ? unreached(error) : error;
	}
}

/** The answer of an operation, as openapi-fetch gives it. */
interface Answer<Data> {
	readonly data?: Data;
	readonly error?: unknown;
	readonly response: Response;
}

/** What an operation answered; a ServerError where it was refused, or nobody answered. */
export async function answerOf<Data>(asked: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
	const { data, error, response } = await reached(asked);
	if (!response.ok) {
		throw refusal(error, response.status);
	}
	return data as NonNullable<Data>; // an operation without content gives none to anybody
}

/** The same, with the answer's header. */
export async function answerWith<Data>(
	asked: Promise<Answer<Data>>,
): Promise<{ data: NonNullable<Data>; headers: Headers }> {
	const answer = await reached(asked);
	return { data: await answerOf(Promise.resolve(answer)), headers: answer.response.headers };
}

/** All entries of a list, which goes on as long as the answers have the header Link. */
export async function allOf<Entry>(
	ask: (query: { after?: string }) => Promise<Answer<Entry[] | null>>,
): Promise<Entry[]> {
	const all: Entry[] = [];
	for (let query: { after?: string } = {}; ;) {
		const { data, headers } = await answerWith(ask(query));
		all.push(...data);
		const next = /<([^>]*)>/.exec(headers.get("Link") ?? "")?.[1];
		const after = next === undefined ? null : new URL(next).searchParams.get("after");
		if (after === null) {
			return all;
		}
		query = { after };
	}
}

/** What a refusal says. */
export function refusal(problem: unknown, status: number): ServerError {
	if (typeof problem !== "object" || problem === null || !("message" in problem)) {
		return new ServerError(`the server answered ${status}`, status, {}, false);
	}
	const { code, message, localMessage, errors } = problem as components["schemas"]["Problem"];
	const fields: Record<string, string> = {};
	for (const { location, ...told } of errors ?? []) {
		fields[location.replace(/^.*[/.]/, "")] ??= messageOf(told) ?? message;
	}
	return new ServerError(localMessage ?? message, status, fields, true, code);
}
