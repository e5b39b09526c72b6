package event

import "lectern/backend/internal/notify"

// Topic is a kind of object whose changes are reported.
type Topic string

// The kinds of objects whose changes are reported.
const (
	Document   Topic = "document"
	Folder     Topic = "folder" // a watched folder
	Collection Topic = "collection"
	Session    Topic = "session"  // the id is the session's reference
	Delivery   Topic = "delivery" // a delivery of an event to a webhook
	Settings   Topic = "settings" // the id is empty
	Profile    Topic = "profile"
	Theme      Topic = "theme"
	Key        Topic = "key"
	Task       Topic = "task"
	Template   Topic = "template"
)

// Change reports that an object was created, changed or removed.
type Change struct {
	Topic Topic  `json:"topic" enum:"document,folder,collection,session,delivery,settings,profile,theme,key,task,template" doc:"The kind of object that has changed."`
	ID    string `json:"id" doc:"The object's id: for sessions the reference, for profiles and themes the name, for the settings empty." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

// Changes is a stream of the changes of all objects.
type Changes = notify.Stream[Change]

// Listener is called with the id of each changed object of one kind. It may be nil.
type Listener func(id string)

// Notify calls the listener, unless it is nil.
func (l Listener) Notify(id string) {
	if l != nil {
		l(id)
	}
}

// Publisher publishes changes to the subscribers on all nodes.
type Publisher struct {
	All   Changes // changes on all nodes
	Local Changes // changes on this node, of which the other nodes are notified
}

// Listener returns a listener that publishes changes of one kind.
func (p *Publisher) Listener(topic Topic) Listener {
	return func(id string) {
		change := Change{Topic: topic, ID: id}
		p.All.Publish(change)
		p.Local.Publish(change)
	}
}

// Close closes both streams.
func (p *Publisher) Close() {
	p.All.Close()
	p.Local.Close()
}
