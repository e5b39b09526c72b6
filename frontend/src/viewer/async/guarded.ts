/** Runs a function, and reports an error instead of throwing it, so that the caller continues. */
export function guarded(work: () => void): void {
	try {
		work();
	} catch (error) {
		reportError(error);
	}
}
