import python from "./examples/view.py.txt?raw";
import go from "./examples/view.go.txt?raw";
import javascript from "./examples/view.mjs.txt?raw";
import shell from "./examples/view.sh.txt?raw";

/** A program that posts a file and prints the address to read it; the API guide has the same. */
export interface Example {
	readonly language: "curl" | "Go" | "Python" | "JavaScript";
	readonly code: string;
	/** How it is run; undefined for what is pasted into a shell. */
	readonly run?: string;
}

export const examples: readonly Example[] = [
	{ language: "curl", code: shell },
	{ language: "Go", code: go, run: "go run view.go FILE" },
	{ language: "Python", code: python, run: "python3 view.py FILE" },
	{ language: "JavaScript", code: javascript, run: "node view.mjs FILE" },
];
