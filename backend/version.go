package backend

// Version is the version of Lectern. The build appends the commit, as in 0.9.0+1a2b3c4d, and Lectern always shows both.
// wails.json contains the same version for the file properties of the desktop application.
const Version = "0.9.0"
