import { defineConfig } from "vitest/config";

/** Tests in a real browser against a real `lectern serve`, two files at a time: one of them mostly waits. */
export default defineConfig({
	test: {
		include: ["e2e/**/*.e2e.ts"],
		environment: "node",
		globalSetup: "e2e/server.ts",
		maxWorkers: 2,
		testTimeout: 30_000,
		hookTimeout: 30_000,
	},
});
