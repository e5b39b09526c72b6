package pdf

import (
	"os"
	"path/filepath"

	"lectern/backend/convert"
	"lectern/backend/convert/fontfolder"
)

// freeFaces are free fonts for texts of the Far East.
type freeFaces struct {
	files   []string // the better ones first
	folders []string // where Debian keeps them
}

// The faces for Chinese and Japanese, and those for Korean, which most of the former
// have no Hangul for.
var (
	cjkFaces = freeFaces{
		files:   []string{"DroidSansFallbackFull.ttf", "DroidSansFallback.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc"},
		folders: []string{"/usr/share/fonts/truetype/droid", "/usr/share/fonts/truetype/wqy"},
	}
	koreanFaces = freeFaces{
		files:   []string{"NanumGothic.ttf", "NanumBarunGothic.ttf", "UnDotum.ttf"},
		folders: []string{"/usr/share/fonts/truetype/nanum", "/usr/share/fonts/truetype/unfonts-core"},
	}
)

// find is the path of a face for texts in PDFs that do not embed theirs, as many of
// the Far East do not; empty where there is none. The company's fonts come first,
// then those that LibreOffice brings, then the system's.
func (f freeFaces) find(cfg convert.Config) string {
	for _, folder := range append(fontFolders(cfg), f.folders...) {
		for _, name := range f.files {
			path := filepath.Join(folder, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return fontfolder.Absolute(path)
			}
		}
	}
	return ""
}

// fontFolders are the company's fonts and those that LibreOffice brings, where
// there are such.
func fontFolders(cfg convert.Config) []string {
	var folders []string
	if cfg.Fonts != "" {
		folders = append(folders, cfg.Fonts)
	}
	if cfg.LibreOffice != "" {
		folders = append(folders, filepath.Join(cfg.LibreOffice, "fonts"))
	}
	return folders
}
