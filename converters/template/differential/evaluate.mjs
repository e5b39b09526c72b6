// Evaluates expressions as docxtemplater does. Standard input is a line of JSON for each,
// {"expression", "scopes"} with the innermost scope last; so is standard output, with what came of
// it: {"type", "text"}, where an assignment also has what the scopes are then, or {"error"}.

import { createInterface } from "node:readline";
import parser from "docxtemplater/expressions.js";

function typeOf(value) {
	if (value === null) {
		return "null";
	}
	return Array.isArray(value) ? "list" : typeof value;
}

function evaluate({ expression, scopes }) {
	const context = {
		scopeList: scopes,
		num: scopes.length - 1,
		scopePathItem: [],
		scopeTypes: [],
	};
	try {
		const value = parser(expression).get(scopes.at(-1), context);
		return { type: typeOf(value), text: String(value), scopes };
	} catch (error) {
		return { error: String(error.message) };
	}
}

for await (const line of createInterface({ input: process.stdin })) {
	process.stdout.write(JSON.stringify(evaluate(JSON.parse(line))) + "\n");
}
