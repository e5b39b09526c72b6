import { defineConfig } from "vitest/config";

/** Tests in a real browser against a real `lectern serve`, one file after the other. */
export default defineConfig({
	test: {
		include: ["e2e/**/*.e2e.ts"],
		environment: "node",
		globalSetup: "e2e/server.ts",
		fileParallelism: false,
		testTimeout: 30_000,
		hookTimeout: 30_000,
	},
});
