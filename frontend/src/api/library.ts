import { type ApiClient, dataOf, dataWithHeaders } from "./client";
import type { components, paths } from "./schema.gen";

/** A document in the library's list. */
export type LibraryDocument = components["schemas"]["Document"];

/** The counts of documents that the side bar shows. */
export type LibraryOverview = components["schemas"]["Library"];

/** A collection of documents. */
export type Collection = components["schemas"]["Collection"];

/** The filter and the order of the list of documents. */
export type ListQuery = NonNullable<paths["/api/v0/document"]["get"]["parameters"]["query"]>;

/** An action on many documents. */
export type Batch = components["schemas"]["DescribedBatch"];

/** The result of an action on many documents. */
export type Outcome = components["schemas"]["BatchOutcome"];

/** A part of the list of documents, and the number of all documents in the list. */
export interface ListPart {
	readonly documents: readonly LibraryDocument[];
	readonly total: number;
}

/** The maximum number of ids in the address of one request for documents. */
const maxListedIds = 200;

/** Returns the documents that exist, have one of the given ids, and match the query. Their order is not defined. */
export async function documentsWithIds(
	client: ApiClient,
	ids: readonly string[],
	query: ListQuery = {},
): Promise<LibraryDocument[]> {
	const documents: LibraryDocument[] = [];
	for (const id of partsOf(ids, maxListedIds)) {
		const params = { query: { ...query, id, limit: maxListedIds } };
		documents.push(...(await dataOf(client.GET("/api/v0/document", { params }))));
	}
	return documents;
}

/** Returns at most `limit` documents of the list, beginning at `offset`. */
export async function listDocuments(
	client: ApiClient,
	query: ListQuery,
	offset: number,
	limit: number,
	signal?: AbortSignal,
): Promise<ListPart> {
	const { data, headers } = await dataWithHeaders(
		client.GET("/api/v0/document", {
			params: { query: { ...query, offset, limit, details: true } },
			...(signal === undefined ? {} : { signal }),
		}),
	);
	return { documents: data, total: Number(headers.get("Total-Count")) };
}

/** Returns the ids of at most `limit` documents of the list, beginning at `offset`. */
export async function listIds(
	client: ApiClient,
	query: ListQuery,
	offset: number,
	limit: number,
): Promise<string[]> {
	const params = { query: { ...query, offset, limit } };
	return (await dataOf(client.GET("/api/v0/document", { params }))).map(({ id }) => id);
}

/** The maximum number of ids in the body of one request. */
const maxIds = 10_000;

/**
 * Applies an action to many documents. Returns the number of changed documents, and the reasons why other documents
 * were not changed. If several requests are needed, `onProgress` is called before each of them. Throws a ServerError if
 * a request fails; the changes of earlier requests remain.
 */
export async function changeMany(
	client: ApiClient,
	batch: Batch,
	onProgress: (done: number, total: number) => void,
): Promise<Outcome> {
	const { ids, ...rest } = batch;
	const bodies = ids === undefined ? [rest] : partsOf(ids, maxIds).map((part) => ({ ...rest, ids: part }));
	const outcome: { changed: number; failed: Outcome["failed"][number][] } = { changed: 0, failed: [] };
	for (const [part, body] of bodies.entries()) {
		if (bodies.length > 1) {
			onProgress(part * maxIds, ids?.length ?? 0);
		}
		const { changed, failed } = await dataOf(client.POST("/api/v0/document/batch", { body }));
		outcome.changed += changed;
		outcome.failed.push(...failed);
	}
	return outcome;
}

/** Returns the ids in parts of at most `size`. */
function partsOf(ids: readonly string[], size: number): string[][] {
	const count = Math.ceil(ids.length / size);
	return Array.from({ length: count }, (_, part) => ids.slice(part * size, (part + 1) * size));
}
