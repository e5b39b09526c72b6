package filetype

import "slices"

// oleTraces are what Office leaves in the root besides the documents themselves, and
// no other program: where one is and the document is not, the directory is broken.
var oleTraces = []string{
	"0table", "1table", // of Word
	"current user",                     // of PowerPoint
	"_vba_project_cur",                 // of Excel
	"\x06dataspaces", "encryptioninfo", // of a sealed package
}

// oleClasses are the classes of the root, as they lie in the file, that Word, Excel
// and PowerPoint of the supported versions give their documents.
var oleClasses = []string{
	"\x00\x09\x02" + officeClassEnd, "\x06\x09\x02" + officeClassEnd, // Word 95, 97
	"\x10\x08\x02" + officeClassEnd, "\x20\x08\x02" + officeClassEnd, // Excel 95, 97
	"\x10\x8d\x81\x64\x9b\x4f\xcf\x11\x86\xea\x00\xaa\x00\xb9\x29\xe8", // PowerPoint 97
}

const officeClassEnd = "\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46"

// lostDocument tells whether a compound file whose root holds no known stream has
// lost it: Office made the file, or its directory contradicts itself.
func (o *ole) lostDocument(streams map[string]oleEntry) bool {
	for _, trace := range oleTraces {
		if _, ok := streams[trace]; ok {
			return true
		}
	}
	const classAt, classEnd = 80, 96
	root, err := o.w.full(o.offset(o.directory[0]), oleEntrySize)
	if err != nil || slices.Contains(oleClasses, string(root[classAt:classEnd])) {
		return true
	}
	return !o.consistent()
}

// consistent tells whether the directory is one tree of storages and streams: every
// entry that is used is reached from the root once, and no other ([MS-CFB], section
// 2.6). A part of it that was overwritten, or a link to it, leaves entries unused
// that are reached, or unreached that are used.
func (o *ole) consistent() bool {
	if o.root.kind != oleRoot {
		return false
	}
	reached := map[uint32]bool{0: true}
	for todo := []uint32{o.root.child}; len(todo) > 0; {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if id == oleNoEntry {
			continue
		}
		e, err := o.entry(id)
		if err != nil || reached[id] || e.kind != oleStorage && e.kind != oleStream {
			return false
		}
		reached[id] = true
		todo = append(todo, e.left, e.right)
		if e.kind == oleStorage {
			todo = append(todo, e.child)
		}
	}
	return o.used() == len(reached)
}

// used counts the entries of the directory that are used; -1 where it cannot be read.
func (o *ole) used() int {
	n := 0
	for id := range uint32(len(o.directory)) * uint32(o.sector/oleEntrySize) {
		e, err := o.entry(id)
		if err != nil {
			return -1
		}
		if e.kind != 0 {
			n++
		}
	}
	return n
}
