package pdf

import (
	"os"
	"path/filepath"

	"lectern/backend/convert"
	"lectern/backend/convert/fontfolder"
)

// freeFaces are the files of freely licensed fonts for East Asian text, and folders in which to search them.
type freeFaces struct {
	files   []string // in order of preference
	folders []string // the folders in which Debian installs them
}

// Fonts for Chinese and Japanese, and fonts for Korean. Most fonts for Chinese and Japanese lack Hangul.
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

// find returns the path of a font for PDFs that do not embed their East Asian fonts, or "" if there is none. It
// searches Config.Fonts first, then LibreOffice's fonts, then the system's.
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

// fontFolders returns the folder of additional fonts and the folder of LibreOffice's fonts, if they are configured.
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
