const firstDelay = 1_000;
const longestDelay = 30_000;

/**
 * Milliseconds to wait before the attempt that follows `failures` failed ones in a
 * row: doubled each time, bounded, and spread by `random` (0 to 1), so that many
 * viewers do not come back to a server in the same moment.
 */
export function retryDelay(failures: number, random: number): number {
	const full = Math.min(firstDelay * 2 ** Math.max(failures - 1, 0), longestDelay);
	return full * (0.75 + 0.5 * random);
}
