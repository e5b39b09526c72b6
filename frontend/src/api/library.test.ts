import { expect, test } from "vitest";
import type { ApiClient } from "./client";
import { documentsWithIds } from "./library";

test.each([
	[0, []],
	[1, [1]],
	[200, [200]],
	[401, [200, 200, 1]],
])("%i documents are requested in parts that the server accepts", async (count, sizes) => {
	const requested: number[] = [];
	const GET = (_path: string, { params }: { params: { query: { id: string[] } } }) => {
		requested.push(params.query.id.length);
		return Promise.resolve({ data: params.query.id.map((id) => ({ id })), response: { ok: true } });
	};
	const ids = Array.from({ length: count }, (_, index) => `document-${index}`);
	const documents = await documentsWithIds({ GET } as unknown as ApiClient, ids);
	expect(documents.map(({ id }) => id)).toEqual(ids);
	expect(requested).toEqual(sizes);
});
