// Evaluates expressions with docxtemplater. Each line of standard input is JSON: {"expression", "scopes"}, with the
// innermost scope last. Each line of standard output is {"type", "text"}, or {"error"} if the evaluation fails. The
// result of an assignment also contains the scopes after the assignment.

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
