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

/** Does something to many documents; answers how many were changed, and why others were not. */
export function changeMany(client: InterfaceClient, batch: Batch) {
	return answerOf(client.POST("/api/v0/document/batch", { body: batch }));
}
