package app

import (
	"cmp"
	"os"
	"strings"
)

// texts are the texts of the window outside of its page, such as the texts of its menu, in one language.
type texts struct {
	file, openFiles, openFolder, openAddress, save, closeTab, settings, quit string
	library, search, newCollection, folders, activity                        string
	view, zoomIn, zoomOut, resetZoom, fullScreen                             string
	help, documentation, shortcuts                                           string
	show, running, documents, allFiles                                       string
	backups                                                                  string
	notStarted, notAdded                                                     string
}

// languages returns the texts, by BCP 47 tag.
func languages() map[string]texts {
	return map[string]texts{
		"en": {"File", "Add documents…", "Add a folder…", "Add from the web…", "Save “{name}”", "Close tab", "Settings", "Quit",
			"Library", "Search", "New collection…", "Watched folders", "Activity",
			"View", "Zoom in", "Zoom out", "Reset zoom", "Full screen",
			"Help", "Documentation", "Keyboard shortcuts",
			"Show Lectern", "Lectern is running", "Documents", "All files",
			"Backups",
			"Lectern could not be started", "Not added"},
		"de": {"Datei", "Dokumente hinzufügen…", "Ordner hinzufügen…", "Aus dem Web hinzufügen…", "„{name}“ speichern",
			"Tab schließen", "Einstellungen", "Beenden",
			"Bibliothek", "Suchen", "Neue Sammlung…", "Überwachte Ordner", "Aktivität",
			"Ansicht", "Vergrößern", "Verkleinern", "Zoom zurücksetzen", "Vollbild",
			"Hilfe", "Dokumentation", "Tastenkombinationen",
			"Lectern anzeigen", "Lectern läuft", "Dokumente", "Alle Dateien",
			"Sicherungen",
			"Lectern konnte nicht gestartet werden", "Nicht hinzugefügt"},
		"es": {"Archivo", "Añadir documentos…", "Añadir una carpeta…", "Añadir desde la web…", "Guardar «{name}»", "Cerrar pestaña",
			"Ajustes", "Salir",
			"Biblioteca", "Buscar", "Nueva colección…", "Carpetas vigiladas", "Actividad",
			"Ver", "Ampliar", "Reducir", "Restablecer zoom", "Pantalla completa",
			"Ayuda", "Documentación", "Atajos de teclado",
			"Mostrar Lectern", "Lectern se está ejecutando", "Documentos", "Todos los archivos",
			"Copias de seguridad",
			"No se pudo iniciar Lectern", "No añadido"},
		"fi": {"Tiedosto", "Lisää asiakirjoja…", "Lisää kansio…", "Lisää verkosta…", "Tallenna ”{name}”", "Sulje välilehti",
			"Asetukset", "Lopeta",
			"Kirjasto", "Etsi", "Uusi kokoelma…", "Seuratut kansiot", "Tapahtumat",
			"Näytä", "Lähennä", "Loitonna", "Palauta zoomaus", "Koko näyttö",
			"Ohje", "Dokumentaatio", "Pikanäppäimet",
			"Näytä Lectern", "Lectern on käynnissä", "Asiakirjat", "Kaikki tiedostot",
			"Varmuuskopiot",
			"Lecternin käynnistys ei onnistunut", "Ei lisätty"},
		"fr": {"Fichier", "Ajouter des documents…", "Ajouter un dossier…", "Ajouter depuis le web…", "Enregistrer « {name} »", "Fermer l’onglet",
			"Réglages", "Quitter",
			"Bibliothèque", "Rechercher", "Nouvelle collection…", "Dossiers surveillés", "Activité",
			"Affichage", "Agrandir", "Réduire", "Rétablir le zoom", "Plein écran",
			"Aide", "Documentation", "Raccourcis clavier",
			"Afficher Lectern", "Lectern est en cours d’exécution", "Documents", "Tous les fichiers",
			"Sauvegardes",
			"Lectern n’a pas pu démarrer", "Non ajouté"},
		"ja": {"ファイル", "文書を追加…", "フォルダーを追加…", "Web から追加…", "「{name}」を保存", "タブを閉じる", "設定", "終了",
			"ライブラリ", "検索", "新しいコレクション…", "監視フォルダー", "アクティビティ",
			"表示", "拡大", "縮小", "ズームをリセット", "全画面表示",
			"ヘルプ", "ドキュメント", "キーボードショートカット",
			"Lectern を表示", "Lectern は動作中です", "文書", "すべてのファイル",
			"バックアップ",
			"Lectern を起動できませんでした", "追加できませんでした"},
	}
}

// resolveLanguage returns the BCP 47 tag of the window's language: the chosen one, or the language of the system if
// none is chosen.
func resolveLanguage(chosen string) string {
	all := languages()
	if base := primarySubtag(cmp.Or(chosen, systemLanguage())); all[base] != (texts{}) {
		return base
	}
	return "en"
}

// primarySubtag returns the language of a BCP 47 tag, without the region.
func primarySubtag(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(language)
}

// systemLanguage returns the BCP 47 tag of the first language in the environment variables that Lectern supports, or
// English if it supports none. Like gettext, it uses LANGUAGE before the locale.
func systemLanguage() string {
	all, locale := languages(), tagOf(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
	if locale == "" {
		return "en"
	}
	for name := range strings.SplitSeq(os.Getenv("LANGUAGE"), ":") {
		if _, known := all[primarySubtag(tagOf(name))]; known {
			return tagOf(name)
		}
	}
	if _, known := all[primarySubtag(locale)]; known {
		return locale
	}
	return "en"
}

// tagOf returns the BCP 47 tag of a locale: for example fr-CA for fr_CA.UTF-8@euro, and "" for C and POSIX.
func tagOf(locale string) string {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(name, "_", "-")
}
