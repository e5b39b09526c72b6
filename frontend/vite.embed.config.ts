import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { type BuildOptions, defineConfig } from "vite";

const folder = "dist/embed";

const build: BuildOptions = {
	outDir: folder,
	target: "es2022",
	cssTarget: ["chrome123", "firefox120", "safari17.5"], // which know light-dark()
};

/**
 * The embedding scripts, which the server serves as /viewer/public/<file>. embed.js is the one that pages load: a classic
 * script, which also runs as a module, under a name that stays, with its types beside it. It imports embed-frames.js, a
 * module, when a viewer is shown in a frame; the mode "frames" builds that one, first.
 */
export default defineConfig(({ mode }) =>
	mode === "frames"
		? {
				build: {
					...build,
					emptyOutDir: true,
					lib: { entry: "src/embed/show-viewer.ts", formats: ["es"], fileName: () => "embed-frames.js" },
				},
			}
		: {
				plugins: [
					{
						name: "types",
						closeBundle: () => {
							copyFileSync("src/embed/embed.d.ts", `${folder}/embed.d.ts`);
						},
					},
				],
				define: {
					framesVersion: JSON.stringify(
						createHash("sha256")
							.update(readFileSync(`${folder}/embed-frames.js`))
							.digest("hex")
							.slice(0, 16),
					),
				},
				build: {
					...build,
					emptyOutDir: false,
					lib: {
						entry: "src/embed/main.ts",
						formats: ["iife"],
						name: "svcViewEmbed",
						fileName: () => "embed.js",
					},
				},
			},
);
