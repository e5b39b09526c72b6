const firstDelay = 1_000;
const longestDelay = 30_000;

/**
 * Returns the milliseconds to wait before the next attempt after a number of consecutive failures. The delay doubles
 * with each failure up to a limit. `random` (0 to 1) varies the delay, so that many viewers do not reconnect at the
 * same moment.
 */
export function retryDelay(failures: number, random: number): number {
	const delay = Math.min(firstDelay * 2 ** Math.max(failures - 1, 0), longestDelay);
	return delay * (0.75 + 0.5 * random);
}
