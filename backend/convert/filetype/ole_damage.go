package filetype

import "slices"

// oleTraces are root streams that only Office writes, in addition to the document itself. If one of them exists without
// a document, the directory is damaged.
var oleTraces = []string{
	"0table", "1table", // of Word
	"current user",                     // of PowerPoint
	"_vba_project_cur",                 // of Excel
	"\x06dataspaces", "encryptioninfo", // of an encrypted package
}

// oleClasses are the class ids, in binary form, that the root has in documents of supported versions of Word, Excel and
// PowerPoint.
var oleClasses = []string{
	"\x00\x09\x02" + officeClassEnd, "\x06\x09\x02" + officeClassEnd, // Word 95, 97
	"\x10\x08\x02" + officeClassEnd, "\x20\x08\x02" + officeClassEnd, // Excel 95, 97
	"\x10\x8d\x81\x64\x9b\x4f\xcf\x11\x86\xea\x00\xaa\x00\xb9\x29\xe8", // PowerPoint 97
}

const officeClassEnd = "\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46"

// lostDocument reports whether a compound file without a known stream in its root is a damaged Office document. It is
// considered one if an Office program has written the file, or if the directory of the file is inconsistent.
func (o *ole) lostDocument(streams map[string]oleEntry) bool {
	for _, trace := range oleTraces {
		if _, ok := streams[trace]; ok {
			return true
		}
	}
	const classAt, classEnd = 80, 96
	root, err := o.w.readFull(o.offset(o.directory[0]), oleEntrySize)
	if err != nil || slices.Contains(oleClasses, string(root[classAt:classEnd])) {
		return true
	}
	return !o.isConsistent()
}

// isConsistent reports whether the directory is a tree in which every used entry is reached from the root exactly once,
// and no unused entry is reached ([MS-CFB], section 2.6). If parts of a directory were overwritten, some entries are
// reached but unused, or used but not reached.
func (o *ole) isConsistent() bool {
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
	return o.countUsed() == len(reached)
}

// countUsed returns the number of used directory entries, or -1 if the directory cannot be read.
func (o *ole) countUsed() int {
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
