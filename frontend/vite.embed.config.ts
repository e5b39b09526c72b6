import { copyFileSync } from "node:fs";
import { defineConfig } from "vite";

/**
 * The embedding script: one classic script, which also runs as a module, under a name that stays,
 * and its types beside it. The server serves them as /viewer/public/<file>.
 */
export default defineConfig({
	plugins: [
		{
			name: "types",
			closeBundle: () => {
				copyFileSync("src/embed/embed.d.ts", "dist/embed/embed.d.ts");
			},
		},
	],
	build: {
		outDir: "dist/embed",
		emptyOutDir: true,
		target: "es2022",
		cssTarget: ["chrome123", "firefox120", "safari17.5"], // which know light-dark()
		lib: {
			entry: "src/embed/main.ts",
			formats: ["iife"],
			name: "svcViewEmbed",
			fileName: () => "embed.js",
		},
	},
});
