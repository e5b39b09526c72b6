import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
		environment: "node",
		testTimeout: 120_000, // only ends tests that hang, even on a busy machine
	},
});
