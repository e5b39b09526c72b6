import type { components } from "../../api/schema.gen";

/** A call of a webhook, with all its tries. */
export type WebhookDelivery = components["schemas"]["Delivery"];

/** Where a delivery is in its life. */
export type DeliveryState = WebhookDelivery["state"];

/** How a state looks. */
export const tones = { pending: "busy", delivered: "good", failed: "bad", cancelled: "plain" } as const;

/** A delivery's body, set so that people can read it; as it stands where it is no JSON. */
export function readableBody(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), undefined, 2);
	} catch {
		return body;
	}
}
