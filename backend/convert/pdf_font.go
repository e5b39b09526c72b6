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
	folders := append(fontFolders(cfg), "/usr/share/fonts/truetype/droid", "/usr/share/fonts/truetype/wqy")
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

// fontFolders are the company's fonts and those that LibreOffice brings, where
// there are such.
func fontFolders(cfg Config) []string {
	var folders []string
	if cfg.Fonts != "" {
		folders = append(folders, cfg.Fonts)
	}
	if cfg.LibreOffice != "" {
		folders = append(folders, filepath.Join(cfg.LibreOffice, "fonts"))
	}
	return folders
}

// linksMax bounds how many links in a folder of fonts are followed.
const linksMax = 24

// readable names what a sandbox has to let a process read so that it can read all
// in a folder: the folder, and what lies elsewhere and is linked to in it. It is
// empty without a folder.
func readable(folder string) []string {
	if folder == "" {
		return nil
	}
	paths := []string{absolute(folder)}
	_ = filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Type()&os.ModeSymlink == 0 || len(paths) > linksMax {
			return nil // what cannot be read holds no font that could be used
		}
		if target, err := filepath.EvalSymlinks(path); err == nil {
			paths = append(paths, absolute(target))
		}
		return nil
	})
	return paths
}

// absolute makes a path good for a process in another working folder.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
