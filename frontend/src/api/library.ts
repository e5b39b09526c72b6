import { answerOf, answerWith, type InterfaceClient } from "./client";
import type { components, paths } from "./schema.gen";

/** A document of the library, as the interface lists it. */
export type LibraryDocument = components["schemas"]["Document"];

/** What the library has, for a side bar. */
export type LibraryOverview = components["schemas"]["Library"];

/** A collection of documents. */
export type Collection = components["schemas"]["Collection"];

/** Which documents a list has, and in which order. */
export type ListQuery = NonNullable<paths["/api/v0/document"]["get"]["parameters"]["query"]>;

/** What is done to many documents at once. */
export type Batch = components["schemas"]["DescribedBatch"];

/** What became of that. */
export type Outcome = components["schemas"]["BatchOutcome"];

/** A stretch of a list, and how many documents all of it has. */
export interface ListPart {
	readonly documents: readonly LibraryDocument[];
	readonly total: number;
}

/** The documents of a list from `offset` on, at most `limit`. */
export async function listDocuments(
	client: InterfaceClient,
	query: ListQuery,
	offset: number,
	limit: number,
	signal?: AbortSignal,
): Promise<ListPart> {
	const { data, headers } = await answerWith(
		client.GET("/api/v0/document", {
			params: { query: { ...query, offset, limit, details: true } },
			...(signal === undefined ? {} : { signal }),
		}),
	);
	return { documents: data, total: Number(headers.get("Total-Count")) };
}

/** The ids of the documents of a list from `offset` on, at most `limit`. */
export async function listIds(
	client: InterfaceClient,
	query: ListQuery,
	offset: number,
	limit: number,
): Promise<string[]> {
	const params = { query: { ...query, offset, limit } };
	return (await answerOf(client.GET("/api/v0/document", { params }))).map(({ id }) => id);
}

/** Documents that one request names at most. */
const mostNamed = 10_000;

/**
 * Does something to many documents; answers how many were changed, and why others were not. Where
 * that takes several requests, it tells before each how many are done.
 */
export async function changeMany(
	client: InterfaceClient,
	batch: Batch,
	advance: (done: number, total: number) => void,
): Promise<Outcome> {
	const { ids, ...rest } = batch;
	const bodies = ids === undefined ? [rest] : partsOf(ids).map((part) => ({ ...rest, ids: part }));
	const outcome: { changed: number; failed: Outcome["failed"][number][] } = { changed: 0, failed: [] };
	for (const [part, body] of bodies.entries()) {
		if (bodies.length > 1) {
			advance(part * mostNamed, ids?.length ?? 0);
		}
		const { changed, failed } = await answerOf(client.POST("/api/v0/document/batch", { body }));
		outcome.changed += changed;
		outcome.failed.push(...failed);
	}
	return outcome;
}

function partsOf(ids: readonly string[]): string[][] {
	const count = Math.ceil(ids.length / mostNamed);
	return Array.from({ length: count }, (_, part) => ids.slice(part * mostNamed, (part + 1) * mostNamed));
}
