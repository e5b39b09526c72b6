package template

// AnswerTo does what a request asks for, without the frames around it: [Run] wants a sandbox.
var AnswerTo = answerTo
