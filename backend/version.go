package backend

// Version is the version of Lectern. The build adds the commit, such as 0.9.0+1a2b3c4d, and both are shown wherever the
// version is shown. wails.json repeats it for the properties of the window's program.
const Version = "0.9.0"
