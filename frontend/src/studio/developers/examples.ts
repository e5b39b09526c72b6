import python from "./examples/view.py.txt?raw";
import go from "./examples/view.go.txt?raw";
import javascript from "./examples/view.mjs.txt?raw";
import shell from "./examples/view.sh.txt?raw";

/**
 * An example program that uploads a file and prints the URL at which it can be viewed. The API guide contains the same
 * examples.
 */
export interface Example {
	readonly language: "curl" | "Go" | "Python" | "JavaScript";
	readonly code: string;
	/** The command that runs the program; undefined for an example that is itself a shell command. */
	readonly run?: string;
}

export const examples: readonly Example[] = [
	{ language: "curl", code: shell },
	{ language: "Go", code: go, run: "go run view.go FILE" },
	{ language: "Python", code: python, run: "python3 view.py FILE" },
	{ language: "JavaScript", code: javascript, run: "node view.mjs FILE" },
];
