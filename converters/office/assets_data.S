//go:build linux

// The bytes of the files in assets/, which office.go embeds too, so that the Go
// tool builds this file anew when one of them changes.
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
