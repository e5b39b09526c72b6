package office

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// environment returns all environment variables of the converter process. It contains none of the server's variables.
// The argument folder is the working folder of the process, and cache is a folder that is kept for later processes.
func (e engine) environment(folder, cache, fonts string) ([]string, error) {
	libraries := []string{e.program()}
	if bundled := filepath.Join(string(e), "lib"); exists(bundled) {
		libraries = append(libraries, bundled)
	}
	env := []string{
		"LD_LIBRARY_PATH=" + strings.Join(libraries, ":"), // the loader reads it when the process starts
		"HOME=" + folder,
		"TMPDIR=" + folder,
		"XDG_CACHE_HOME=" + cache, // fontconfig's cache makes the start a quarter of a second faster
		"LC_ALL=C.UTF-8",
		"SAL_USE_VCLPLUGIN=svp",
		"CONFIGURATION_LAYERS=" + e.settings(),
		"SAL_DISABLE_CUPS=1",    // otherwise LibreOffice connects to a print server at port 631
		"LOK_HOST_ALLOWLIST=^$", // LibreOffice may contact no host
	}
	config, err := e.fontConfig(folder, fonts)
	if err != nil {
		return nil, err
	}
	if config != "" {
		env = append(env, "FONTCONFIG_FILE="+config)
	}
	return env, nil
}

// settings returns the layers of LibreOffice's configuration, in the syntax of program/fundamentalrc: the settings of
// the bundle except for the user interface, and the settings of the process.
func (e engine) settings() string {
	const from = "${BRAND_BASE_DIR}/lean/registry"
	return "xcsxcu:" + from + " res:" + from + " user:!${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}/user/registrymodifications.xcu"
}

// systemFonts is fontconfig's configuration file of the system.
const systemFonts = "/etc/fonts/fonts.conf"

// fontConfig returns the path of a font configuration: the configuration of the bundled LibreOffice, to which the
// folder of additional fonts is added if there is one. It returns "" if the system's configuration is to be used.
func (e engine) fontConfig(folder, fonts string) (string, error) {
	config := filepath.Join(string(e), "fonts", "fonts.conf")
	bundled := exists(config)
	switch {
	case fonts == "" && bundled:
		return config, nil
	case fonts == "":
		return "", nil
	case !bundled:
		config = systemFonts
	}
	path := filepath.Join(folder, "fonts.conf")
	text := fmt.Sprintf("<?xml version=\"1.0\"?>\n<fontconfig>\n  <dir>%s</dir>\n  <include>%s</include>\n</fontconfig>\n",
		escape(fonts), escape(config))
	return path, os.WriteFile(path, []byte(text), 0o600)
}

func escape(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // writing to a strings.Builder does not fail
	return out.String()
}
