package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// active is what a program would run, ask or refresh when it opens a package, besides macros in VBA
// and links, as far as it takes several parts to tell.
type active struct {
	connections  map[string]*wire.FactConnection // by their ids
	order        []string                        // the ids, as in the part
	queryTables  []query
	pivotCaches  []query
	controls     map[string]bool // parts of controls, or the elements of those without a part
	mailSettings map[string]bool // settings of texts, which may have a source of form letters
	mashup       bool            // there are queries of Power Query
}

// query is a use of a data connection.
type query struct {
	name, connection string
	refresh          bool
}

func newActive() active {
	return active{connections: map[string]*wire.FactConnection{}, controls: map[string]bool{}, mailSettings: map[string]bool{}}
}

// ofActive looks into a part for what is active in it, by what the part is to another.
func (f *packageReader) ofActive(r opc.Relation) {
	switch r.Kind {
	case "connections":
		f.ofConnections(r.Key)
	case "queryTable":
		f.ofQueryTable(r.Key)
	case "pivotCacheDefinition":
		f.ofPivotCache(r.Key)
	case "xmlMaps":
		f.ofXMLMaps(r.Key)
	case "volatileDependencies":
		f.ofRealTimeData(r.Key)
	case "customXml":
		f.ofMashup(r.Key)
	case "control", "Control", "webextension":
		f.ofControl(r.Key)
	case "settings":
		if !f.active.mailSettings[r.Key] && len(f.active.mailSettings) < wire.MaxFacts {
			f.active.mailSettings[r.Key] = true
			f.ofMailMerge(r.Key)
		}
	}
}

// tellActive adds the connections to the facts when all parts are known.
func (f *packageReader) tellActive() {
	for _, use := range append(f.active.queryTables, f.active.pivotCaches...) {
		connection := f.active.connections[use.connection]
		switch {
		case connection != nil:
			connection.Refresh = connection.Refresh || use.refresh
		case use.refresh || use.connection != "":
			f.connection(wire.FactConnection{Name: use.name, Refresh: use.refresh})
		}
	}
	for _, id := range f.active.order {
		f.connection(*f.active.connections[id])
	}
	if f.active.mashup && len(f.active.order) == 0 {
		f.connection(wire.FactConnection{Name: "Power Query"})
	}
}

func (f *facts) connection(c wire.FactConnection) {
	c.Name = shortened(c.Name)
	if len(f.Connections) < wire.MaxFacts && !slices.Contains(f.Connections, c) {
		f.Connections = append(f.Connections, c)
	}
}

// ofConnections reads the list of a workbook's connections (ECMA-376 part 1, 18.13). The name of one
// without a name is its source. What extends one, for newer programs, is called as it is.
func (f *packageReader) ofConnections(key string) {
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

// ofQueryTable reads which connection fills cells (ECMA-376 part 1, 18.12).
func (f *packageReader) ofQueryTable(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "queryTable" && len(f.active.queryTables) < wire.MaxFacts {
			f.active.queryTables = append(f.active.queryTables, query{t.Value("name"), strings.TrimSpace(t.Value("connectionId")),
				isOn(t, "refreshOnLoad")})
		}
		return t.Kind == opc.TextRun // the first element tells all
	})
}

// ofPivotCache reads where a pivot table's records come from (ECMA-376 part 1, 18.10.1.67): those of a sheet of the same
// workbook are no connection.
func (f *packageReader) ofPivotCache(key string) {
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
			elsewhere = elsewhere || len(referred(t, []string{":id"})) > 0
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

// ofXMLMaps reads which XML fills cells (ECMA-376 part 1, 18.16): a map may be bound to a connection or a file.
func (f *packageReader) ofXMLMaps(key string) {
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

// ofRealTimeData reads which programs cells get their values from (ECMA-376 part 1, 18.15).
func (f *packageReader) ofRealTimeData(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "main" {
			f.connection(wire.FactConnection{Name: "RTD" + spaced(t.Value("first")), Refresh: true})
		}
		return true
	})
}

// ofMashup looks whether a part holds queries of Power Query (MS-QDEFF 2.1).
func (f *packageReader) ofMashup(key string) {
	f.scan(key, func(t opc.Token) bool {
		f.active.mashup = f.active.mashup || t.Kind != opc.TextRun && string(t.Local) == "DataMashup"
		return t.Kind == opc.TextRun // the first element tells
	})
}

// ofMailMerge looks for the source of form letters, which Word asks when it opens them (ECMA-376 part
// 1, 17.14.20).
func (f *packageReader) ofMailMerge(key string) {
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
		f.connection(wire.FactConnection{Name: cmp.Or(name, mailMerge), Refresh: true})
	}
}

// mailMerge is what a source of form letters is called that has no name.
const mailMerge = "mail merge"

// activeXType is the content type of a part that is a control (MS-OE376 2.5.1), in lower case.
const activeXType = "application/vnd.ms-office.activex+xml"

// ofControlParts notes the controls of a package by their folder or content type, whatever their relationships say.
func (f *packageReader) ofControlParts() {
	types := f.contentTypes()
	for _, key := range f.pack.Order {
		kind := cmp.Or(types[key], types[path.Ext(key)])
		if kind == activeXType || path.Base(path.Dir(key)) == "activex" && path.Ext(key) == ".xml" {
			f.ofControl(key)
		}
	}
}

// contentTypes returns the content types of a package in lower case, by the keys of parts and by extensions with their dot.
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

// ofControlElement notes the control that an element of a text or a slide names: with its part, where it has one. In a
// workbook such elements also name controls of forms, which run nothing.
func (f *packageReader) ofControlElement(names *pictureNames, t opc.Token) {
	if t.Kind == opc.EndTag || string(t.Local) != "control" || f.kind == "xlsx" {
		return
	}
	ids := referred(t, []string{":id"})
	if len(ids) == 0 && !strings.HasPrefix(names.key, "/word/") {
		return // a control of a ribbon
	}
	id := strings.Join(ids, " ")
	relation, _ := names.relation(id)
	f.ofControl(cmp.Or(relation.Key, names.key+"#"+id))
}

// ofControl notes a control, or an add-in, by the class that its part has.
func (f *packageReader) ofControl(key string) {
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
	f.control(class)
}

// control notes one control of a class, which is empty where it cannot be told.
func (f *facts) control(class string) {
	if len(f.Controls) < wire.MaxFacts {
		f.Controls = append(f.Controls, shortened(cmp.Or(class, "unknown")))
	}
}

// controlClasses are the names of the controls that Office and Windows bring along, by their class ids
// in upper case.
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

// controlClass returns the name of a class id, or the id where it has none here.
func controlClass(id string) string {
	return cmp.Or(controlClasses[strings.ToUpper(id)], id)
}

// macroSheet notes a sheet of macros of Excel 4.
func (f *facts) macroSheet(name string, hidden bool) {
	sheet := wire.FactSheet{Name: shortened(cmp.Or(name, "unknown")), Hidden: hidden}
	if len(f.MacroSheets) < wire.MaxFacts && !slices.Contains(f.MacroSheets, sheet) {
		f.MacroSheets = append(f.MacroSheets, sheet)
	}
}

// dialogSheet notes a sheet that is shown as a window.
func (f *facts) dialogSheet(name string) {
	if len(f.DialogSheets) < wire.MaxFacts {
		f.DialogSheets = append(f.DialogSheets, shortened(name))
	}
}

// isOn reports whether an attribute that is off where it is missing is on.
func isOn(t opc.Token, local string) bool {
	_, there := t.Attribute(local)
	return there && t.Set(local)
}

// spaced returns text with a space before it, and nothing for no text.
func spaced(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}
