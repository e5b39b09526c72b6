package filetype

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"hash"
)

const (
	// encryptionInfoMax is the maximum number of bytes that are read of the stream that describes the encryption;
	// programs write about 1,500.
	encryptionInfoMax = 16 << 10
	// spinsMax is the maximum number of hash iterations for a password. Office uses 100,000. A package with more
	// iterations is treated as if no known password opened the package.
	spinsMax = 100_000
	// standardSpins is the number of hash iterations of the encryption of Office 2007.
	standardSpins = 50_000
)

// packageOpensWith reports whether a password opens an encrypted package, by its EncryptionInfo stream ([MS-OFFCRYPTO],
// sections 2.3.4.5 and 2.3.4.10).
func packageOpensWith(info []byte, password string) bool {
	if len(info) < 8 {
		return false
	}
	le := binary.LittleEndian
	switch major, minor := le.Uint16(info), le.Uint16(info[2:]); {
	case minor == 4 && major == 4:
		return opensAgile(info[8:], password)
	case minor == 2 && major >= 2 && major <= 4:
		return opensStandard(info[8:], password)
	}
	return false
}

// opensStandard checks a password against the verifier of the AES encryption of Office 2007. The argument b contains
// the size of a header, the header and the verifier. The fifth number of the header is the key size in bits
// ([MS-OFFCRYPTO], sections 2.3.2, 2.3.3, 2.3.4.7 and 2.3.4.9).
func opensStandard(b []byte, password string) bool {
	if len(b) < 4 {
		return false
	}
	size := int64(binary.LittleEndian.Uint32(b))
	header := b[4:]
	if size < 32 || int64(len(header)) < size+72 {
		return false
	}
	bits, verifier := binary.LittleEndian.Uint32(header[16:]), header[size:]
	if bits != 128 && bits != 192 && bits != 256 {
		return false
	}
	sum := spin(sha1.New(), verifier[4:20], password, standardSpins)
	sum = hashed(sha1.New(), sum, []byte{0, 0, 0, 0})
	key := append(hashPadded(sum, 0x36), hashPadded(sum, 0x5C)...)
	block, err := aes.NewCipher(key[:bits/8])
	if err != nil { // only if the key has an invalid size
		return false
	}
	plain := make([]byte, 48)
	for i, sealed := range [][]byte{verifier[20:36], verifier[40:56], verifier[56:72]} {
		block.Decrypt(plain[i*16:], sealed)
	}
	return bytes.Equal(hashed(sha1.New(), plain[:16]), plain[16:36])
}

// hashPadded returns the hash of a block of 64 bytes, which all have the given value; the first bytes are XORed with
// sum ([MS-OFFCRYPTO], section 2.3.4.7).
func hashPadded(sum []byte, value byte) []byte {
	buffer := bytes.Repeat([]byte{value}, 64)
	for i, b := range sum {
		buffer[i] ^= b
	}
	return hashed(sha1.New(), buffer)
}

// agileKey contains the parameters with which a password opens a package of Office 2010 and later ([MS-OFFCRYPTO],
// section 2.3.4.10).
type agileKey struct {
	Spins    int      `xml:"spinCount,attr"`
	KeyBits  int      `xml:"keyBits,attr"`
	Cipher   string   `xml:"cipherAlgorithm,attr"`
	Chaining string   `xml:"cipherChaining,attr"`
	Hash     string   `xml:"hashAlgorithm,attr"`
	Salt     inBase64 `xml:"saltValue,attr"`
	Verifier inBase64 `xml:"encryptedVerifierHashInput,attr"`
	Sum      inBase64 `xml:"encryptedVerifierHashValue,attr"`
}

// inBase64 contains bytes that are encoded as base64 in XML.
type inBase64 []byte

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *inBase64) UnmarshalText(text []byte) (err error) {
	*b, err = base64.StdEncoding.AppendDecode(nil, text)
	return err
}

// Block keys: constants that are hashed together with the password, to derive a different key for each purpose
// ([MS-OFFCRYPTO], section 2.3.4.13).
var (
	agileVerifier = []byte{0xFE, 0xA7, 0xD2, 0x76, 0x3B, 0x4B, 0x9E, 0x79}
	agileSum      = []byte{0xD7, 0xAA, 0x0F, 0x6D, 0x30, 0x61, 0x34, 0x4E}
)

// agileHashes are the hash functions that can be configured in Office.
var agileHashes = map[string]func() hash.Hash{
	"SHA1": sha1.New, "SHA256": sha256.New, "SHA384": sha512.New384, "SHA512": sha512.New,
}

// opensAgile reports whether a password opens a package with agile encryption, the encryption of Office 2010 and later.
// It only checks the first key that is encrypted with a password.
func opensAgile(markup []byte, password string) bool {
	var info struct {
		Keys []agileKey `xml:"keyEncryptors>keyEncryptor>encryptedKey"`
	}
	if xml.Unmarshal(markup, &info) != nil || len(info.Keys) == 0 {
		return false
	}
	return info.Keys[0].opensWith(password)
}

// opensWith decrypts the verifier and its hash with the password, and reports whether they match ([MS-OFFCRYPTO],
// section 2.3.4.13).
func (k *agileKey) opensWith(password string) bool {
	newHash, known := agileHashes[k.Hash]
	if !known || k.Cipher != "AES" || k.Chaining != "ChainingModeCBC" || k.Spins < 0 || k.Spins > spinsMax {
		return false
	}
	sum := spin(newHash(), k.Salt, password, k.Spins)
	verifier := k.decrypt(hashed(newHash(), sum, agileVerifier), k.Verifier)
	want := k.decrypt(hashed(newHash(), sum, agileSum), k.Sum)
	if len(verifier) < len(k.Salt) || len(want) < newHash().Size() {
		return false
	}
	return bytes.Equal(hashed(newHash(), verifier[:len(k.Salt)]), want[:newHash().Size()])
}

// decrypt decrypts sealed. The key is sum, cut or padded to the key size. It returns nil if the sizes do not fit.
func (k *agileKey) decrypt(sum, sealed []byte) []byte {
	key := append(sum, bytes.Repeat([]byte{0x36}, sha512.Size)...)[:min(max(k.KeyBits/8, 0), sha512.Size)]
	block, err := aes.NewCipher(key)
	if err != nil || len(k.Salt) < aes.BlockSize || len(sealed)%aes.BlockSize != 0 {
		return nil
	}
	plain := make([]byte, len(sealed))
	cipher.NewCBCDecrypter(block, k.Salt[:aes.BlockSize]).CryptBlocks(plain, sealed)
	return plain
}

// spin hashes salt and password, and then repeatedly hashes the previous hash together with the number of the
// iteration. The many iterations make guessing passwords slow ([MS-OFFCRYPTO], section 2.3.4.11).
func spin(h hash.Hash, salt []byte, password string, times int) []byte {
	sum := hashed(h, salt, utf16le(password))
	var number [4]byte
	for i := range times {
		binary.LittleEndian.PutUint32(number[:], uint32(i))
		h.Reset()
		h.Write(number[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum
}

// hashed returns the hash of the concatenated parts.
func hashed(h hash.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}
