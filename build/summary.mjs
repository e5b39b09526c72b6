// summary.mjs GO… -- VITEST…: adds up the results of 'go test -json' and of Vitest's JSON reports, and prints 'N
// passed, N failed, N skipped'. A missing report counts as a failure. A package or file that failed although none of
// its tests failed, for example because it does not compile, also counts as a failure. The exit code is 1 if there is a
// failure or if nothing passed.

import { readFileSync } from "node:fs";

/** Returns the numbers of passed, failed and skipped tests of a `go test -json` stream. Subtests count as tests. */
export function goSums(text) {
	const sums = { pass: 0, fail: 0, skip: 0 };
	const failing = new Set();
	const events = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
	for (const { Action, Package, Test } of events) {
		if (!(Action in sums)) continue;
		if (Test) {
			sums[Action]++;
			if (Action === "fail") failing.add(Package);
		} else if (Action === "fail" && !failing.has(Package)) {
			sums.fail++;
		}
	}
	return sums;
}

/** Returns the numbers of passed, failed and skipped tests of a Vitest JSON report. */
export function vitestSums(text) {
	const report = JSON.parse(text);
	const broken = report.testResults.filter(
		({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
	);
	return {
		pass: report.numPassedTests,
		fail: report.numFailedTests + broken.length + (report.testResults.length === 0 ? 1 : 0),
		skip: report.numPendingTests + report.numTodoTests,
	};
}

function read(path, sums) {
	try {
		return sums(readFileSync(path, "utf8"));
	} catch (error) {
		console.error(`No result: ${error.message}`);
		return { pass: 0, fail: 1, skip: 0 };
	}
}

function main(paths) {
	const go = paths.slice(0, paths.indexOf("--"));
	const vitest = paths.slice(paths.indexOf("--") + 1);
	const total = { pass: 0, fail: 0, skip: 0 };
	for (const sums of [...go.map((path) => read(path, goSums)), ...vitest.map((path) => read(path, vitestSums))]) {
		for (const key of Object.keys(total)) total[key] += sums[key];
	}
	console.log(`${total.pass} passed, ${total.fail} failed, ${total.skip} skipped`);
	process.exitCode = total.fail > 0 || total.pass === 0 ? 1 : 0;
}

main(process.argv.slice(2));
