/**
 * The functions of the viewer that create reflowed text and mark hits in it, for tests without the rest of the viewer.
 */
export { makeReflow } from "../../src/viewer/pages/reflow";
export { ReflowMarks } from "../../src/viewer/pages/reflow-marks";
