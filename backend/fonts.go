package backend

import (
	"fmt"
	"os"

	"lectern/backend/convert/fontfolder"
)

// checkFonts looks whether the folder of fonts is one, of what can be read to its end:
// everything in it is opened to see whether it is a font.
func (c Config) checkFonts() error {
	if c.Fonts == "" {
		return nil
	}
	if info, err := os.Stat(c.Fonts); err != nil || !info.IsDir() {
		return fmt.Errorf("--fonts is a folder with fonts; there is none at %s", c.Fonts)
	}
	if path := fontfolder.FindSpecial(c.Fonts); path != "" {
		return fmt.Errorf("--fonts is a folder with fonts; remove %s from it, which is neither a file nor a folder", path)
	}
	return nil
}
