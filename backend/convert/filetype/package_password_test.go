package filetype

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/converters/corpustest"
)

// TestPackagePassword checks passwords against packages that this test encrypts with both schemes, and checks that no
// password opens invalid input.
func TestPackagePassword(t *testing.T) {
	standard, agile := standardInfo("open sesame", 128), agileInfo("open sesame", 50)
	changed := func(old, now string) []byte { return []byte(strings.Replace(string(agile), old, now, 1)) }
	tests := []struct {
		why, password string
		info          []byte
		want          bool
	}{
		{"AES of Office 2007", "open sesame", standard, true},
		{"AES of 256 bits", "open sesame", standardInfo("open sesame", 256), true},
		{"AES of Office 2007, wrong", "open", standard, false},
		{"AES of Office 2007, cut off", "open sesame", standard[:100], false},
		{"AES of 40 bits", "open sesame", standardInfo("open sesame", 40), false},
		{"Office 2010", "open sesame", agile, true},
		{"Office 2010, wrong", "open", agile, false},
		{"Office 2010, cut off", "open sesame", agile[:len(agile)-30], false},
		{"too many rounds", "open sesame", changed(`spinCount="50"`, `spinCount="10000000"`), false},
		{"rounds below none", "open sesame", changed(`spinCount="50"`, `spinCount="-1"`), false},
		{"no salt", "open sesame", changed(`saltValue="`, `saltValue="" was="`), false},
		{"a salt that is none", "open sesame", changed(`saltValue="`, `saltValue="%`), false},
		{"a hash that is none", "open sesame", changed("SHA512", "MD5"), false},
		{"no key", "open sesame", changed(`keyBits="256"`, `keyBits="0"`), false},
		{"a key that is too long", "open sesame", changed(`keyBits="256"`, `keyBits="99999999"`), false},
		{"a scheme of its own", "open sesame", append([]byte{3, 0, 3, 0}, standard[4:]...), false},
		{"nothing", "", nil, false},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got := packageOpensWith(test.info, test.password); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// standardInfo returns encryption information in the format of Office 2007.
func standardInfo(password string, bits uint32) []byte {
	salt, verifier := []byte("salt of 16 bytes"), []byte("sixteen letters!")
	sum := hashed(sha1.New(), spin(sha1.New(), salt, password, standardSpins), []byte{0, 0, 0, 0})
	block, err := aes.NewCipher(append(hashPadded(sum, 0x36), hashPadded(sum, 0x5C)...)[:max(bits/8, 16)])
	if err != nil {
		panic(err)
	}
	plain := append(verifier, append(hashed(sha1.New(), verifier), make([]byte, 12)...)...)
	for i := 0; i < len(plain); i += aes.BlockSize {
		block.Encrypt(plain[i:], plain[i:])
	}
	le := binary.LittleEndian
	header := make([]byte, 34)
	le.PutUint32(header[16:], bits)
	b := le.AppendUint32([]byte{4, 0, 2, 0, 0x24, 0, 0, 0}, uint32(len(header)))
	b = append(append(b, header...), 16, 0, 0, 0)
	b = append(append(b, salt...), plain[:16]...)
	return append(append(b, 20, 0, 0, 0), plain[16:]...)
}

// agileInfo returns encryption information in the format of Office 2010, with fewer iterations.
func agileInfo(password string, spins int) []byte {
	salt, verifier := []byte("salt of 16 bytes"), []byte("sixteen letters!")
	sum := spin(sha512.New(), salt, password, spins)
	seal := func(purpose, plain []byte) string {
		block, err := aes.NewCipher(hashed(sha512.New(), sum, purpose)[:32])
		if err != nil {
			panic(err)
		}
		sealed := make([]byte, len(plain))
		cipher.NewCBCEncrypter(block, salt).CryptBlocks(sealed, plain)
		return base64.StdEncoding.EncodeToString(sealed)
	}
	return fmt.Appendf([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, `<?xml version="1.0" encoding="UTF-8"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData saltSize="16"/><keyEncryptors>
<keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
<p:encryptedKey xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password" spinCount="%d" saltSize="16" blockSize="16"
keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="%s"
encryptedVerifierHashInput="%s" encryptedVerifierHashValue="%s"/></keyEncryptor></keyEncryptors></encryption>`,
		spins, base64.StdEncoding.EncodeToString(salt), seal(agileVerifier, verifier), seal(agileSum, hashed(sha512.New(), verifier)))
}

// TestDefaultPassword checks workbooks that are encrypted with the default password, which every program tries: in both
// formats, made by LibreOffice, by Excel (from the corpus), and by this test.
func TestDefaultPassword(t *testing.T) {
	pass := binary.LittleEndian.AppendUint16([]byte{0, 0, 9, 9}, xorVerifier(excelDefaultPassword))
	book := append(record(biffBOF, make([]byte, 16)...), record(biffFilePass, pass...)...)
	sealed := func(password string) []byte {
		return compound(stream{"EncryptedPackage", make([]byte, 40)}, stream{"EncryptionInfo", agileInfo(password, 50)})
	}
	tests := []struct {
		name    string
		content []byte
		kind    Type
		opens   bool
	}{
		{"a.xls", compound(stream{"Workbook", book}), Xls, true},
		{"b.xls", sampleFile(t, "sealed.xls"), Xls, true},
		{"a", sealed(excelDefaultPassword), Xlsx, true},
		{"a.docx", sealed(excelDefaultPassword), Docx, true},
		{"b.xlsx", sealed("open sesame"), Xlsx, false},
		{"c", sampleFile(t, "sealed.xlsx"), Xlsx, true},
		{"d", sampleFile(t, "protected.docx"), Docx, false},
	}
	for _, test := range tests {
		_, err := detectBytes(test.content, test.name)
		protected, ok := errors.AsType[*ProtectedError](err)
		if !ok || protected.Kind != test.kind || (protected.Password == excelDefaultPassword) != test.opens {
			t.Errorf("%s: %v, %+v", test.name, err, protected)
		}
	}
}

func sampleFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "samples", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestPackagePasswordOfOffice checks passwords of packages that were encrypted by Excel.
func TestPackagePasswordOfOffice(t *testing.T) {
	for name, password := range map[string]string{
		"protect.xlsx":                        excelDefaultPassword,
		"testEXCEL_protected_passtika.xlsx":   "tika",
		"testEXCEL_protected_passtika_2.xlsx": "tika",
	} {
		content := corpustest.Read(t, "tika/"+name)
		w := &limitedReader{r: strings.NewReader(string(content)), size: int64(len(content)), remaining: readLimit}
		o, err := openOLE(w)
		if err != nil {
			t.Fatal(err)
		}
		streams, err := o.topLevel()
		if err != nil {
			t.Fatal(err)
		}
		info, err := o.read(streams["encryptioninfo"], encryptionInfoMax)
		if err != nil || !packageOpensWith(info, password) || packageOpensWith(info, password+"x") {
			t.Errorf("%s: %v, or the password is not told from others", name, err)
		}
	}
}

// FuzzPackagePassword searches for panics.
func FuzzPackagePassword(f *testing.F) {
	f.Add(standardInfo("a", 128))
	f.Add(agileInfo("a", 1))
	f.Fuzz(func(_ *testing.T, info []byte) { packageOpensWith(info, "a") })
}
