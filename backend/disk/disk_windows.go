package disk

import "golang.org/x/sys/windows"

// Look tells of the disk that a path, of a folder, lies on.
func Look(path string) (Room, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return Room{}, err
	}
	var room Room
	err = windows.GetDiskFreeSpaceEx(name, &room.Free, &room.Size, nil)
	return room, err
}
