package watch

import "time"

// pace contains the intervals and delays of a service. A document has ended if it is ready or has failed.
type pace struct {
	quiet      time.Duration // time without changes after which a file counts as complete
	unchanged  time.Duration // like quiet, for a file of which it is unknown whether a process writes to it
	inspect    time.Duration // between two inspections of a file that is being written
	probe      time.Duration // between two checks of the folder itself, unless idle applies
	idle       time.Duration // between two checks of the folder itself, with notifications and while nothing changes
	poll       time.Duration // between two scans, without notifications
	rescan     time.Duration // between two scans, with notifications; also between attempts to get notifications
	retry      time.Duration // after an error of a disk, the queue or the database
	ended      time.Duration // between two queries for ended documents
	endedRetry time.Duration // between two queries if the last one left files unprocessed and no document ends meanwhile
	ending     time.Duration // maximum time for a runner to end, in case a disk does not respond
}

// defaultPace contains the intervals and delays that are used outside of tests.
var defaultPace = pace{quiet: 200 * time.Millisecond, unchanged: 2 * time.Second, inspect: 100 * time.Millisecond, probe: 2 * time.Second,
	idle: 5 * time.Second, poll: 5 * time.Second, rescan: 10 * time.Minute, retry: time.Second, ended: 500 * time.Millisecond,
	endedRetry: 10 * time.Second, ending: time.Second}
