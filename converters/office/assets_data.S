//go:build linux

// The contents of the files in assets/. office.go embeds them as well, so that the go command compiles this file again
// when one of them changes.
	.macro asset symbol, path
	.global lectern_\symbol\()_start
	.global lectern_\symbol\()_end
lectern_\symbol\()_start:
	.incbin "\path"
lectern_\symbol\()_end:
	.byte 0
	.endm

	.section .rodata
	asset settings, "assets/settings.xcu"
	asset sample_docx, "assets/sample.docx"
	asset sample_xlsx, "assets/sample.xlsx"
	asset sample_pptx, "assets/sample.pptx"

	.section .note.GNU-stack, "", @progbits
