import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts the longest test first. It waits for a minute, and the other tests run meanwhile. */
class WaitingFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const waits = ({ moduleId }: TestSpecification) => (moduleId.endsWith("/expiry.e2e.ts") ? 0 : 1);
		return (await super.sort(files)).sort((a, b) => waits(a) - waits(b));
	}
}

/** Runs the browser tests, with a `lectern serve` process for each worker. Three workers keep two processors busy. */
export default defineConfig({
	test: {
		include: ["e2e/**/*.e2e.ts"],
		environment: "node",
		globalSetup: "e2e/support/server.ts",
		sequence: { sequencer: WaitingFirst },
		maxWorkers: 3,
		// The test files import the same large modules. Without isolation, a worker loads them only once.
		isolate: false,
		// These limits end tests that hang. They are long enough for a busy machine.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 300_000 } },
	},
});
