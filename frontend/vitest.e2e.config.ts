import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest of all tests does nothing but wait for a minute: it begins first, and the others run beside it. */
class WaitingFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const waits = ({ moduleId }: TestSpecification) => (moduleId.endsWith("/expiry.e2e.ts") ? 0 : 1);
		return (await super.sort(files)).sort((a, b) => waits(a) - waits(b));
	}
}

/** Tests in a real browser against a real `lectern serve`, as many files at a time as keep two processors busy. */
export default defineConfig({
	test: {
		include: ["e2e/**/*.e2e.ts"],
		environment: "node",
		globalSetup: "e2e/support/server.ts",
		sequence: { sequencer: WaitingFirst },
		maxWorkers: 3,
		// The test files share their imports, which are large: without isolation, a worker loads them once.
		isolate: false,
		// These limits end what hangs. Nothing that a test expects depends on them, however busy the machine is.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 120_000 } },
	},
});
