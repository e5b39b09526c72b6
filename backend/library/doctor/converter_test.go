package doctor

import "testing"

func TestVersionWithoutPackageRevision(t *testing.T) {
	for version, want := range map[string]string{
		"LibreOffice 4:25.2.3-2+deb13u5~bpo12+1": "LibreOffice 25.2.3",
		"LibreOffice 25.2.3.2":                   "LibreOffice 25.2.3.2",
	} {
		if got := withoutPackageRevision(version); got != want {
			t.Errorf("withoutPackageRevision(%q) = %q, want %q", version, got, want)
		}
	}
}
