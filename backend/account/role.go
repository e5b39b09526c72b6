package account

import "slices"

// Role is what a key may do.
type Role string

// The roles, each with the rights of those after it.
const (
	Admin Role = "admin" // settings and keys, too
	Write Role = "write" // documents and sessions
	Read  Role = "read"  // looking
)

// Roles lists the roles, the one with the most rights first.
func Roles() []Role { return []Role{Admin, Write, Read} }

// may says whether a role has the right of another one.
func (r Role) may(right Role) bool {
	return slices.Index(Roles(), r) <= slices.Index(Roles(), right)
}
