/** The lifetime of an API key. */
export type KeyLife = "forever" | "week" | "month" | "quarter" | "year";

/** All lifetimes of keys, in the order in which the interface offers them. */
export const keyLifetimes: readonly KeyLife[] = ["forever", "week", "month", "quarter", "year"];

const days: Readonly<Record<Exclude<KeyLife, "forever">, number>> = {
	week: 7,
	month: 30,
	quarter: 90,
	year: 365,
};

/** Returns the expiry (RFC 3339) of a key that is created now; undefined if it never expires. */
export function expiryAfter(life: KeyLife, now: Date): string | undefined {
	return life === "forever" ? undefined : new Date(now.getTime() + days[life] * 86_400_000).toISOString();
}
