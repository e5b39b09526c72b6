import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import createClient from "openapi-fetch";
import { expect, onTestFinished, test } from "vitest";
import type { ApiClient } from "./client";
import { type Batch, changeMany, documentsWithIds } from "./library";
import type { paths } from "./schema.gen";

/**
 * Starts a server that handles batch requests and reports a failure for the third document of each. It adds the number
 * of documents of each request to `batchSizes`.
 */
async function startServer(batchSizes: number[]): Promise<string> {
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const { ids } = JSON.parse(Buffer.concat(parts).toString()) as Batch;
			batchSizes.push(ids?.length ?? 0);
			const failed = ids?.slice(2, 3).map((id) => ({ id, message: "no" })) ?? [];
			response.setHeader("Content-Type", "application/json");
			response.end(JSON.stringify({ changed: (ids?.length ?? 0) - failed.length, failed }));
		});
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
	{ count: 3, expectedSizes: [3], expectedReports: [] },
	{ count: 10_000, expectedSizes: [10_000], expectedReports: [] },
	{
		count: 20_005,
		expectedSizes: [10_000, 10_000, 5],
		expectedReports: [
			[0, 20_005],
			[10_000, 20_005],
			[20_000, 20_005],
		],
	},
])(
	"changes $count documents in parts, and reports its progress",
	async ({ count, expectedSizes, expectedReports }) => {
		const batchSizes: number[] = [];
		const client = createClient<paths>({ baseUrl: await startServer(batchSizes) });
		const reports: number[][] = [];
		const ids = Array.from({ length: count }, (_, number) => `document-${number}`);
		const outcome = await changeMany(client, { action: "trash", ids }, (...progress) =>
			reports.push(progress),
		);
		expect(batchSizes).toEqual(expectedSizes);
		expect(reports).toEqual(expectedReports);
		expect(outcome.changed).toBe(count - expectedSizes.length);
		expect(outcome.failed).toHaveLength(expectedSizes.length);
	},
);

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
