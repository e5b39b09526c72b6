/** Runs a function, and reports an error instead of throwing it, so that the caller continues. */
export function runReportingErrors(action: () => void): void {
	try {
		action();
	} catch (error) {
		reportError(error);
	}
}
