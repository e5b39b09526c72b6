package convert

import (
	"os"
	"path/filepath"
)

// cjkFontFiles are the free fonts with Chinese, Japanese and Korean characters
// that are looked for, the better ones first.
var cjkFontFiles = []string{"DroidSansFallbackFull.ttf", "DroidSansFallback.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc"}

// cjkFont is the path of a font for CJK text in PDFs that do not embed theirs, as
// many of the Far East do not; empty where there is none. The company's fonts
// come first, then those that LibreOffice brings, then the system's.
func cjkFont(cfg Config) string {
	var folders []string
	if cfg.Fonts != "" {
		folders = append(folders, cfg.Fonts)
	}
	if cfg.LibreOffice != "" {
		folders = append(folders, filepath.Join(cfg.LibreOffice, "fonts"))
	}
	folders = append(folders, "/usr/share/fonts/truetype/droid", "/usr/share/fonts/truetype/wqy")
	for _, folder := range folders {
		for _, name := range cjkFontFiles {
			path := filepath.Join(folder, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return absolute(path)
			}
		}
	}
	return ""
}

// absolute makes a path good for a process in another working folder.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
