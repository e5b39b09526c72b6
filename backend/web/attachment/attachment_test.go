package attachment

import "testing"

func TestAttachment(t *testing.T) {
	tests := []struct{ name, want string }{
		{"Letter.pdf", `attachment; filename="Letter.pdf"`},
		{`a "b" \c 5%.pdf`, `attachment; filename="a _b_ _c 5_.pdf"; filename*=UTF-8''a%20%22b%22%20%5Cc%205%25.pdf`},
		{"отчёт.pdf", `attachment; filename="_____.pdf"; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.pdf`},
		{"a\r\nSet-Cookie: x.pdf", `attachment; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`},
	}
	for _, test := range tests {
		if got := Disposition(test.name); got != test.want {
			t.Errorf("%q\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}
