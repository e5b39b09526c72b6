package app

import (
	"cmp"
	"os"
	"strings"
)

// words are what the window says outside its page.
type words struct {
	file, openFiles, openFolder, openAddress, save, closeTab, settings, quit string
	library, search, newCollection, folders, activity                        string
	view, zoomIn, zoomOut, resetZoom, fullScreen                             string
	help, documentation, shortcuts                                           string
	show, running, documents, allFiles                                       string
	backups                                                                  string
	notStarted, notAdded                                                     string
}

// languages gives the words by the tags of their languages.
func languages() map[string]words {
	return map[string]words{
		"en": {"File", "Open Files…", "Open Folder…", "Open Address…", "Save", "Close Tab", "Settings", "Quit",
			"Library", "Search", "New Collection…", "Watched Folders", "Activity",
			"View", "Zoom In", "Zoom Out", "Reset Zoom", "Full Screen",
			"Help", "Documentation", "Keyboard Shortcuts",
			"Show Lectern", "Lectern is running", "Documents", "All files",
			"Backups",
			"Lectern could not be started", "Not added"},
		"de": {"Datei", "Dateien öffnen…", "Ordner öffnen…", "Adresse öffnen…", "Speichern", "Tab schließen", "Einstellungen", "Beenden",
			"Bibliothek", "Suchen", "Neue Sammlung…", "Überwachte Ordner", "Aktivität",
			"Ansicht", "Vergrößern", "Verkleinern", "Zoom zurücksetzen", "Vollbild",
			"Hilfe", "Dokumentation", "Tastenkürzel",
			"Lectern zeigen", "Lectern läuft", "Dokumente", "Alle Dateien",
			"Sicherungen",
			"Lectern konnte nicht gestartet werden", "Nicht hinzugefügt"},
		"es": {"Archivo", "Abrir archivos…", "Abrir carpeta…", "Abrir dirección…", "Guardar", "Cerrar pestaña", "Ajustes", "Salir",
			"Biblioteca", "Buscar", "Nueva colección…", "Carpetas vigiladas", "Actividad",
			"Ver", "Acercar", "Alejar", "Restablecer zoom", "Pantalla completa",
			"Ayuda", "Documentación", "Atajos de teclado",
			"Mostrar Lectern", "Lectern está en marcha", "Documentos", "Todos los archivos",
			"Copias de seguridad",
			"No se pudo iniciar Lectern", "No añadido"},
		"fi": {"Tiedosto", "Avaa tiedostoja…", "Avaa kansio…", "Avaa osoite…", "Tallenna", "Sulje välilehti", "Asetukset", "Lopeta",
			"Kirjasto", "Etsi", "Uusi kokoelma…", "Seuratut kansiot", "Tapahtumat",
			"Näytä", "Lähennä", "Loitonna", "Palauta zoomaus", "Koko näyttö",
			"Ohje", "Ohjeisto", "Pikanäppäimet",
			"Näytä Lectern", "Lectern on käynnissä", "Asiakirjat", "Kaikki tiedostot",
			"Varmuuskopiot",
			"Lecternin käynnistys ei onnistunut", "Ei lisätty"},
		"fr": {"Fichier", "Ouvrir des fichiers…", "Ouvrir un dossier…", "Ouvrir une adresse…", "Enregistrer", "Fermer l’onglet",
			"Réglages", "Quitter",
			"Bibliothèque", "Rechercher", "Nouvelle collection…", "Dossiers surveillés", "Activité",
			"Affichage", "Agrandir", "Réduire", "Rétablir le zoom", "Plein écran",
			"Aide", "Documentation", "Raccourcis clavier",
			"Afficher Lectern", "Lectern est en marche", "Documents", "Tous les fichiers",
			"Sauvegardes",
			"Lectern n’a pas pu démarrer", "Non ajouté"},
		"ja": {"ファイル", "ファイルを開く…", "フォルダーを開く…", "アドレスを開く…", "保存", "タブを閉じる", "設定", "終了",
			"ライブラリ", "検索", "新しいコレクション…", "監視フォルダー", "アクティビティ",
			"表示", "拡大", "縮小", "ズームをリセット", "全画面表示",
			"ヘルプ", "ドキュメント", "キーボードショートカット",
			"Lectern を表示", "Lectern は動作中です", "文書", "すべてのファイル",
			"バックアップ",
			"Lectern を起動できませんでした", "追加失敗"},
	}
}

// languageOf gives the tag of a language that the window speaks: the one that was chosen, or, where
// none is, the system's.
func languageOf(chosen string) string {
	all := languages()
	if base := primary(cmp.Or(chosen, systemLanguage())); all[base] != (words{}) {
		return base
	}
	return "en"
}

// primary gives the language of a tag without its region.
func primary(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(language)
}

// systemLanguage gives the tag (BCP 47) of the first language that the person reads and Lectern
// speaks: LANGUAGE comes before the locale, as gettext has it. Where there is none it is English.
func systemLanguage() string {
	all, locale := languages(), tagOf(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
	if locale == "" {
		return "en"
	}
	for name := range strings.SplitSeq(os.Getenv("LANGUAGE"), ":") {
		if _, spoken := all[primary(tagOf(name))]; spoken {
			return tagOf(name)
		}
	}
	if _, spoken := all[primary(locale)]; spoken {
		return locale
	}
	return "en"
}

// tagOf gives the tag of the language of a locale, such as fr-CA of fr_CA.UTF-8@euro; empty where
// that is none.
func tagOf(locale string) string {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(name, "_", "-")
}
