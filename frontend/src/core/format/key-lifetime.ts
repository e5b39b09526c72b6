/** The lifetime of an API key. */
export type KeyLifetime = "forever" | "week" | "month" | "quarter" | "year";

/** All lifetimes of keys, in the order in which the interface offers them. */
export const keyLifetimes: readonly KeyLifetime[] = ["forever", "week", "month", "quarter", "year"];

const days: Readonly<Record<Exclude<KeyLifetime, "forever">, number>> = {
	week: 7,
	month: 30,
	quarter: 90,
	year: 365,
};

/** Returns the expiry (RFC 3339) of a key that is created now; undefined if it never expires. */
export function expiryAfter(lifetime: KeyLifetime, now: Date): string | undefined {
	return lifetime === "forever"
		? undefined
		: new Date(now.getTime() + days[lifetime] * 86_400_000).toISOString();
}
