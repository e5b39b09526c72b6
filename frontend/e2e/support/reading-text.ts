/** Functions that create and mark reading text, for pages without the rest of the viewer. */
export { makeReflow } from "../../src/viewer/pages/reflow";
export { TextMarks } from "../../src/viewer/pages/text-marks";
