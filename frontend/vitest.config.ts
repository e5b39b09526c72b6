import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
		environment: "node",
		testTimeout: 120_000, // long enough for a busy machine: only tests that hang reach it
	},
});
