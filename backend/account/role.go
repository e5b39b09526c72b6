package account

import "slices"

// Role is the set of rights of a key.
type Role string

// The roles of API keys. Each role includes the rights of the roles below it.
const (
	Admin Role = "admin" // also settings and keys
	Write Role = "write" // also changes of documents and sessions
	Read  Role = "read"  // reading
)

// Roles lists the roles. The role with the most rights comes first.
func Roles() []Role { return []Role{Admin, Write, Read} }

// includes reports whether role r has all rights of the given role.
func (r Role) includes(right Role) bool {
	return slices.Index(Roles(), r) <= slices.Index(Roles(), right)
}
