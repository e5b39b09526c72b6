import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { type BuildOptions, defineConfig } from "vite";

const folder = "dist/embed";

const build: BuildOptions = {
	outDir: folder,
	target: "es2022",
	cssTarget: ["chrome123", "firefox120", "safari17.5"], // the first versions that support light-dark()
};

/**
 * Builds the scripts for embedding, which the server serves as /viewer/public/<file>.
 *
 * Other sites load embed.js, a classic script that also works as a module. Its name has no hash, and embed.d.ts
 * contains its types. When it shows a viewer in a frame, it imports the module embed-frames.js. The mode "frames"
 * builds embed-frames.js; it must run first, because embed.js contains a checksum of that file.
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
