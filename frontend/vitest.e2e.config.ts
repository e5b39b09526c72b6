import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The tests that start first: the test that waits for a minute, and then the tests that open all screens. */
const first = [/\/expiry\.e2e\.ts$/, /\/(axe|touch-targets|narrow-screens|load-states)\.e2e\.ts$/];

/** Starts the longest tests first, so that no worker is idle at the end. */
class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification) => {
			const index = first.findIndex((pattern) => pattern.test(moduleId));
			return index < 0 ? first.length : index;
		};
		return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
	}
}

/** Runs the browser tests, with a `lectern serve` process for each worker. Three workers keep two processors busy. */
export default defineConfig({
	test: {
		include: ["e2e/**/*.e2e.ts"],
		environment: "node",
		globalSetup: "e2e/support/server.ts",
		sequence: { sequencer: LongestFirst },
		maxWorkers: 3,
		// The test files import the same large modules. Without isolation, a worker loads them only once.
		isolate: false,
		// These limits end tests that hang. They are long enough for a busy machine.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 300_000 } },
	},
});
