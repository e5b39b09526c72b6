package app

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
