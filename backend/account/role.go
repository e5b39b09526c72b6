package account

import "slices"

// Role is the set of rights of a key.
type Role string

// The roles of API keys, from the most rights to the fewest. Each role includes the rights of the roles after it.
const (
	Admin Role = "admin" // may also change settings and manage keys
	Write Role = "write" // may also change documents and sessions
	Read  Role = "read"  // may read documents and sessions
)

// Roles returns the roles. The role with the most rights comes first.
func Roles() []Role { return []Role{Admin, Write, Read} }

// includes reports whether role r has all rights of the given role.
func (r Role) includes(right Role) bool {
	return slices.Index(Roles(), r) <= slices.Index(Roles(), right)
}
