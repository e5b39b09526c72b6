import { expect, test } from "vitest";
import { translationFor } from "./translations";

test.each([
	[["de-AT", "fr"], "Schließen"],
	[["nl", "ja-JP", "en"], "閉じる"],
	[["en-GB", "de"], "Close"],
	[["fil-PH", "es"], "Cerrar"],
	[["fi"], "Sulje"],
	[["ar-EG"], "إغلاق"],
	[["he-IL", "en"], "סגירה"],
	[["zh-TW"], "Close"],
	[[], "Close"],
])("of %j the words are those with %s", (preferred, close) => {
	expect(translationFor(preferred)[2]).toBe(close);
});
