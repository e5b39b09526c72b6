/** Does work whose failure is a fault of its own: it is reported, and what comes behind it goes on. */
export function guarded(work: () => void): void {
	try {
		work();
	} catch (error) {
		reportError(error);
	}
}
