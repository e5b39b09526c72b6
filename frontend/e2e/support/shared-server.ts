import { inject } from "vitest";
import type { RunningServer } from "./server";

/**
 * Returns the server that all test files of this worker use. The test files run one after another, so no other test
 * changes the server's library meanwhile.
 */
export function sharedServer(): RunningServer {
	const server = inject("servers")[Number(process.env["VITEST_POOL_ID"]) - 1];
	if (server === undefined) {
		throw new Error("this worker has no server");
	}
	return server;
}
