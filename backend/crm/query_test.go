package crm_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/crm"
	"lectern/backend/crm/crmtest"
)

// query runs one query and returns its result.
func (h *harness) query(soql, params string) (string, error) {
	found, err := h.Query(h.t.Context(), h.in, map[string]string{"q": soql}, []byte(params))
	if err == nil && len(found) != 1 {
		h.t.Errorf("%s: found %s", soql, found)
	}
	return string(found["q"]), err
}

func TestQuery(t *testing.T) {
	h := open(t)
	h.org.PageSize = 2
	ids := map[string]string{}
	for i, name := range []string{"Acme", `Bob's "BBQ" \ Co`, "Çelik", "it' OR Name != '", "5"} {
		contacts := []any{}
		if i == 0 {
			contacts = []any{map[string]any{"Name": "Ada"}, map[string]any{"Name": "Grace"}}
		}
		ids[name] = h.org.AddRecord("Account", "001", map[string]any{"Name": name, "Size": i, "Big": i > 2, "Since": fmt.Sprintf("2026-01-0%d",
			i+1), "Owner": map[string]any{"attributes": map[string]any{"type": "User"}, "Name": "Zoë"}, "Contacts": contacts,
			"Rate": json.Number("12345678901234567.10")})
	}
	for _, test := range []struct{ soql, params, want string }{
		{"SELECT Name FROM Account", "",
			`[{"Name":"Acme"},{"Name":"Bob's \"BBQ\" \\ Co"},{"Name":"Çelik"},{"Name":"it' OR Name != '"},{"Name":"5"}]`},
		{"SELECT COUNT() FROM Account", "", `5`},
		{"SELECT Name FROM Account WHERE Name = 'nobody'", "", `[]`},
		{"SELECT Name FROM Account WHERE Name = 'nobody' LIMIT 1", "", `null`},
		{"SELECT Name, Owner, Rate FROM Account WHERE Id = {recordId} limit 1 ", `{"recordId":"` + ids["Acme"] + `"}`,
			`{"Name":"Acme","Owner":{"Name":"Zoë"},"Rate":12345678901234567.10}`},
		{"SELECT Name, (SELECT Name FROM Contacts) FROM Account LIMIT 2", "",
			`[{"Contacts":[{"Name":"Ada"},{"Name":"Grace"}],"Name":"Acme"},{"Contacts":null,"Name":"Bob's \"BBQ\" \\ Co"}]`},
		{"SELECT Size FROM Account WHERE Name = {name} LIMIT 1", `{"name":"Bob's \"BBQ\" \\ Co"}`, `{"Size":1}`},
		{"SELECT Size FROM Account WHERE Name = '{who.name}' LIMIT 1", `{"who":{"name":"Bob's \"BBQ\" \\ Co"}}`, `{"Size":1}`},
		{"SELECT Size FROM Account WHERE Name = '{name}'", `{"name":"it' OR Name != '"}`, `[{"Size":3}]`},
		{"SELECT Size FROM Account WHERE Name = {name}", `{"name":"x\\' OR Name != '\n"}`, `[]`},
		{"SELECT Size FROM Account WHERE Name IN {names}", `{"names":["Acme","Çelik"]}`, `[{"Size":0},{"Size":2}]`},
		{"SELECT Size FROM Account WHERE Name LIKE '%{part}%'", `{"part":"eli"}`, `[{"Size":2}]`},
		{"SELECT Name FROM Account WHERE Size = {n} AND Big = {big}", `{"n":3,"big":true}`, `[{"Name":"it' OR Name != '"}]`},
		{"SELECT Size FROM Account WHERE Name = '{n}'", `{"n":5}`, `[{"Size":4}]`},
		{"SELECT Size FROM Account WHERE Since > {day | date}", `{"day":"2026-01-04"}`, `[{"Size":4}]`},
		{`SELECT Size FROM Account WHERE Name = 'a\'{x}'`, `{"x":"' OR Name != 'y"}`, `[]`},
		{"SELECT Size FROM Account WHERE Name = {a.b}", `{"a.b":"Acme"}`, `[{"Size":0}]`},
		{"SELECT Size FROM Account WHERE Name = {none}", `{"none":null}`, `[]`},
		{"SELECT Size FROM Account WHERE Size = {n}", `{"n":2e0}`, `[{"Size":2}]`},
	} {
		if got, err := h.query(test.soql, test.params); got != test.want || err != nil {
			t.Errorf("%s of %s: %s, %v, want %s", test.soql, test.params, got, err, test.want)
		}
	}
	asked := len(h.org.Requests())
	for _, test := range []struct{ soql, params, want string }{
		{"SELECT Id FROM Account WHERE Id = {recordId}", `{}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id = {recordId}", ``, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id = '{a}'", `{"a":null}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id = '{a}'", `{"a":["b"]}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id = {a}", `{"a":{}}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id IN {a}", `{"a":[]}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id IN {a}", `{"a":[["b"]]}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Since > {a|date}", `{"a":"2026-01-04 OR Id != null"}`, "platform-query-parameter"},
		{"SELECT Id FROM Account WHERE Id = {a | upper}", `{"a":"b"}`, "platform-query-tag"},
		{"SELECT Id FROM Account WHERE Id = {#a}", `{"a":"b"}`, "platform-query-tag"},
		{"SELECT Id FROM Account WHERE Id = {a", `{"a":"b"}`, "platform-query-tag"},
	} {
		_, err := h.query(test.soql, test.params)
		h.wantCode(err, test.want)
	}
	if now := h.org.Requests(); len(now) != asked {
		t.Errorf("was asked %v", now[asked:])
	}
	for _, wrong := range []string{"SELECT", "SELECT Nmae FROM Account", "SELECT Id FROM Accuont", "DELETE FROM Account",
		"SELECT Id FROM Account WHERE Name = 'x"} {
		_, err := h.query(wrong, "")
		h.wantCode(err, "platform-query")
		if err == nil || !strings.Contains(err.Error(), "“q”") || !strings.HasSuffix(err.Error(), salesforceMessage(wrong)) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// salesforceMessage returns the message with which Salesforce rejects an incorrect query.
func salesforceMessage(wrong string) string {
	switch {
	case strings.Contains(wrong, "Nmae"):
		return "No such column 'Nmae' on sobject of type Account"
	case strings.Contains(wrong, "Accuont"):
		return "sObject type 'Accuont' is not supported."
	case strings.HasPrefix(wrong, "DELETE"):
		return "unexpected token: 'DELETE'"
	case wrong == "SELECT":
		return "unexpected token: '<EOF>'"
	}
	return "unexpected token: ''x'"
}

// The number of records that queries can return is limited.
func TestRecordLimit(t *testing.T) {
	h := open(t)
	h.org.PageSize = 20_000
	for range crm.MaxRecords {
		h.org.AddRecord("Line", "a00", nil)
	}
	if got, err := h.query("SELECT Id FROM Line", ""); err != nil || strings.Count(got, "Id") != crm.MaxRecords {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	h.org.AddRecord("Line", "a00", nil)
	_, err := h.query("SELECT Id FROM Line", "")
	h.wantCode(err, "platform-query-large")
	_, err = h.Query(t.Context(), h.in, map[string]string{"a": "SELECT Id FROM Line LIMIT 30000", "b": "SELECT Id FROM Line LIMIT 30000"}, nil)
	h.wantCode(err, "platform-query-large")
}

// The next page of a result is only requested if its address is on the same server and in the query API. Otherwise, the
// session ID could be sent elsewhere. The number of pages is limited.
//
// SECURITY.md, promise 4 (one HTTP client), promise 36 (secret keys)
func TestForeignNextPageIsNotRequested(t *testing.T) {
	for _, next := range []string{
		"https://evil.test/services/data/v67.0/query/x", "//evil.test/services/data/v67.0/query/x", "@evil.test/services/data/v67.0/query",
		":1/services/data/v67.0/query", "/services/data/v67.0/query/../../../x y",
		"/services/apexrest/x", ".evil.test/services/data/v67.0/query/x", "/services/data/v67.0/query/endless",
	} {
		asked := 0
		h, _ := startWithAnswer(t, "/query", func(w http.ResponseWriter, _ *http.Request) {
			asked++
			_ = json.NewEncoder(w).Encode(map[string]any{"totalSize": 1, "done": false, "records": []any{}, "nextRecordsUrl": next})
		})
		_, err := h.query("SELECT Id FROM Account", "")
		h.wantCode(err, "platform-answer-broken")
		if asked > 2 {
			t.Errorf("%s: asked %d times", next, asked)
		}
	}
	h, _ := startWithAnswer(t, "/query", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"totalSize":1,"records":[{"a":"`))
		block := []byte(strings.Repeat("x", 1<<20))
		for range 70 {
			_, _ = w.Write(block)
		}
	})
	_, err := h.query("SELECT Id FROM Account", "")
	h.wantCode(err, "platform-query-large")
}

// No value of a parameter can change the structure of a query.
func FuzzQueryValues(f *testing.F) {
	for _, seed := range []string{"", "a", `'`, `\`, `\'`, `\\'`, "\n", "\x00", "é’", `' OR Id != '`, "{a}", `\u0027`} {
		f.Add(seed)
	}
	org := crmtest.Start(f)
	f.Fuzz(func(t *testing.T, value string) {
		params, err := json.Marshal(map[string]string{"v": value})
		if err != nil {
			t.Fatal(err)
		}
		filled, err := crm.FillQueries(map[string]string{"q": "SELECT Id FROM T WHERE A = '{v}' AND B = {v}"}, params)
		if err != nil {
			t.Fatal(err)
		}
		var read struct{ V string }
		if err := json.Unmarshal(params, &read); err != nil {
			t.Fatal(err)
		}
		if got, err := org.Values(filled["q"]); err != nil || len(got) != 2 || got[0] != read.V || got[1] != read.V {
			t.Errorf("%q is read as %q, %v: %s", read.V, got, err, filled["q"])
		}
	})
}
