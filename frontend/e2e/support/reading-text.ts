/** What makes and marks reading text, for pages that have nothing else of the viewer. */
export { makeReflow } from "../../src/viewer/pages/reflow";
export { TextMarks } from "../../src/viewer/pages/text-marks";
