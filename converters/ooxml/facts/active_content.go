package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// activeContent is the active content of a package that is described by several parts: data connections, controls and
// mail merges. VBA macros and links are recorded elsewhere.
type activeContent struct {
	connections   map[string]*wire.FactConnection // by id
	order         []string                        // ids in the order of the part
	queryTables   []query
	pivotCaches   []query
	controls      map[string]bool // parts of controls, or elements of controls without a part
	mailSettings  map[string]bool // settings parts of texts that were read, which may define a mail merge
	hasPowerQuery bool            // the workbook has Power Query queries
}

// query is a use of a data connection, by a query table or a pivot cache.
type query struct {
	name, connection string
	refresh          bool
}

func newActiveContent() activeContent {
	return activeContent{connections: map[string]*wire.FactConnection{}, controls: map[string]bool{}, mailSettings: map[string]bool{}}
}

// readActiveContent reads the active content of a part. The kind of the relationship to the part determines how the
// part is read.
func (f *packageReader) readActiveContent(r opc.Relation) {
	switch r.Kind {
	case "connections":
		f.readConnections(r.Key)
	case "queryTable":
		f.readQueryTable(r.Key)
	case "pivotCacheDefinition":
		f.readPivotCache(r.Key)
	case "xmlMaps":
		f.readXMLMaps(r.Key)
	case "volatileDependencies":
		f.readRealTimeData(r.Key)
	case "customXml":
		f.readPowerQuery(r.Key)
	case "control", "Control", "webextension":
		f.readControl(r.Key)
	case "settings":
		if !f.active.mailSettings[r.Key] && len(f.active.mailSettings) < wire.MaxFacts {
			f.active.mailSettings[r.Key] = true
			f.readMailMerge(r.Key)
		}
	}
}

// addConnections adds the connections to the facts after all parts were read.
func (f *packageReader) addConnections() {
	for _, use := range append(f.active.queryTables, f.active.pivotCaches...) {
		connection := f.active.connections[use.connection]
		switch {
		case connection != nil:
			connection.Refresh = connection.Refresh || use.refresh
		case use.refresh || use.connection != "":
			f.facts.addConnection(wire.FactConnection{Name: use.name, Refresh: use.refresh})
		}
	}
	for _, id := range f.active.order {
		f.facts.addConnection(*f.active.connections[id])
	}
	if f.active.hasPowerQuery && len(f.active.order) == 0 {
		f.facts.addConnection(wire.FactConnection{Name: "Power Query"})
	}
}

func (f *facts) addConnection(c wire.FactConnection) {
	c.Name = shortened(c.Name)
	if len(f.Connections) < wire.MaxFacts && !slices.Contains(f.Connections, c) {
		f.Connections = append(f.Connections, c)
	}
}

// readConnections reads the connections of a workbook (ECMA-376 part 1, 18.13). A connection without a name gets the
// name of its source. Extension elements of the same name are ignored.
func (f *packageReader) readConnections(key string) {
	id, extension := "", false
	f.scan(key, func(t opc.Token) bool {
		local := string(t.Local)
		if local == "extLst" {
			extension = t.Kind == opc.StartTag
		}
		if t.Kind == opc.EndTag || t.Kind == opc.TextRun || local == "connection" && extension {
			return true
		}
		switch local {
		case "connection":
			id = strings.TrimSpace(t.Value("id"))
			if f.active.connections[id] == nil {
				f.active.order = append(f.active.order, id)
			}
			f.active.connections[id] = &wire.FactConnection{Name: t.Value("name"), Refresh: isOn(t, "refreshOnLoad")}
		case "dbPr", "webPr", "textPr", "oledbPr":
			if c := f.active.connections[id]; c != nil && c.Name == "" {
				c.Name = cmp.Or(t.Value("connection"), t.Value("url"), t.Value("sourceFile"))
			}
		}
		return len(f.active.order) < wire.MaxFacts
	})
}

// readQueryTable reads a query table, which fills cells from a connection (ECMA-376 part 1, 18.12).
func (f *packageReader) readQueryTable(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "queryTable" && len(f.active.queryTables) < wire.MaxFacts {
			f.active.queryTables = append(f.active.queryTables, query{t.Value("name"), strings.TrimSpace(t.Value("connectionId")),
				isOn(t, "refreshOnLoad")})
		}
		return t.Kind == opc.TextRun // only the first element matters
	})
}

// readPivotCache reads the source of a pivot table (ECMA-376 part 1, 18.10.1.67). A sheet of the same workbook is no
// connection.
func (f *packageReader) readPivotCache(key string) {
	var cache query
	elsewhere := false
	f.scan(key, func(t opc.Token) bool {
		if t.Kind == opc.EndTag || t.Kind == opc.TextRun {
			return true
		}
		switch string(t.Local) {
		case "pivotCacheDefinition":
			cache.refresh = isOn(t, "refreshOnLoad")
		case "cacheSource":
			cache.connection = strings.TrimSpace(t.Value("connectionId"))
			elsewhere = cache.connection != "" || t.Value("type") == "external"
		case "worksheetSource", "rangeSet":
			elsewhere = elsewhere || len(valuesWithSuffix(t, []string{":id"})) > 0
			cache.name = cmp.Or(strings.Trim(t.Value("sheet")+"!"+t.Value("ref"), "!"), t.Value("name"))
		case "cacheFields":
			return false
		}
		return true
	})
	if cache.name = "pivot table" + spaced(cache.name); elsewhere && len(f.active.pivotCaches) < wire.MaxFacts {
		f.active.pivotCaches = append(f.active.pivotCaches, cache)
	}
}

// readXMLMaps reads XML maps, which may fill cells from a connection or a file (ECMA-376 part 1, 18.16).
func (f *packageReader) readXMLMaps(key string) {
	name := ""
	f.scan(key, func(t opc.Token) bool {
		switch local := string(t.Local); {
		case t.Kind == opc.EndTag || t.Kind == opc.TextRun:
		case local == "Map":
			name = t.Value("Name")
		case local == "DataBinding" && len(f.active.queryTables) < wire.MaxFacts:
			f.active.queryTables = append(f.active.queryTables, query{"XML map" + spaced(name), strings.TrimSpace(t.Value("ConnectionID")),
				isOn(t, "DataBindingLoadMode")})
		}
		return true
	})
}

// readRealTimeData reads the programs that cells get real-time data from (ECMA-376 part 1, 18.15).
func (f *packageReader) readRealTimeData(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "main" {
			f.facts.addConnection(wire.FactConnection{Name: "RTD" + spaced(t.Value("first")), Refresh: true})
		}
		return true
	})
}

// readPowerQuery records whether a part contains Power Query queries (MS-QDEFF 2.1).
func (f *packageReader) readPowerQuery(key string) {
	f.scan(key, func(t opc.Token) bool {
		f.active.hasPowerQuery = f.active.hasPowerQuery || t.Kind != opc.TextRun && string(t.Local) == "DataMashup"
		return t.Kind == opc.TextRun // only the first element matters
	})
}

// readMailMerge reads the data source of a mail merge, which Word queries when it opens the document (ECMA-376 part 1,
// 17.14.20).
func (f *packageReader) readMailMerge(key string) {
	merge, name := false, ""
	f.scan(key, func(t opc.Token) bool {
		if t.Kind == opc.EndTag || t.Kind == opc.TextRun {
			return true
		}
		switch local := string(t.Local); local {
		case "mailMerge":
			merge = true
		case "query", "connectString":
			if merge && name == "" {
				name = t.Value("val")
			}
		}
		return true
	})
	if merge {
		f.facts.addConnection(wire.FactConnection{Name: cmp.Or(name, mailMergeName), Refresh: true})
	}
}

// mailMergeName is the reported name of a mail merge whose source has no name.
const mailMergeName = "mail merge"

// activeXType is the content type of ActiveX controls in lower case (MS-OE376 2.5.1).
const activeXType = "application/vnd.ms-office.activex+xml"

// readControlParts adds the controls of a package by their folder or content type, regardless of relationships.
func (f *packageReader) readControlParts() {
	types := f.contentTypes()
	for _, key := range f.pkg.Keys {
		kind := cmp.Or(types[key], types[path.Ext(key)])
		if kind == activeXType || path.Base(path.Dir(key)) == "activex" && path.Ext(key) == ".xml" {
			f.readControl(key)
		}
	}
}

// contentTypes returns the content types of a package in lower case, by the keys of parts and by extensions with their
// dot.
func (f *packageReader) contentTypes() map[string]string {
	types := map[string]string{}
	f.scan(opc.ContentTypes, func(t opc.Token) bool {
		kind := strings.ToLower(strings.TrimSpace(t.Value("ContentType")))
		switch local := string(t.Local); {
		case t.Kind == opc.EndTag:
		case local == "Override":
			types[opc.PartKey("/", t.Value("PartName"))] = kind
		case local == "Default":
			types["."+strings.ToLower(t.Value("Extension"))] = kind
		}
		return len(types) < opc.MaxRelations
	})
	return types
}

// readControlElement adds the control that an element of a text or slide refers to. Workbooks are skipped, because such
// elements also refer to form controls, which run no code.
func (f *packageReader) readControlElement(refs *imageReferences, t opc.Token) {
	if t.Kind == opc.EndTag || string(t.Local) != "control" || f.facts.kind == "xlsx" {
		return
	}
	ids := valuesWithSuffix(t, []string{":id"})
	if len(ids) == 0 && !strings.HasPrefix(refs.key, "/word/") {
		return // a control of the ribbon, which is no ActiveX control
	}
	id := strings.Join(ids, " ")
	relation, _ := refs.find(id)
	f.readControl(cmp.Or(relation.Key, refs.key+"#"+id))
}

// readControl adds the control or add-in of a part by its class.
func (f *packageReader) readControl(key string) {
	if f.active.controls[key] || len(f.active.controls) >= opc.MaxParts {
		return
	}
	f.active.controls[key] = true
	class := ""
	f.scan(key, func(t opc.Token) bool {
		switch local := string(t.Local); {
		case t.Kind == opc.EndTag || t.Kind == opc.TextRun:
		case local == "ocx":
			class = controlClass(t.Value("classid"))
		case local == "reference":
			class = "Office add-in" + spaced(t.Value("id"))
		}
		return class == ""
	})
	f.facts.addControl(class)
}

// addControl adds a control. class is empty if it is unknown.
func (f *facts) addControl(class string) {
	if len(f.Controls) < wire.MaxFacts {
		f.Controls = append(f.Controls, shortened(cmp.Or(class, "unknown")))
	}
}

// controlClasses are the names of controls that come with Office and Windows, by class id in upper case.
var controlClasses = map[string]string{
	"{D7053240-CE69-11CD-A777-00DD01143C57}": "Forms.CommandButton.1",
	"{8BD21D10-EC42-11CE-9E0D-00AA006002F3}": "Forms.TextBox.1",
	"{8BD21D20-EC42-11CE-9E0D-00AA006002F3}": "Forms.ListBox.1",
	"{8BD21D30-EC42-11CE-9E0D-00AA006002F3}": "Forms.ComboBox.1",
	"{8BD21D40-EC42-11CE-9E0D-00AA006002F3}": "Forms.CheckBox.1",
	"{8BD21D50-EC42-11CE-9E0D-00AA006002F3}": "Forms.OptionButton.1",
	"{8BD21D60-EC42-11CE-9E0D-00AA006002F3}": "Forms.ToggleButton.1",
	"{978C9E23-D4B0-11CE-BF2D-00AA003F40D0}": "Forms.Label.1",
	"{4C599241-6926-101B-9992-00000B65C6F9}": "Forms.Image.1",
	"{6E182020-F460-11CE-9BCD-00AA00608E01}": "Forms.Frame.1",
	"{79176FB0-B7F2-11CE-97EF-00AA006D2776}": "Forms.SpinButton.1",
	"{DFD181E0-5E2F-11CE-A449-00AA004A803D}": "Forms.ScrollBar.1",
	"{D27CDB6E-AE6D-11CF-96B8-444553540000}": "ShockwaveFlash.ShockwaveFlash",
	"{8856F961-340A-11D0-A96B-00C04FD705A2}": "Shell.Explorer.2",
	"{6BF52A52-394A-11D3-B153-00C04F79FAA6}": "WMPlayer.OCX.7",
}

// controlClass returns the name of the class with this id. If the name is unknown, it returns the id.
func controlClass(id string) string {
	return cmp.Or(controlClasses[strings.ToUpper(id)], id)
}

// addMacroSheet adds a sheet with Excel 4 macros.
func (f *facts) addMacroSheet(name string, hidden bool) {
	sheet := wire.FactSheet{Name: shortened(cmp.Or(name, "unknown")), Hidden: hidden}
	if len(f.MacroSheets) < wire.MaxFacts && !slices.Contains(f.MacroSheets, sheet) {
		f.MacroSheets = append(f.MacroSheets, sheet)
	}
}

// addDialogSheet adds a dialog sheet.
func (f *facts) addDialogSheet(name string) {
	if len(f.DialogSheets) < wire.MaxFacts {
		f.DialogSheets = append(f.DialogSheets, shortened(name))
	}
}

// isOn reports whether a boolean attribute is present and true.
func isOn(t opc.Token, local string) bool {
	_, there := t.Attribute(local)
	return there && t.IsTrue(local)
}

// spaced returns text with a leading space, or "" for an empty text.
func spaced(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}
