package filetype

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"unicode/utf16"
)

// excelDefaultPassword is the password with which Excel encrypts a workbook that anybody may open, but whose structure
// is protected. Every program tries this password automatically ([MS-OFFCRYPTO], section 2.4.2.3).
const excelDefaultPassword = "VelvetSweatshop"

// opensWith reports whether a password opens a workbook. filePass is the content of its FilePass record ([MS-XLS],
// section 2.4.117).
func opensWith(filePass []byte, password string) bool {
	le := binary.LittleEndian
	switch {
	case len(filePass) == 4: // Excel 95 has only one scheme
		return le.Uint16(filePass[2:]) == xorVerifier(password)
	case len(filePass) == 6 && le.Uint16(filePass) == 0:
		return le.Uint16(filePass[4:]) == xorVerifier(password)
	case len(filePass) < 6 || le.Uint16(filePass) != 1:
		return false
	case le.Uint16(filePass[2:]) == 1:
		return opensRC4(filePass[6:], password)
	}
	return opensCryptoAPI(filePass[6:], password)
}

// xorVerifier returns the password verifier of XOR obfuscation ([MS-OFFCRYPTO], section 2.3.7.1).
func xorVerifier(password string) uint16 {
	var v uint16
	turn := func(b byte) {
		v = (v<<1 | v>>14&1) & 0x7FFF
		v ^= uint16(b)
	}
	for i := len(password) - 1; i >= 0; i-- {
		turn(password[i])
	}
	turn(byte(len(password)))
	return v ^ 0xCE4B
}

// opensRC4 checks a password against the verifier of 40-bit RC4. The argument b contains the salt, the verifier and the
// verifier's hash, 16 bytes each ([MS-OFFCRYPTO], sections 2.3.6.1 and 2.3.6.2).
func opensRC4(b []byte, password string) bool {
	if len(b) < 48 {
		return false
	}
	salt := b[:16]
	hash := md5.Sum(utf16le(password))
	mixed := md5.Sum(bytes.Repeat(append(hash[:5:5], salt...), 16))
	key := md5.Sum(append(mixed[:5:5], 0, 0, 0, 0))
	plain := decryptRC4(key[:], b[16:48])
	want := md5.Sum(plain[:16])
	return bytes.Equal(want[:], plain[16:32])
}

// opensCryptoAPI checks a password against the verifier of RC4 with a longer key. The argument b contains a header, the
// salt, the verifier and the verifier's hash. The fifth number of the header is the key size in bits ([MS-OFFCRYPTO],
// sections 2.3.2, 2.3.3 and 2.3.5.2).
func opensCryptoAPI(b []byte, password string) bool {
	if len(b) < 8 {
		return false
	}
	size := int64(binary.LittleEndian.Uint32(b[4:]))
	header := b[8:]
	if size < 32 || int64(len(header)) < size+60 {
		return false
	}
	bits, verifier := binary.LittleEndian.Uint32(header[16:]), header[size:]
	if bits == 0 {
		bits = 40
	}
	if bits > 128 || bits%8 != 0 {
		return false
	}
	salt := verifier[4:20]
	hash := sha1.Sum(append(bytes.Clone(salt), utf16le(password)...))
	block := sha1.Sum(append(hash[:], 0, 0, 0, 0))
	key := block[:bits/8]
	if bits == 40 { // the other eleven bytes are zero
		key = append(key[:5:5], make([]byte, 11)...)
	}
	plain := decryptRC4(key, append(bytes.Clone(verifier[20:36]), verifier[40:60]...))
	want := sha1.Sum(plain[:16])
	return bytes.Equal(want[:], plain[16:36])
}

func decryptRC4(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil { // only if the key has no bytes or more than 256
		return make([]byte, len(data))
	}
	plain := make([]byte, len(data))
	c.XORKeyStream(plain, data)
	return plain
}

func utf16le(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}
