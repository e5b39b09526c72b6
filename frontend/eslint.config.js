import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/**
 * The folders of src that each folder may import from. Pages and scripts may import from core, api and ui, but not from
 * each other. core imports from no other folder; api and ui import only from core.
 */
const allowed = {
	core: ["core"],
	api: ["api", "core"],
	ui: ["ui", "core"],
	viewer: ["viewer", "core", "api", "ui"],
	embed: ["embed", "core", "api", "ui"],
	studio: ["studio", "core", "api", "ui"],
	preview: ["preview", "core"],
	demo: ["demo", "core", "api", "ui"],
};

function boundary([folder, may]) {
	const forbidden = Object.keys(allowed).filter((name) => !may.includes(name));
	const patterns = [
		{
			regex: `(^|/)(${forbidden.join("|")})(/|$)`,
			message: `src/${folder} may import only from ${may.join(", ")}.`,
		},
	];
	if (folder === "core") {
		patterns.push({ regex: "^[^.]", message: "src/core must not import packages." });
	}
	return {
		files: [`src/${folder}/**/*.{ts,svelte}`],
		ignores: ["**/*.test.ts"],
		rules: { "no-restricted-imports": ["error", { patterns }] },
	};
}

export default ts.config(
	{ ignores: ["dist/", "wailsjs/", "node_modules/", "**/*.gen.ts"] },
	js.configs.recommended,
	...ts.configs.strictTypeChecked,
	...ts.configs.stylisticTypeChecked,
	...svelte.configs.recommended,
	{
		languageOptions: {
			globals: { ...globals.browser },
			parserOptions: {
				projectService: { allowDefaultProject: ["*.js"] },
				tsconfigRootDir: import.meta.dirname,
				extraFileExtensions: [".svelte"],
			},
		},
		rules: {
			"@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
			"@typescript-eslint/consistent-type-definitions": ["error", "interface"],
			"max-lines": ["error", 400],
			"max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
			"@typescript-eslint/dot-notation": ["error", { allowIndexSignaturePropertyAccess: true }],
			"no-console": "error",
			eqeqeq: "error",
			"no-restricted-syntax": [
				"error",
				{
					selector:
						":matches(PropertyDefinition, MethodDefinition[kind!='constructor'], TSParameterProperty)[accessibility='private']",
					message:
						"Write a private member as #name: it is private at run time, and its name can be shortened.",
				},
			],
		},
	},
	{
		files: ["**/*.svelte", "**/*.svelte.ts"],
		languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
		rules: {
			// In effects, void expressions read the values on which the effects depend.
			"@typescript-eslint/no-meaningless-void-operator": "off",
			// Collections that are not shown on the page need not be reactive.
			"svelte/prefer-svelte-reactivity": "off",
		},
	},
	{
		files: ["**/*.js", "**/*.mjs"],
		extends: [ts.configs.disableTypeChecked],
		languageOptions: { globals: { ...globals.node } },
	},
	{
		files: ["e2e/**/*.mjs", "scripts/**/*.mjs"],
		rules: { "no-console": "off" },
	},
	{
		files: ["**/*.test.ts", "e2e/**/*.ts"],
		rules: { "max-lines-per-function": "off" },
	},
	...Object.entries(allowed).map(boundary),
);
