// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.

export interface paths {
    "/api/v0/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has done what
         * @description Gives what keys have changed, newest first: every operation that changes something, that reads the webhooks' secret or that takes a backup, and the commands `key create`, `key revoke` and `restore`. What is refused for want of a key or a right is in the log alone. Entries are kept for `auditDays`, a setting. The header `Link` has the address at which the list goes on, as long as it does.
         */
        get: operations["list-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Back the library up
         * @description Gives the whole library as one file, as it is when the answer begins, while work goes on: documents, sessions, settings, the hashes of keys. `lectern restore FILE` makes a library of it. It has all that is secret in it. Where a file of the library is missing or damaged, the answer is cut off behind a list of such files, `missing.jsonl`; with `partial=true` the backup is made without them, and has the list.
         */
        get: operations["get-backup"];
        put?: never;
        /**
         * Back the library up to a file
         * @description Writes the same file to a path of the server's machine, for its owner only, in the place of a file that is there. Where a file of the library is missing or damaged, nothing is written; with `partial` the backup is made without such files, unless there is a file at the path. It is for programs of that machine: it takes the key of the window and the command line.
         */
        post: operations["save-backup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes
         * @description For programs that show how things are: tells which things have changed, as server-sent events of the type `changed`, gathered for a tenth of a second. It tells no more than that: ask for what is shown. Nothing is kept for those who are not there; so it begins with `reset`, which also comes where so much has changed that it was not kept. Who wants to know what has happened, and to miss nothing, follows `/events`. After 15 seconds without a change there is a comment.
         */
        get: operations["follow-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collections
         * @description Gives all collections by their names. The documents of one are in the list of documents with its id as `collection`.
         */
        get: operations["list-collections"];
        put?: never;
        /**
         * Make a collection
         * @description Makes an empty collection. Documents are put into it by a batch, or as they are posted.
         */
        post: operations["create-collection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/collection/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a collection
         * @description Removes a collection, and none of its documents.
         */
        delete: operations["delete-collection"];
        options?: never;
        head?: never;
        /**
         * Change a collection
         * @description Changes what the body names and leaves the rest as it is.
         */
        patch: operations["edit-collection"];
        trace?: never;
    };
    "/api/v0/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the server's machine
         * @description Looks whether the machine has what Lectern needs, as `lectern doctor` does: LibreOffice, fonts, disk, port, and what holds the converters in their sandbox. It starts converters, and takes some seconds.
         */
        get: operations["get-doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Gives all documents, newest first; or those that the parameters name. With `limit`, the header `Link` has the address at which the list goes on (`rel="next"`, RFC 8288), as long as it does, and `Total-Count` how many there are in all. What is in the trash is in no list but that with `deleted`.
         */
        get: operations["list-documents"];
        put?: never;
        /**
         * Post a document by its address
         * @description Accepts the document that lies at a public address. It is fetched and converted afterwards.
         */
        post: operations["post-document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do something with many documents
         * @description Does the same with all documents that `ids` names, or that are in the list that `query` asks for, whose fields are named and mean as the parameters of the list of documents; an empty object is the whole library, without the trash.
         *
         *     What is refused with one document, such as to retry one that has not failed, stops nothing. Up to 500 documents are changed at once, all or none of them.
         *
         *     `trash` puts documents into the trash: they are in no list, and their sessions answer 410 until `restore` brings them back with everything as it was. After `trashDays`, a setting, they are deleted for good. `delete` does that at once, in the trash or not; with a query for the trash, what is restored meanwhile stays. `tag` and `untag` take `tags`, `collect` and `uncollect` the id of a `collection`.
         */
        post: operations["batch-documents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a document by upload
         * @description Accepts a file: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in `Content-Disposition`. One file returns its document, several return an array of theirs. A single file of a form counts under any name. The other fields of a form count like the query parameters of the same names, before or after the files; fields that are no parameters are ignored. The field `password` opens files that are encrypted.
         */
        post: operations["upload-document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description Gives a document as it is, or, with wait, as soon as it has reached a state, failed, or the time is up.
         */
        get: operations["get-document"];
        /**
         * Give a document a new version
         * @description Takes a file, as an upload does, or the address of one, in the place of the document's present one. The document is processing again under the same id, and viewing sessions that are in force show the new version as it comes. What the parameters do not name stays as it is.
         */
        put: operations["replace-document"];
        post?: never;
        /**
         * Delete a document
         * @description Removes a document, whatever its state, and ends its sessions. With the last document of the same bytes those go, too, with their pages.
         */
        delete: operations["delete-document"];
        options?: never;
        head?: never;
        /**
         * Rename a document, change its labels, or note that it was opened
         * @description Changes what the body names and leaves the rest as it is. `metadata` and `tags` are replaced as a whole; null removes them.
         */
        patch: operations["edit-document"];
        trace?: never;
    };
    "/api/v0/document/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the original file
         * @description Gives the bytes as they were posted, under their file name. Ranges of them can be asked for.
         */
        get: operations["get-original"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document's outline
         * @description Gives the outline, whose entries lead to pages, counted from 1, or to addresses, and the names of the pages where they have some. Places are in points from the page's top left corner.
         */
        get: operations["get-outline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/page/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page
         * @description Gives one page of a document: `<number>.svg` as a drawing, `.png` as a picture, `.txt` as text, `.json` as words with their boxes in points from the page's top left corner. Pages count from 1.
         *
         *     The JSON has `page`, `width`, `height`; `lines` in the order of reading, each a `box` (left, top, right, bottom) and its `words`, each a `text` and a `box`; `blocks`, which say what the lines make up; and `links`, each a `box` and a `target`, a `page` or a `uri`. Each line is in one block, in the same order: `kind` is `heading`, `paragraph`, `item` (of a list), `table`, `caption` or `other` (around the text, such as the page's number), `first` the number of its first line from 0, `count` how many it has. `level` is that of a heading, 1 to 6, or how deep an item's list is. `rows` of a table have for each cell how many lines are in it, one behind the other. `breaks` are the lines of the block, from 0, behind which its author has ended the line; `continues` says that it goes on on the next page. A PDF that is tagged says so itself; of others blocks are found by the outline, sizes and places.
         *
         *     Pages are bounded, and what is larger comes smaller: a side of a page to `--max-side` points (the report says how many pages were longer), a picture to `--max-pixels`, whatever scale is asked for. A drawing of more than `--max-svg` bytes comes as a picture within an `<svg>`. The header `Page-Scale` tells the scale at which a picture was drawn.
         */
        get: operations["get-page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document as PDF
         * @description Gives the document as the PDF that its pages are drawn from, as soon as there is the whole. Of an encrypted PDF that was posted with its password it is the copy without encryption. Ranges of it can be asked for.
         */
        get: operations["get-pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document's fidelity report
         * @description Tells how faithful the pages are to the original, and what they cost: converters and their versions, fonts, what was blocked, left out or not run, and each step with its time and memory. Of a document that is still processing it tells what is known so far.
         */
        get: operations["get-report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a failed document again
         * @description Tries a document that has failed once more, with a password where one is given; what could not be fetched is fetched again. So is one converted again that is ready and whose PDF is missing from the storage of the server. The document is processing again, as directly after posting.
         */
        post: operations["retry-document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a document
         * @description Gives the pages of a document that have all of what is searched for, in their order, with the boxes of each hit. An answer with the boxes or lines of 1,000 hits has no further page, also where limit allows more: next leads on.
         *
         *     Words, all of which are to be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points do not matter; scripts without spaces are found anywhere in a line. Words are found within others, too: ment finds document, and "ment vie" document viewer. The switches make the search stricter.
         */
        get: operations["search-document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/search/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what is found in a document
         * @description Gives the pages of a document that have all of what is searched for, and how often, without a look at where that is on them. One answer looks at 5,000 pages at most, and at fewer where that takes long: next leads on.
         *
         *     Words, all of which are to be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points do not matter; scripts without spaces are found anywhere in a line. Words are found within others, too: ment finds document, and "ment vie" document viewer. The switches make the search stricter.
         */
        get: operations["count-search-document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document's text
         * @description Gives the text of all pages, with a form feed between two pages, when the document is ready.
         */
        get: operations["get-text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a picture of the first page
         * @description Gives page 1 as a small PNG.
         */
        get: operations["get-thumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events
         * @description Gives events as they happen, as server-sent events: 'id' is an event's place in the sequence, 'event' its type, 'data' the event as webhooks have it. It begins with an id alone: all events up to it have been. Who goes on after an id, by Last-Event-ID or after, misses none and gets none twice; events are kept for 7 days. After 15 seconds without an event there is a comment.
         */
        get: operations["follow-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List watched folders
         * @description Gives the folders of the server's machine whose files become documents, oldest first, and how they are. The header `Link` has the address at which the list goes on, as long as it does.
         */
        get: operations["list-folders"];
        put?: never;
        /**
         * Watch a folder
         * @description Begins to watch a folder of the server's machine. What is in it already is taken, too. `path` is needed; all else has its default. A folder within another one that is watched, or around it, is refused, and so is Lectern's own.
         */
        post: operations["create-folder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/folder/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a watched folder
         * @description Gives a watched folder, and how it is.
         */
        get: operations["get-folder"];
        put?: never;
        post?: never;
        /**
         * Watch a folder no more
         * @description Ends the watching of a folder. Its files stay where they are, and their documents in the library.
         */
        delete: operations["delete-folder"];
        options?: never;
        head?: never;
        /**
         * Change a watched folder
         * @description Changes what the body names and leaves the rest as it is; lists are replaced as a whole. It holds for what arrives from then on. The path stays: watch another folder instead.
         */
        patch: operations["edit-folder"];
        trace?: never;
    };
    "/api/v0/folder/{id}/arrival": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what arrived in a watched folder
         * @description Gives the files that were seen in the folder, newest first, and what became of each. Those that have been gone for 30 days are not listed any more.
         */
        get: operations["list-arrivals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/folder/{id}/arrival/{arrival}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a file of a watched folder again
         * @description Tries again what has failed: the document, where there is one that has, else to take the file. A document that wants a password is tried with it at `/document/{id}/retry`.
         */
        post: operations["retry-arrival"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/folder/{id}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look through a watched folder
         * @description Has the folder looked through now, for files of which the system has told nothing.
         */
        post: operations["scan-folder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/intake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take files of this machine in
         * @description Reads files and whole folders by their paths, as the window does with what is dropped on it. Only programs of the server's own user may: the key is that of the running instance. The answer is a line of JSON when a file is found, one when it is known what has become of it, and a last one. What happens to one file holds up no other.
         */
        post: operations["take-files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Gives the keys, oldest first, revoked ones too. The header `Link` has the address at which the list goes on, as long as it does.
         */
        get: operations["list-keys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a key and shows it, this once.
         */
        post: operations["create-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/key/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key that asks
         * @description Gives what the key may do with which this is asked.
         */
        get: operations["get-current-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/key/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key: it is refused from then on. It stays in the list. The viewing sessions that it made end with it; with `sessions=keep` they stay in force, and only administrators see their ids from then on, until a later request without it ends them. The expiry of a key ends no session.
         */
        delete: operations["revoke-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the library
         * @description Gives how many documents there are of each kind that lists can be narrowed to, in a millisecond, however large the library is.
         */
        get: operations["get-library"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last requests
         * @description Gives the last 500 requests to this server, oldest first, of whomever they came. They are kept in memory alone. Those for this list are not in it.
         */
        get: operations["list-requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/requests/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow requests
         * @description Gives requests as they are answered, as server-sent events of the type `requests`, gathered for a tenth of a second: first those of the list, then each that comes. After 15 seconds without one there is a comment.
         */
        get: operations["follow-requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the library from a file
         * @description Makes a library of a backup on the server's machine, when it is found to be all that was written, and keeps it until the server starts again: then it takes the place of the present one, which is set aside in the data folder. Until then nothing changes, and `restorePending` of the server's status tells of it. What was restored before and still waits gives way. A backup in which a file is missing or damaged is refused, unless it says so itself or `partial` is set. It is for programs of that machine: it takes the key of the window and the command line.
         */
        post: operations["restore-backup"];
        /**
         * Give a restore up
         * @description Removes the restored library that waits for the server's next start, where there is one: the present one stays. It takes the key of the window and the command line, too.
         */
        delete: operations["drop-restore"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all documents
         * @description Gives the documents with pages that have all of what is searched for, the best first, and of each its three best pages. A page is better the rarer its words are, the more often it has them, and the shorter it is; among equals, the newer document is first. What is on more than 20,000 pages is ranked in parts: the newest 20,000 pages first, then the 20,000 before them. A document that is still processing is found by the pages whose text is known.
         *
         *     Words, all of which are to be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points do not matter; scripts without spaces are found anywhere in a line.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the server's status
         * @description Tells its version, the addresses under which it is reached, and what the flags of its start say that the settings cannot change.
         */
        get: operations["get-server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List viewing sessions
         * @description Gives the sessions that are in force, newest first; with `all` those that are over, too. `id` and `viewerURL` are there for the key that made the session and for keys with the role `admin`; others have the `reference`. The header `Link` has the address at which the list goes on, as long as it does.
         */
        get: operations["list-sessions"];
        put?: never;
        /**
         * Create a viewing session
         * @description Grants a reader a document for some minutes. Possession of the viewer URL is the grant.
         *
         *     With `lockedProfile` the profile is in force whatever the viewer's address says, and what it forbids the server does not give. With `maxViews` each opening counts, and a reload of the same tab does not.
         *
         *     A key with the role `read` makes sessions for its owner's own reading alone, with `own`, of a day at most.
         *
         *     The session ends with the revocation of the key that makes it, unless `DELETE /key/{id}` keeps it; the expiry of the key does not end it.
         */
        post: operations["create-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/session/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a viewing session
         * @description Gives what is known of a session, in force or not, and what was read in it.
         */
        get: operations["get-session"];
        put?: never;
        post?: never;
        /**
         * End a viewing session
         * @description Ends a session at once, also for those who have it open.
         */
        delete: operations["end-session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings
         * @description Gives the values in force: what was changed here, and else what the flags of the server's start say.
         */
        get: operations["get-settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Changes the settings that the body names, at once and for later starts; null puts one back to what the flags say (RFC 7396). Gives the values in force.
         */
        patch: operations["change-settings"];
        trace?: never;
    };
    "/api/v0/settings/viewer/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview viewer settings
         * @description Grants the owner a viewer whose settings are not stored: it shows what is built in, its address says the profile (`profileOverrides`), and the page that frames it sends it the theme, property by property. Only this server's own pages and Lectern's window can frame it. It is in no list of sessions.
         */
        post: operations["create-viewer-preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/viewer/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List viewer profiles
         * @description Gives the profiles by their names, `default` among them. The header `Link` has the address at which the list goes on, as long as it does: there may be fewer in an answer than `limit` where they have large pictures.
         */
        get: operations["list-viewer-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/viewer/profile/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a viewer profile
         * @description Gives the properties of a profile as they were posted. Those of `default`, where nobody replaced it, are the ones built in.
         */
        get: operations["get-viewer-profile"];
        /**
         * Store a viewer profile
         * @description Stores a profile under a name, in place of one of that name. Properties that are not given are those of the profile `default`, which can itself be replaced. With `If-Match` one that says something else by now is left as it is.
         */
        put: operations["put-viewer-profile"];
        /**
         * Store a viewer profile
         * @description Stores a profile under a name, in place of one of that name. Properties that are not given are those of the profile `default`, which can itself be replaced. With `If-Match` one that says something else by now is left as it is.
         */
        post: operations["post-viewer-profile"];
        /**
         * Delete a viewer profile
         * @description Removes a profile. That of `default` puts the built-in one back.
         */
        delete: operations["delete-viewer-profile"];
        options?: never;
        head?: never;
        /**
         * Rename a viewer profile
         * @description Gives a profile another name, also in the sessions, documents and watched folders that name it. Addresses and pages of others that name it go on naming the old one.
         */
        patch: operations["rename-viewer-profile"];
        trace?: never;
    };
    "/api/v0/settings/viewer/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the properties of profiles and themes
         * @description Gives everything that a form for them needs to know: names, kinds, defaults, bounds and what each is for.
         */
        get: operations["get-viewer-properties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/viewer/theme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List viewer themes
         * @description Gives the themes by their names, `default` among them. The header `Link` has the address at which the list goes on, as long as it does: there may be fewer in an answer than `limit` where they have large pictures.
         */
        get: operations["list-viewer-themes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/settings/viewer/theme/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a viewer theme
         * @description Gives the properties of a theme as they were posted. Those of `default`, where nobody replaced it, are the ones built in.
         */
        get: operations["get-viewer-theme"];
        /**
         * Store a viewer theme
         * @description Stores a theme under a name, in place of one of that name. Properties that are not given are those of the theme `default`, which can itself be replaced. With `If-Match` one that says something else by now is left as it is.
         */
        put: operations["put-viewer-theme"];
        /**
         * Store a viewer theme
         * @description Stores a theme under a name, in place of one of that name. Properties that are not given are those of the theme `default`, which can itself be replaced. With `If-Match` one that says something else by now is left as it is.
         */
        post: operations["post-viewer-theme"];
        /**
         * Delete a viewer theme
         * @description Removes a theme. That of `default` puts the built-in one back.
         */
        delete: operations["delete-viewer-theme"];
        options?: never;
        head?: never;
        /**
         * Rename a viewer theme
         * @description Gives a theme another name, also in the sessions, documents and watched folders that name it. Addresses and pages of others that name it go on naming the old one.
         */
        patch: operations["rename-viewer-theme"];
        trace?: never;
    };
    "/api/v0/settings/webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the secret of webhooks
         * @description Gives the secret with which receivers check the signature of deliveries.
         */
        get: operations["get-webhook-secret"];
        put?: never;
        /**
         * Replace the secret of webhooks
         * @description Makes a new secret, or takes the one that is given. The one before stays valid for 24 hours, in which deliveries are signed with both; a second replacement ends it.
         */
        post: operations["rotate-webhook-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say what the library takes up
         * @description Gives the bytes of the library on the server's disk, by what they are for.
         */
        get: operations["get-storage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/storage/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make room
         * @description Empties the trash for good, sets files aside that no record names (they are removed when the server has run for 30 days), and has the database give room back, during which nothing is written. With `setAside=true` the libraries that restored backups have taken the place of are deleted, too: not one that a server runs on, and not one that waits to be restored. With `setAsideFiles=true` what lay in `set-aside` before is deleted, too, but for files that records need by now. Gives what the library takes up then.
         */
        post: operations["clean-storage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/webhook/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Gives the calls of webhooks with all their tries, newest first. They are kept for 30 days after their end.
         */
        get: operations["list-webhook-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/webhook/delivery/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Gives one call of a webhook with all its tries.
         */
        get: operations["get-webhook-delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/webhook/delivery/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook delivery again
         * @description Sends the same bytes under the same id, at once, whatever became of them before; the try is recorded. A delivery that has ended is answered with what became of that; a pending one as it stands: its next try is now.
         */
        post: operations["replay-webhook-delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook's receiver
         * @description Sends an array with one event of the type webhook.test to the address, signed as all deliveries are, and answers with what became of it. It is recorded nowhere.
         */
        post: operations["test-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the window show documents
         * @description Brings the window of the running desktop application to the front, opens documents in it, and has it take files in. Only programs of the server's own user may: the key is that of the running instance.
         */
        post: operations["show-window"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Gives tasks, newest first. The header `Link` has the address at which the list goes on, as long as it does. Those that have ended are kept for `taskDays`, a setting.
         */
        get: operations["list-tasks"];
        put?: never;
        /**
         * Post a task
         * @description Fills a template with parameters. The template is a part `template` of a form, with a file name, or is named by its identifier: that of a template of the library, its id or name, or, with `integration`, that of the platform. In a form, all that JSON says is in the part `data`; a part `param.<name>` holds JSON that becomes the parameter of that name, and wins over that in `data`. The parts may come in any order.
         *
         *     The task is answered with 202 before it begins: what becomes of it, `GET /v1/task/{id}` tells, and the webhook with `task.completed` or `task.failed`. A template that is not found, or is broken, has the task fail.
         *
         *     With `rows`, a list of objects, or a part `rows` of a form with a file (CSV, XLSX, JSON lines, a JSON list), the template is filled with each of them: a row's own parameters win over those of all. A row that fails does not stop the others: `GET /v1/task/{id}/row` lists them. The task fails where none could be made.
         */
        post: operations["post-task"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task
         * @description Gives a task as it is, or, with `wait`, as soon as it has reached a state, has ended, or the time is up.
         */
        get: operations["get-task"];
        put?: never;
        post?: never;
        /**
         * Cancel or delete a task
         * @description Cancels a task that has not ended, which stays in the list as `cancelled`. One that has ended is removed with its results; documents of the library stay.
         */
        delete: operations["delete-task"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task/{id}/result/{result}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a result of a task
         * @description Gives a finished document under its file name: by the address that the task gives, for an hour and without a key, or else with a key. Ranges of it can be asked for.
         */
        get: operations["get-task-result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/task/{id}/row": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a task
         * @description Gives the rows of a task that have ended, by their numbers; none of a task without rows. The header `Link` has the address at which the list goes on, as long as it does. While the task runs, a row may come to its end after one that follows it.
         */
        get: operations["list-task-rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Gives the templates of the library, newest first. The header `Link` has the address at which the list goes on, as long as it does.
         */
        get: operations["list-templates"];
        put?: never;
        /**
         * Upload a template
         * @description Keeps a file as a new template: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in `Content-Disposition`. It is a .docx, .dotx, .docm, .dotm, .xlsx, .pptx, .potx, or a package of several: a .zip with `application.json`.
         */
        post: operations["create-template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Gives what is known of a template and its versions.
         */
        get: operations["get-template"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Removes a template with all its versions. What was made with it stays.
         */
        delete: operations["delete-template"];
        options?: never;
        head?: never;
        /**
         * Rename a template
         * @description Names a template anew.
         */
        patch: operations["edit-template"];
        trace?: never;
    };
    "/v1/template/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sets of parameters
         * @description Gives the sets of parameters that are kept with a template, by name, without the parameters themselves.
         */
        get: operations["list-template-data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/data/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a set of parameters
         * @description Gives a set of parameters that is kept with a template.
         */
        get: operations["get-template-data"];
        /**
         * Save a set of parameters
         * @description Keeps parameters with a template under a name, in the place of those that had it. They are stored encrypted.
         */
        put: operations["save-template-data"];
        post?: never;
        /**
         * Delete a set of parameters
         * @description Removes a set of parameters.
         */
        delete: operations["delete-template-data"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template's file
         * @description Gives the bytes of a version, under its file name. Ranges of them can be asked for.
         */
        get: operations["get-template-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a template
         * @description Fills a version at once, as a try does, and answers with pictures of pages of the finished document. Nothing is kept. Where something is wrong with the template or the parameters, the answer has the `problems`, and pages of the template itself, with `marks` where the problems are.
         */
        post: operations["preview-template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a template
         * @description Fills a version at once, with the parameters of the body, or else with the sample of its schema, and answers with the finished document, of which nothing is kept. The several of a package come as a ZIP archive, or as one PDF where it merges them. What is wrong with the template or the parameters is answered with 422, and told in `problems`.
         */
        post: operations["render-template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at rows for a template
         * @description Reads a file of rows as a task does, with which `POST /v1/task` makes many documents, and gives its first rows: CSV, a workbook (.xlsx), JSON lines or a JSON list of objects, as the part `file` of a form or as the body itself. Texts are what the tags of the template take them for. Nothing is kept. A file that holds no rows is answered with 422, and told in `problems`.
         */
        post: operations["read-template-rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schema of a template's parameters
         * @description Gives the JSON Schema of the parameters that a version takes, inferred from its tags, with a sample of them, and what is wrong with the template by itself.
         */
        get: operations["get-template-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/template/{id}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a version of a template
         * @description Keeps a file as a further version of a template, which is used from then on. The file comes as that of a new template does.
         */
        post: operations["add-template-version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events
         * @description A call of the address that a document or a task was posted with, signed as Standard Webhooks says. An answer of 2xx that ends within 15 seconds and 64 KiB accepts it; 410 ends all calls for the document; anything else has it sent again, under the same id and with the same bytes.
         */
        post: operations["receive-events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        After: {
            /**
             * @description It stays where it is, or is moved to a folder.
             * @enum {string}
             */
            action: "stay" | "move";
            /**
             * @description Absolute path of that folder, or one below the watched folder.
             * @example /home/zoe/done
             */
            folder?: string;
        };
        AnsweredRequest: {
            /**
             * @description When it came, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * Format: int64
             * @description Bytes of the answer's body.
             * @example 512
             */
            bytes: number;
            /**
             * @description Name of the API key that it had; absent where it had none that is good.
             * @example intranet
             */
            key?: string;
            /**
             * @description Id of that key; local for that of the window and the command line.
             * @example k-3xq7m2v5kq4y
             */
            keyId?: string;
            /** @example POST */
            method: string;
            /**
             * Format: double
             * @description Milliseconds until the answer had ended.
             * @example 3.2
             */
            ms: number;
            /**
             * Format: int64
             * @description Its place in the sequence of all since the server's start.
             * @example 41
             */
            number: number;
            /**
             * @description Its path, without parameters; the ids of sessions are left out.
             * @example /api/v0/document/upload
             */
            path: string;
            /**
             * @description What the answer has as X-Request-Id, and the log as request.
             * @example 3xq7m2v5kq4yyb2g
             */
            requestId: string;
            /**
             * Format: int64
             * @description HTTP status of the answer.
             * @example 200
             */
            status: number;
        };
        Arrival: {
            /**
             * @description The document that it is, or whose bytes it has.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * @description Identifier of the entry.
             * @example 41
             */
            id: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le document est protégé par un mot de passe.
             */
            localMessage?: string;
            /**
             * @description What is wrong, in a person's words.
             * @example The document is password-protected.
             */
            message?: string;
            /**
             * @description Where the original is, where it was moved.
             * @example /home/zoe/done/Letter.docx
             */
            movedTo?: string;
            /**
             * @description Below the folder's.
             * @example 2026/Letter.docx
             */
            path: string;
            /**
             * @description When it, or a change of it, was first seen, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            seenAt: string;
            /**
             * Format: int64
             * @description Its bytes, as far as they were looked at.
             * @example 14336
             */
            size: number;
            /**
             * @description Where it is on its way: writing, somebody writes to it, or it is empty; duplicate, its bytes were taken from this folder already; ignored, it is nothing that the folder takes; gone, it went before it was taken.
             * @enum {string}
             */
            state: "writing" | "waiting" | "taken" | "duplicate" | "failed" | "ignored" | "gone";
            /**
             * @description When it became a document, or a new version of one.
             * @example 2026-01-02T03:04:06.012+00:00
             */
            takenAt?: string;
        };
        Attempt: {
            /**
             * @description The first 1,024 bytes of the answer, as text.
             * @example ok
             */
            answer: string;
            /**
             * @description When it began, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description Why the delivery was not accepted, in a person's words; missing where it was.
             * @example The receiver answered 503.
             */
            error?: string;
            /**
             * @description The error in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le destinataire a répondu 503.
             */
            localError?: string;
            /**
             * Format: int64
             * @description Milliseconds until the answer had ended.
             * @example 42
             */
            ms: number;
            /**
             * Format: int64
             * @description HTTP status of the answer; missing where there was none.
             * @example 200
             */
            status?: number;
        };
        AuditEntry: {
            /**
             * @description What was done: an operation of this description, by its operationId.
             * @example delete-document
             */
            action: string;
            /**
             * @description When it was done, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description Identifier of the key with which it was done; local for the window and the command line of the server's own user.
             * @example k-3xq7m2v5kq4y
             */
            keyId: string;
            /**
             * @description The name that the key had then.
             * @example intranet
             */
            keyName: string;
            /**
             * @description What it was done with: the ids of documents, collections, keys and so on, names of profiles and themes, and the references of sessions; 100 at most.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            objects: string[];
            /**
             * @description Address from which it was asked for, which is that of a proxy where there is one; absent for a command that no server carried out.
             * @example 192.0.2.7
             */
            remote?: string;
            /**
             * @description Identifier of the request, by which the log has it; absent where remote is.
             * @example 5yhq2c4xv6kq3m7a
             */
            request?: string;
            /**
             * Format: int64
             * @description HTTP status of the answer.
             * @example 204
             */
            status: number;
        };
        BackupLoss: {
            /**
             * @description The file's name in the library's content: its SHA-256, with a slash after two digits.
             * @example 5f/2d1c9b
             */
            key: string;
            /**
             * @description Whether the file is not there, has other bytes than its name stands for, or cannot be read.
             * @enum {string}
             */
            reason: "missing" | "damaged" | "unreadable";
            /** @description Some of the records that need the file. */
            users: components["schemas"]["BackupUser"][];
        };
        BackupMessage: {
            /**
             * @description What was done, in a person's words.
             * @example The backup is in /home/zoe/lectern-backup.tar.
             */
            message: string;
            /** @description The files that it is without, as they are missing or damaged; absent where there are none. */
            missing?: components["schemas"]["BackupLoss"][];
        };
        BackupPlace: {
            /** @description Whether to go on without files that are missing or damaged. A backup without some does not replace a file. */
            partial?: boolean;
            /**
             * @description Absolute path of the file.
             * @example /home/zoe/lectern-backup.tar
             */
            path: string;
        };
        BackupUser: {
            /** @description True where the file is the PDF of a document, which retry-document makes again while the original is whole. */
            converted?: boolean;
            /**
             * @description Its id.
             * @example 4f9c2b7e
             */
            id: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "document" | "template" | "task";
            /**
             * @description Its name, or that of the file.
             * @example Contract.docx
             */
            name: string;
        };
        BatchFailure: {
            /**
             * @description Identifier of the document.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Why, in a person's words.
             * @example Only a failed document can be tried again, and this one is ready.
             */
            message: string;
        };
        BatchOutcome: {
            /**
             * Format: int64
             * @description How many documents are not as they were.
             * @example 12
             */
            changed: number;
            /** @description Those with which it was refused. */
            failed: components["schemas"]["BatchFailure"][];
        };
        BatchQuery: {
            /**
             * @description Those in this collection, by its id.
             * @example c-3xq7m2v5kq4y
             */
            collection?: string;
            /** @description With true, those in the trash. */
            deleted?: boolean;
            /**
             * @description Those with this id in another system.
             * @example case-4711
             */
            externalId?: string;
            /** @description With true, favorites only. */
            favorite?: boolean;
            /**
             * @description Those that came from this watched folder, by its id.
             * @example f-3xq7m2v5kq4y
             */
            folder?: string;
            /**
             * @description Those with one of these ids.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            id?: string[];
            /** @description Those whose metadata has all these values. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Those with this in their name.
             * @example Letter.docx
             */
            name?: string;
            /** @description With true, those only that have an openedAt. */
            opened?: boolean;
            /**
             * @description Those in this state.
             * @enum {string}
             */
            status?: "processing" | "ready" | "failed";
            /**
             * @description Those with all these tags.
             * @example [
             *       "contract"
             *     ]
             */
            tag?: string[];
            /**
             * @description Those of this kind.
             * @enum {string}
             */
            type?: "pdf" | "text" | "sheet" | "slides";
        };
        Block: {
            breaks?: number[] | null;
            continues?: boolean;
            /** Format: int64 */
            count: number;
            /** Format: int64 */
            first: number;
            kind: string;
            /** Format: int64 */
            level?: number;
            rows?: (number[] | null)[] | null;
        };
        Collection: {
            /**
             * @description Its color, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color: string;
            /**
             * Format: int64
             * @description How many documents are in it, those in the trash aside.
             * @example 12
             */
            count: number;
            /**
             * @description When it was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Identifier of the collection.
             * @example c-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description Its name.
             * @example Contracts
             */
            name: string;
        };
        CollectionEdit: {
            /**
             * @description Its color, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color?: string;
            /**
             * @description Its name, one line.
             * @example Contracts
             */
            name?: string;
        };
        CountRun: {
            /** @description How many hits it has, and each page behind it. */
            hits: number[];
            /**
             * Format: int64
             * @description Number of the first of the pages, from 1.
             * @example 12
             */
            page: number;
        };
        Counts: {
            /**
             * Format: int64
             * @description The hits on them.
             * @example 7
             */
            hits: number;
            /**
             * Format: int64
             * @description To be given as after to go on; absent where all pages were looked at.
             */
            next?: number;
            /**
             * Format: int64
             * @description The pages with hits among those that were looked at.
             * @example 3
             */
            pages: number;
            /** @description Where the hits are, in the order of the pages. */
            runs: components["schemas"]["CountRun"][];
            /**
             * Format: int64
             * @description How many pages, from the first on, can be searched: fewer than the document has while it is processing.
             * @example 40
             */
            searched: number;
        };
        CurrentKey: {
            /**
             * @description Identifier of the key.
             * @example k-3xq7m2v5kq4y
             */
            id: string;
            /** @description Whether it is that of the window and the command line on the server's own machine. */
            local: boolean;
            /**
             * @description What it is for.
             * @example intranet
             */
            name: string;
            /**
             * @description What it may do.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        Delivery: {
            /** @description All tries, the oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description The bytes that are sent: a JSON array of events.
             * @example [{"type":"document.posted","data":{"id":"3xq7m2v5kq4yyb2gq6v4x5n7ta"},"triggered_at":"2026-01-02T03:04:05.678Z"}]
             */
            body: string;
            /**
             * @description When it was first tried, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document whose events it has; empty where they are a task's.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description Since when it is not pending any more.
             * @example 2026-01-02T03:04:05.978+00:00
             */
            endedAt?: string;
            /**
             * @description Identifier of the delivery, which receivers have as webhook-id.
             * @example msg_3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description When it is tried next; pending deliveries only, and not while they are tried.
             * @example 2026-01-02T03:09:05.678+00:00
             */
            nextAttemptAt?: string;
            /**
             * @description Where it is in its life; cancelled is what the receiver wanted no more, by an answer of 410, before it was tried.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "cancelled";
            /**
             * @description The task whose events it has.
             * @example t-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            taskId?: string;
            /**
             * @description The types of its events, in their order.
             * @example [
             *       "document.posted"
             *     ]
             */
            types: string[];
            /**
             * @description The receiver's address, with REDACTED in the place of user information and secret parameters.
             * @example https://example.com/hook
             */
            url: string;
        };
        DescribedBatch: {
            /**
             * @description What to do.
             * @enum {string}
             */
            action: "trash" | "restore" | "delete" | "retry" | "favorite" | "unfavorite" | "tag" | "untag" | "collect" | "uncollect";
            /**
             * @description The collection to put them into or to take them out of, by its id.
             * @example c-3xq7m2v5kq4y
             */
            collection?: string;
            /**
             * @description The documents.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            ids?: string[];
            /** @description Or what they are like. */
            query?: components["schemas"]["BatchQuery"];
            /**
             * @description The tags to add or to remove.
             * @example [
             *       "contract"
             *     ]
             */
            tags?: string[];
        };
        /**
         * @example {
         *       "createdAt": "2026-01-02T03:04:05.678+00:00",
         *       "downloadFilename": "Letter.docx",
         *       "id": "3xq7m2v5kq4yyb2gq6v4x5n7ta",
         *       "name": "Letter.docx",
         *       "originalDocumentSaved": true,
         *       "originalURL": "https://example.com/letter.docx",
         *       "pageCount": 2,
         *       "status": "ready",
         *       "viewable": true
         *     }
         */
        Document: {
            /**
             * @description The collections that it is in, by their ids.
             * @example [
             *       "c-3xq7m2v5kq4y"
             *     ]
             */
            collections?: string[];
            /**
             * @description When it was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Since when it is in the trash; absent where it is not there.
             * @example 2026-01-03T03:04:05.678+00:00
             */
            deletedAt?: string;
            /**
             * @description File name offered for downloading.
             * @example Letter.docx
             */
            downloadFilename: string;
            /**
             * @description Its id in another system, where it was posted with one.
             * @example case-4711
             */
            externalId?: string;
            /** @description Whether it is a favorite; absent where it is not. */
            favorite?: boolean;
            /**
             * @description The watched folder that it came from.
             * @example f-3xq7m2v5kq4y
             */
            folderId?: string;
            /**
             * @description Identifier of the document.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example L’adresse a répondu 404.
             */
            localMessage?: string;
            /**
             * @description Why it failed, in a person's words; failed documents only.
             * @example The address answered 404: there is no such document.
             */
            message?: string;
            /** @description What its owner keeps with it, where there is some. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name: string;
            /**
             * @description When it was last noted that it was opened; absent for never.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            openedAt?: string;
            /** @description Whether the original file is kept. */
            originalDocumentSaved: boolean;
            /**
             * @description Where it was fetched from, with REDACTED in the place of user information and secret parameters; empty for an upload.
             * @example https://example.com/letter.docx
             */
            originalURL: string;
            /**
             * Format: int64
             * @description The pages known so far; 0 directly after posting.
             * @example 2
             */
            pageCount: number;
            /**
             * @description The viewer profile of its sessions where neither address nor session name one.
             * @example reading
             */
            profile?: string;
            /** @description How far it has come; while it is processing. */
            progress?: components["schemas"]["Progress"];
            /**
             * @description Why it failed, as a name that stays; failed documents only, and not those that failed under a Lectern that noted none.
             * @enum {string}
             */
            reason?: "password-protected" | "wrong-password" | "unsupported-encryption" | "damaged" | "unsupported" | "empty" | "hidden-sheets" | "hidden-slides" | "too-large" | "too-many-pages" | "nested-too-deeply" | "timeout" | "too-much-memory" | "converter-crashed" | "machine-limit" | "no-engine" | "no-space" | "server-fault" | "invalid-address" | "forbidden-address" | "unknown-host" | "unreachable" | "invalid-certificate" | "error-status" | "too-many-redirects" | "download-timeout" | "unknown-encoding" | "broken-download";
            /**
             * Format: int64
             * @description Grows with every change.
             * @example 3
             */
            revision?: number;
            /** @description The viewing session that was asked for with the post. */
            session?: components["schemas"]["Session"];
            /**
             * Format: int64
             * @description Bytes of the original, once they are known; with details only, as what follows.
             * @example 34567
             */
            size?: number;
            /**
             * @description The file of the server's machine that it was taken from; where its path is not UTF-8, its address, such as file:///home/ada/caf%E9.docx. It is told to the key of the window on that machine only.
             * @example /home/ada/letter.docx
             */
            sourcePath?: string;
            /**
             * @description Where the document is in its life.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /**
             * @description Its tags, where it has some.
             * @example [
             *       "contract"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of its sessions where neither address nor session name one.
             * @example night
             */
            theme?: string;
            /**
             * @description What it is by its content, as a file name's extension without the dot; absent until that is known, and where it is of no supported type.
             * @example docx
             */
            type?: string;
            /** @description Whether the first page can be viewed. */
            viewable: boolean;
        };
        DocumentEdit: {
            /**
             * @description File name offered for downloading.
             * @example Letter.docx
             */
            downloadFilename?: string;
            /**
             * @description Its id in another system; empty for none.
             * @example case-4711
             */
            externalId?: string;
            /** @description Whether it is a favorite. */
            favorite?: boolean;
            /** @description A JSON object. */
            metadata?: unknown;
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name?: string;
            /** @description With true, it is noted as opened now. */
            opened?: boolean;
            /**
             * @description The viewer profile of its sessions where neither address nor session name one; empty for none.
             * @example reading
             */
            profile?: string;
            /**
             * @description Its tags.
             * @example [
             *       "contract"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of its sessions where neither address nor session name one; empty for none.
             * @example night
             */
            theme?: string;
        };
        DocumentHits: {
            /**
             * Format: int64
             * @description The hits on all these pages; absent where they are more than 1,000 or unknown, or hits are not to be counted.
             * @example 31
             */
            hits?: number;
            /**
             * Format: int64
             * @description To be given as after for the next ones; absent where there are none.
             */
            next?: number;
            /** @description The pages, in their order. */
            pages: components["schemas"]["PageHits"][];
            /**
             * Format: int64
             * @description How many pages, from the first on, have been searched: fewer than the document has while it is processing.
             * @example 40
             */
            searched: number;
            /**
             * Format: int64
             * @description The pages with hits. Of more than 1,000 pages that may have some, it is the number of these. Absent where hits are not to be counted, and where more than 5,000 pages would have to be looked at, or fewer that take long: search/counts goes through all.
             * @example 12
             */
            total?: number;
        };
        Event: {
            data: components["schemas"]["EventData"];
            /**
             * @description When it happened, ISO 8601 in UTC.
             * @example 2026-01-02T03:04:05.678Z
             */
            triggered_at: string;
            /**
             * @description What has happened.
             * @enum {string}
             */
            type: "document.posted" | "document.processingStarted" | "document.firstPageReady" | "document.ready" | "document.failed" | "session.opened" | "task.completed" | "task.failed" | "webhook.test";
        };
        EventData: {
            /**
             * @description Identifier of the document, or of the task.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Why the document or the task failed, in a person's words; document.failed and task.failed only.
             * @example The address answered 404: there is no such document.
             */
            message?: string;
            /**
             * @description Whom the session is for, where that was said.
             * @example Ada
             */
            reader?: string;
            /** @description How many rows were made and have failed; task.completed and task.failed of tasks with rows only. */
            rows?: components["schemas"]["TaskProgress"];
            /**
             * @description Reference of the session that was opened, which grants nothing; session.opened only, as what follows.
             * @example 9f86d081884c7d65
             */
            session?: string;
            /**
             * Format: int64
             * @description How often it has been opened by then.
             * @example 1
             */
            views?: number;
        };
        FileRequest: {
            /**
             * @description Absolute paths of files and folders on the server's machine, or their addresses such as file:///home/ada/caf%E9.docx.
             * @example [
             *       "/home/ada/letter.docx"
             *     ]
             */
            paths: string[] | null;
            /**
             * @description Labels of the documents.
             * @example [
             *       "letters"
             *     ]
             */
            tags?: string[] | null;
        };
        Finding: {
            /**
             * @description What was looked at.
             * @example Office
             */
            check: string;
            /**
             * @description What was found, in a person's words.
             * @example LibreOffice 25.2.3 in /opt/lectern/libreoffice
             */
            detail: string;
            /**
             * @description The check in the language that Accept-Language prefers; absent where that is English, or lacks it.
             * @example polices
             */
            localCheck?: string;
            /**
             * @description The detail in that language.
             * @example 79 polices sont fournies avec LibreOffice
             */
            localDetail?: string;
            /**
             * @description What to do in that language.
             * @example lancez « make libreoffice »
             */
            localMend?: string;
            /**
             * @description What to do about it; absent where there is nothing to do.
             * @example run 'make libreoffice'
             */
            mend?: string;
            /**
             * @description Whether it is as it should be: with warning something is missing, and the rest works.
             * @enum {string}
             */
            state: "ok" | "warning" | "failed";
        };
        Folder: {
            /** @description What becomes of a file when its document has failed. */
            afterFailure: components["schemas"]["After"];
            /** @description What becomes of a file when its document is ready. */
            afterSuccess: components["schemas"]["After"];
            /**
             * @description Identifier of the collection that what arrives is put into; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection: string;
            /**
             * @description Since when it is watched, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Whether a file whose bytes were taken from this folder already becomes a document of its own.
             * @enum {string}
             */
            duplicates: "skip" | "take";
            /**
             * @description Patterns of the files and folders that are not. Missing: hidden ones, locks of editors, and downloads that go on. A folder below this one that originals are not moved to any more is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude: string[];
            /**
             * Format: int64
             * @description Files that could not be taken, or whose documents have failed.
             * @example 1
             */
            failed: number;
            /**
             * @description Identifier of the folder.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Patterns of the files that are taken, without regard to case: * and ? within a name, ** for any folders. One without a slash is for names. Missing: all supported types.
             * @example [
             *       "*.pdf",
             *       "*.docx"
             *     ]
             */
            include: string[];
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le dossier /home/zoe/inbox est introuvable.
             */
            localMessage?: string;
            /**
             * @description What is wrong and what to do, in a person's words.
             * @example The folder /home/zoe/inbox is not there: put it back, or mount its drive. It is watched again as soon as it is there.
             */
            message?: string;
            /**
             * @description Display name.
             * @example Inbox
             */
            name: string;
            /**
             * @description Its absolute path on the server's machine, without links.
             * @example /home/zoe/inbox
             */
            path: string;
            /** @description Whether nothing is taken for now. */
            paused: boolean;
            /**
             * @description The viewer profile of what arrives; empty for none.
             * @example reading
             */
            profile: string;
            /**
             * @description How it is: scanning, it is looked through; watching, the system tells of changes; polling, it is looked through again and again, as the system tells of none; missing, it is not there; denied, the server has no permission; full, a disk is full. These mend themselves when the cause is gone; paused is until somebody resumes it, and has a message where originals would be moved again and again.
             * @enum {string}
             */
            state: "scanning" | "watching" | "polling" | "paused" | "missing" | "denied" | "full";
            /** @description Whether the folders below it are watched, too. */
            subfolders: boolean;
            /**
             * @description Tags that what arrives gets.
             * @example [
             *       "inbox"
             *     ]
             */
            tags: string[];
            /**
             * Format: int64
             * @description Files that are documents.
             * @example 40
             */
            taken: number;
            /**
             * @description The viewer theme of what arrives; empty for none.
             * @example night
             */
            theme: string;
            /**
             * Format: int64
             * @description Files that are written, or wait for their turn.
             * @example 2
             */
            waiting: number;
            /**
             * @description Address that receives the events of what arrives; empty for none. Answers have REDACTED in the place of user information and secret parameters; sent back so, the address stays as it is.
             * @example https://example.com/hook
             */
            webhookURL: string;
        };
        FolderCount: {
            /**
             * Format: int64
             * @description How many documents came from it.
             * @example 12
             */
            count: number;
            /**
             * @description Identifier of the folder.
             * @example f-3xq7m2v5kq4y
             */
            id: string;
        };
        FolderEdit: {
            /** @description What becomes of a file when its document has failed. */
            afterFailure?: components["schemas"]["After"];
            /** @description What becomes of a file when its document is ready. */
            afterSuccess?: components["schemas"]["After"];
            /**
             * @description Identifier of the collection that what arrives is put into; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection?: string;
            /**
             * @description Whether a file whose bytes were taken from this folder already becomes a document of its own.
             * @enum {string}
             */
            duplicates?: "skip" | "take";
            /**
             * @description Patterns of the files and folders that are not. Missing: hidden ones, locks of editors, and downloads that go on. A folder below this one that originals are not moved to any more is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude?: string[];
            /**
             * @description Patterns of the files that are taken, without regard to case: * and ? within a name, ** for any folders. One without a slash is for names. Missing: all supported types.
             * @example [
             *       "*.pdf",
             *       "*.docx"
             *     ]
             */
            include?: string[];
            /**
             * @description Display name.
             * @example Inbox
             */
            name?: string;
            /** @description Whether nothing is taken for now. */
            paused?: boolean;
            /**
             * @description The viewer profile of what arrives; empty for none.
             * @example reading
             */
            profile?: string;
            /** @description Whether the folders below it are watched, too. */
            subfolders?: boolean;
            /**
             * @description Tags that what arrives gets.
             * @example [
             *       "inbox"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of what arrives; empty for none.
             * @example night
             */
            theme?: string;
            /**
             * @description Address that receives the events of what arrives; empty for none. Answers have REDACTED in the place of user information and secret parameters; sent back so, the address stays as it is.
             * @example https://example.com/hook
             */
            webhookURL?: string;
        };
        FoundDocument: {
            /**
             * @description When it was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Identifier of the document.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name: string;
            /**
             * Format: int64
             * @description The pages known so far.
             */
            pageCount: number;
            /** @description Its best pages, the best first; at most three. */
            pages: components["schemas"]["PageHits"][];
            /**
             * @description Where the document is in its life.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
        };
        Key: {
            /**
             * @description When it was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Until when it is good; absent for ever.
             * @example 2027-01-02T03:04:05.678+00:00
             */
            expiresAt?: string;
            /**
             * @description Identifier of the key, by which it is revoked.
             * @example k-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description When it was last used, to the minute; absent for never.
             * @example 2026-01-02T03:04:00.000+00:00
             */
            lastUsedAt?: string;
            /**
             * @description What it is for.
             * @example intranet
             */
            name: string;
            /**
             * @description When it was revoked; absent where nobody has.
             * @example 2026-06-02T03:04:05.678+00:00
             */
            revokedAt?: string;
            /**
             * @description What it may do: admin is all, write documents and sessions, read looking.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        KnownSession: {
            /**
             * @description Until when the viewer URL works, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id: it is the grant. Absent unless the key made the session, or is an admin's.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /**
             * @description Names the session wherever its id is not shown, as in the event session.opened; GET and DELETE take it in the place of the id. It grants nothing.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description Opens the viewer. Absent where the id is.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
        };
        Library: {
            /** @description All collections, by their names. */
            collections: components["schemas"]["Collection"][];
            /**
             * Format: int64
             * @description Those that have failed.
             * @example 1
             */
            failed: number;
            /**
             * Format: int64
             * @description Favorites.
             * @example 7
             */
            favorites: number;
            /** @description The watched folders that documents came from. */
            folders: components["schemas"]["FolderCount"][];
            /**
             * Format: int64
             * @description Those with an openedAt.
             * @example 42
             */
            opened: number;
            /**
             * Format: int64
             * @description Those that are processing.
             * @example 3
             */
            processing: number;
            /** @description The tags that documents have, by their names; the 1,000 most frequent ones. */
            tags: components["schemas"]["NameCount"][];
            /**
             * Format: int64
             * @description How many documents there are; all numbers but trash are without the trash.
             * @example 1200
             */
            total: number;
            /**
             * Format: int64
             * @description Those in the trash.
             * @example 12
             */
            trash: number;
            /**
             * Format: int64
             * @description Days after which what is in the trash is deleted for good, as the settings say; 0 for never.
             * @example 30
             */
            trashDays: number;
            /** @description How many there are of each type, as lists know it. Those whose type is not known are in none. */
            types: components["schemas"]["LibraryTypes"];
        };
        LibraryHits: {
            /** @description The documents, the best first. */
            documents: components["schemas"]["FoundDocument"][];
            /** @description To be given as after for the next ones; absent where there are none. */
            next?: string;
        };
        LibraryTypes: {
            /**
             * Format: int64
             * @description PDFs.
             * @example 700
             */
            pdf: number;
            /**
             * Format: int64
             * @description Workbooks.
             * @example 120
             */
            sheet: number;
            /**
             * Format: int64
             * @description Presentations.
             * @example 80
             */
            slides: number;
            /**
             * Format: int64
             * @description Text documents.
             * @example 300
             */
            text: number;
        };
        Line: {
            box: number[] | null;
            words: components["schemas"]["Word"][] | null;
        };
        Link: {
            box: number[] | null;
            target: components["schemas"]["Target"];
        };
        Message: {
            /**
             * @description What was done.
             * @example The profile "acme" is stored.
             */
            message: string;
        };
        NameCount: {
            /**
             * Format: int64
             * @description How many documents have it.
             * @example 12
             */
            count: number;
            /**
             * @description The tag.
             * @example contract
             */
            name: string;
        };
        NamedSetProfile: {
            /**
             * @description Tells what it says from all else that it may say, as If-Match takes it.
             * @example "4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e"
             */
            etag: string;
            /**
             * @description By which a viewer's address names it.
             * @example acme
             */
            name: string;
            properties: components["schemas"]["Profile"];
            /**
             * @description When it was stored, ISO 8601; absent for a default that nobody replaced.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            updatedAt?: string;
        };
        NamedSetTheme: {
            /**
             * @description Tells what it says from all else that it may say, as If-Match takes it.
             * @example "4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e"
             */
            etag: string;
            /**
             * @description By which a viewer's address names it.
             * @example acme
             */
            name: string;
            properties: components["schemas"]["Theme"];
            /**
             * @description When it was stored, ISO 8601; absent for a default that nobody replaced.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            updatedAt?: string;
        };
        NewCollection: {
            /**
             * @description Its color, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color?: string;
            /**
             * @description Its name, one line.
             * @example Contracts
             */
            name: string;
        };
        NewFolder: {
            /** @description What becomes of a file when its document has failed. */
            afterFailure?: components["schemas"]["After"];
            /** @description What becomes of a file when its document is ready. */
            afterSuccess?: components["schemas"]["After"];
            /**
             * @description Identifier of the collection that what arrives is put into; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection?: string;
            /**
             * @description Whether a file whose bytes were taken from this folder already becomes a document of its own.
             * @enum {string}
             */
            duplicates?: "skip" | "take";
            /**
             * @description Patterns of the files and folders that are not. Missing: hidden ones, locks of editors, and downloads that go on. A folder below this one that originals are not moved to any more is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude?: string[];
            /**
             * @description Patterns of the files that are taken, without regard to case: * and ? within a name, ** for any folders. One without a slash is for names. Missing: all supported types.
             * @example [
             *       "*.pdf",
             *       "*.docx"
             *     ]
             */
            include?: string[];
            /**
             * @description Display name.
             * @example Inbox
             */
            name?: string;
            /**
             * @description Absolute path on the server's machine.
             * @example /home/zoe/inbox
             */
            path: string;
            /** @description Whether nothing is taken for now. */
            paused?: boolean;
            /**
             * @description The viewer profile of what arrives; empty for none.
             * @example reading
             */
            profile?: string;
            /** @description Whether the folders below it are watched, too. */
            subfolders?: boolean;
            /**
             * @description Tags that what arrives gets.
             * @example [
             *       "inbox"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of what arrives; empty for none.
             * @example night
             */
            theme?: string;
            /**
             * @description Address that receives the events of what arrives; empty for none. Answers have REDACTED in the place of user information and secret parameters; sent back so, the address stays as it is.
             * @example https://example.com/hook
             */
            webhookURL?: string;
        };
        NewKey: {
            /**
             * @description When it was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Until when it is good; absent for ever.
             * @example 2027-01-02T03:04:05.678+00:00
             */
            expiresAt?: string;
            /**
             * @description Identifier of the key, by which it is revoked.
             * @example k-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description What goes into the header Authorization. It is shown this once: the server keeps its hash only.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7mq2v7x5kzr4nyb3gq6v4
             */
            key: string;
            /**
             * @description When it was last used, to the minute; absent for never.
             * @example 2026-01-02T03:04:00.000+00:00
             */
            lastUsedAt?: string;
            /**
             * @description What it is for.
             * @example intranet
             */
            name: string;
            /**
             * @description When it was revoked; absent where nobody has.
             * @example 2026-06-02T03:04:05.678+00:00
             */
            revokedAt?: string;
            /**
             * @description What it may do: admin is all, write documents and sessions, read looking.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        Outline: {
            /** @description The entries of the outline; none where the document has no outline. */
            items: components["schemas"]["OutlineItem"][];
            /** @description The pages' own names, such as iv, one a page; absent where they are the pages' numbers. */
            labels?: string[];
        };
        OutlineItem: {
            children?: components["schemas"]["OutlineItem"][] | null;
            target: components["schemas"]["Target"];
            title: string;
        };
        PageHits: {
            /** @description Of each hit, of the first 1,000, its boxes, one a line that it stands on, in points from the page's top left corner: left, top, right, bottom. Absent where they were not asked for, and where the page's words cannot be read now. */
            boxes?: number[][][];
            /**
             * Format: int64
             * @description How often it has something of what is searched for.
             * @example 2
             */
            hits: number;
            /** @description Of each hit what stands around it, in pieces, of which one is the hit; of at most 20, from the one that skip names. Absent where it was not asked for. */
            lines?: (components["schemas"]["SnippetPart"][] | null)[];
            /**
             * Format: int64
             * @description Number of the page, from 1.
             * @example 3
             */
            page: number;
            /** @description An excerpt of its text around hits, in pieces. */
            snippet?: components["schemas"]["SnippetPart"][];
        };
        PreviousSecret: {
            /**
             * @description The secret.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description Until when deliveries are signed with it, ISO 8601.
             * @example 2026-01-03T03:04:05.678+00:00
             */
            validUntil: string;
        };
        Problem: {
            /**
             * @description Names the error for programs, and never changes; the guide to the interfaces lists all of them.
             * @example document-not-found
             */
            code: string;
            /**
             * @description What went wrong, in a person's words.
             * @example There is no document "abc".
             */
            detail: string;
            /** @description What is wrong with each parameter or field. */
            errors?: components["schemas"]["Reason"][];
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description The same as detail.
             * @example There is no document "abc".
             */
            message: string;
            /**
             * @description The request's id, also in the header X-Request-Id and in the server's log.
             * @example 4f9c2b7e
             */
            requestId?: string;
            /**
             * Format: int64
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description The status in words.
             * @example Not Found
             */
            title: string;
            /**
             * @description What kind of problem this is; about:blank says that the status tells it.
             * @example about:blank
             */
            type: string;
        };
        /** @description Settings of a viewer: what it shows, how it behaves, and what a reader is allowed. */
        Profile: {
            /**
             * @description The files that can be downloaded: none, the PDF, or the original file and the PDF. If text is withheld (textSelection false, or output img) and this is not set, none.
             * @default pdf
             * @enum {string}
             */
            download: "none" | "pdf" | "original";
            /**
             * @description The sites that may frame the viewer, as the source list of a Content-Security-Policy.
             * @default *
             */
            frameAncestors: string;
            /**
             * @description The target of the viewer's logo. Empty: the logo is no link.
             * @default
             */
            homeURL: string;
            /**
             * @description The layout of the pages: one below the other (normal), in pairs (twoPages), as many per row as fit (poster), or in a strip (horizontal).
             * @default normal
             * @enum {string}
             */
            initialLayout: "normal" | "twoPages" | "poster" | "horizontal";
            /**
             * @description The page at which the viewer opens; the last page if there are fewer.
             * @default 1
             */
            openedPage: number;
            /**
             * @description The form of the document: pages with real text (html), pictures of pages only (img), reading text (text), or an overview (thumbnails).
             * @default html
             * @enum {string}
             */
            output: "html" | "img" | "text" | "thumbnails";
            /**
             * @description Whether the viewer offers to print.
             * @default true
             */
            print: boolean;
            /**
             * @description Whether the pages lie in a strip that scrolls sideways. It implies the layout horizontal.
             * @default false
             */
            ribbon: boolean;
            /**
             * @description Whether the document can be searched. If a locked profile withholds text (textSelection false, or output img), only if that profile itself sets this to true (not if only the profile named default does), and then for whole words, without excerpts, and for 30 different texts a minute.
             * @default true
             */
            search: boolean;
            /**
             * @description Whether text can be selected and copied; never if output is img. If a locked profile forbids it, pages are sent as pictures.
             * @default true
             */
            textSelection: boolean;
            /**
             * @description Whether thumbnails are shown beside the pages; over them in windows narrower than 640 pixels. If it is not set, they are shown in windows from 1,100 pixels.
             * @default true
             */
            thumbnailsShown: boolean;
            /**
             * @description Text across every page. {date}, {session} and {name} stand for today, the beginning of the session's id, and the reader whom the session names.
             * @default
             */
            watermark: string;
        };
        Progress: {
            /**
             * Format: int64
             * @description How much of it: bytes that are fetched, pages that are converted or read.
             * @example 12
             */
            done: number;
            /**
             * @description What is being done: it waits for its turn, is fetched, converted, or the text of its pages is read.
             * @enum {string}
             */
            step: "waiting" | "fetching" | "converting" | "reading";
            /**
             * Format: int64
             * @description Of how much; 0 where that is not known.
             * @example 40
             */
            total: number;
        };
        Property: {
            /**
             * @description What it belongs to, for grouping.
             * @example button
             */
            area: string;
            /** @description The words that it takes. */
            choices?: string[];
            /**
             * @description The CSS property that it sets.
             * @example background-color
             */
            css?: string;
            /**
             * @description That on dark screens, where it is another.
             * @example #2a2e35
             */
            darkDefault?: string;
            /** @description Its value where none is given, of a color that on light screens. */
            default: string | boolean | number;
            /** @description What it is for. */
            description: string;
            /**
             * @description What values it takes. url: http or https; color: a notation of CSS; font: CSS font-family; image: http or https, or a GIF or PNG as a base64 data URL; sources: source list of a Content-Security-Policy.
             * @enum {string}
             */
            kind: "boolean" | "integer" | "choice" | "url" | "text" | "color" | "font" | "visibility" | "image" | "sources";
            /**
             * Format: int64
             * @description How many characters it takes at most.
             */
            maxLength?: number;
            /**
             * Format: int64
             * @description The largest number that it takes.
             */
            maximum?: number;
            /**
             * Format: int64
             * @description The smallest number that it takes.
             */
            minimum?: number;
            /**
             * @description Name of the property.
             * @example buttonHoverBackgroundColor
             */
            name: string;
            /** @description Whether a session that locks its profile lets the viewer's address not change it. */
            permission: boolean;
            /** @description What can stand in its text in braces, to be filled in. */
            placeholders?: string[];
            /**
             * @description The state in which it does; absent for any.
             * @enum {string}
             */
            state?: "hover" | "active" | "pressed" | "disabled" | "focus";
            /**
             * @description What it applies to, as a CSS selector of the viewer's page.
             * @example .bar-title
             */
            target?: string;
        };
        Reason: {
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description Which parameter, or which field as a JSON pointer.
             * @example /duration
             */
            location: string;
            /**
             * @description What is wrong with it.
             * @example expected number >= 1
             */
            message: string;
            /**
             * @description The valid name that comes nearest, where a name is wrong.
             * @example buttonColor
             */
            nearest?: string;
        };
        Report: {
            /** @description What the document wanted to load from elsewhere: files and addresses, none of which was read. */
            blockedLinks: string[];
            /**
             * @description Data connections, queries and pivot tables of the document by their names, none of which was asked or refreshed; of those that a program refreshes when it opens the document that is said.
             * @example [
             *       "Sales (refreshed when opened)"
             *     ]
             */
            connections: string[];
            /** @description The classes of ActiveX controls and add-ins in the document, none of which was run. */
            controls: string[];
            /**
             * @description What has made a PDF of it, and its version; empty for a PDF.
             * @example LibreOffice 25.2.3.2
             */
            converter: string;
            encryption: components["schemas"]["ReportEncryption"];
            /** @description The names of sheets that were wider than their page, and that nobody had arranged for printing: they were made to fit. */
            fitted: string[];
            fonts: components["schemas"]["ReportFonts"];
            /** @description The names of sheets of which long stretches of empty rows or columns are left out; one row or column of each stays. */
            gathered: string[];
            /** @description The names of hidden sheets and slides, which are left out. */
            hidden: string[];
            /** @description Macros and scripts that are in the document, none of which was run. */
            macros: string[];
            /** @description What a converter noticed beside all this. */
            other: components["schemas"]["ReportFact"][];
            /**
             * @description What draws its pages, and its version.
             * @example MuPDF 1.28.0
             */
            renderer: string;
            /** @description Whether an earlier conversion of the same bytes was taken; its steps say so too. */
            reused: boolean;
            /**
             * @description How much of it is there to be seen: nothing, page 1 as it was made of the document's beginning alone, page 1 as it will stay, or all pages. A provisional page is replaced where the whole's own looks otherwise.
             * @enum {string}
             */
            shown: "none" | "provisional" | "first" | "all";
            /** @description The document's way so far, step by step. */
            steps: components["schemas"]["ReportStep"][];
            /**
             * @description What the document is, by its content; empty where it is of no supported type or not known yet.
             * @example docx
             */
            type: string;
            /** @description What else a reader should know, in sentences. */
            warnings: string[];
        };
        ReportEncryption: {
            /** @description Whether the original is encrypted, with a password or with none. */
            encrypted: boolean;
            /**
             * @description How, where that is known.
             * @example Standard V4 R4 128-bit AES
             */
            method?: string;
        };
        ReportFact: {
            name: string;
            value: string;
        };
        ReportFont: {
            /** @description Whether it is in the PDF. */
            embedded: boolean;
            /**
             * @description PostScript name.
             * @example LiberationSerif-Bold
             */
            name: string;
            /** @example TrueType */
            type: string;
        };
        ReportFonts: {
            /** @description The fonts that the original names, where the converter tells them. */
            asked: string[];
            /** @description Those that were asked for and are neither in the document nor on the server. */
            missing: components["schemas"]["ReportMissingFont"][];
            /** @description The fonts of the PDF that the pages are drawn from, when there is the whole. */
            used: components["schemas"]["ReportFont"][];
        };
        ReportMissingFont: {
            /** @example Frutiger */
            name: string;
            /**
             * @description What is drawn in its place, where that is known.
             * @example Liberation Sans
             */
            substitute?: string;
        };
        ReportStep: {
            /**
             * Format: int64
             * @description The most that the converter had resident, in bytes, where that is known.
             * @example 52428800
             */
            memory?: number;
            /**
             * Format: double
             * @description How long it took.
             * @example 12.5
             */
            milliseconds: number;
            /**
             * @description What was done: received, fetched, detected, queued, measured, loaded, first page converted, first page opened, first page drawn, whole converted, decrypted, opened, page 1 drawn, indexed, or what else a converter names. A step can come more than once: a job waits in each of its queues.
             * @example opened
             */
            name: string;
            /** @description Taken from an earlier conversion: it was not done for this document. */
            reused?: boolean;
            /** @description It did not come to its end: it took that long until the document failed, or had to begin anew. */
            stopped?: boolean;
        };
        ServerStatus: {
            /**
             * @description What it listens on, HOST:PORT.
             * @example 127.0.0.1:7420
             */
            addr: string;
            /** @description Whether the flag --addr was given: then the setting addr is passed over. */
            addrFlag: boolean;
            /**
             * @description What it was to listen on, HOST:PORT, where another program had that port: until it is started again it listens on addr instead.
             * @example 127.0.0.1:7420
             */
            addrTaken?: string;
            /**
             * @description Folder of the library. Told to keys of the role admin.
             * @example /home/zoe/.local/share/lectern
             */
            dataFolder?: string;
            /**
             * Format: int64
             * @description The most that the setting deadlineSeconds may be, as the flag --deadline says.
             * @example 120
             */
            deadlineLimit: number;
            /**
             * Format: double
             * @description Seconds that fetching a document may take, as the flag --fetch-time says.
             * @example 300
             */
            fetchSeconds: number;
            /**
             * Format: int64
             * @description Bytes that an Office document may unpack to, as the flag --max-inflation says.
             * @example 2000000000
             */
            maxInflation: number;
            /**
             * Format: int64
             * @description Pages that a document may have, as the flag --max-pages says.
             * @example 20000
             */
            maxPages: number;
            /**
             * Format: int64
             * @description Bytes that the process of one document may use, as the flag --memory says.
             * @example 2000000000
             */
            memory: number;
            /**
             * @description Addresses by which other machines of the networks that this one is in reach it, or would, if it listened for them.
             * @example [
             *       "http://192.168.1.5:7420"
             *     ]
             */
            networkURLs: string[];
            /** @description Whether Office documents can be converted: there is a LibreOffice, and a new enough one. The check of the machine says what it lacks. */
            office: boolean;
            /**
             * @description Address that readers are given: that of the settings, or else the one by which this machine reaches it.
             * @example https://example.com/documents
             */
            publicURL: string;
            /**
             * @description Who reaches the address that it listens on: this machine alone, or others too.
             * @enum {string}
             */
            reach: "machine" | "network";
            /** @description Whether a restored backup takes the place of the library when the server starts again. */
            restorePending: boolean;
            /**
             * @description Why it has not done so at this start, where it was to; the library stayed as it was. Told to keys of the role admin.
             * @example rename content: device or resource busy
             */
            restoreProblem?: string;
            /**
             * @description Since when it runs, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            startedAt: string;
            /**
             * @description Address under which this machine reaches it.
             * @example http://127.0.0.1:7420
             */
            url: string;
            /**
             * @description Lectern's version.
             * @example 1.0.0
             */
            version: string;
            /**
             * Format: int64
             * @description Office documents that are converted at once, as the flag --workers says.
             * @example 4
             */
            workers: number;
        };
        Session: {
            /**
             * @description Until when the viewer URL works, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Randomly generated session id: it is the grant.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id: string;
            /**
             * @description Opens the viewer.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL: string;
        };
        SessionDetails: {
            /**
             * @description When it was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document that it shows.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description When somebody ended it.
             * @example 2026-01-02T03:34:05.678+00:00
             */
            endedAt?: string;
            /**
             * @description Until when the viewer URL works, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id: it is the grant. Absent unless the key made the session, or is an admin's.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /** @description Whether the profile is in force whatever the viewer's address says. */
            lockedProfile: boolean;
            /**
             * Format: int64
             * @description How often it can be opened; 0 for any number.
             * @example 3
             */
            maxViews: number;
            /** @description Whether its owner wants to know who reads. */
            notify: boolean;
            /**
             * @description The viewer profile that is bound to it.
             * @example reading
             */
            profile?: string;
            /**
             * @description Whom it is for.
             * @example Zoë
             */
            reader?: string;
            /**
             * @description Names the session wherever its id is not shown, as in the event session.opened; GET and DELETE take it in the place of the id. It grants nothing.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description Whether it is in force: its time may be over, somebody may have ended it, or it was opened as often as it may be.
             * @enum {string}
             */
            state: "active" | "expired" | "ended" | "used";
            /**
             * @description The viewer theme that is bound to it.
             * @example night
             */
            theme?: string;
            /**
             * @description Opens the viewer. Absent where the id is.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
            /**
             * Format: int64
             * @description How often it was opened.
             * @example 1
             */
            views: number;
        };
        SessionReading: {
            /**
             * @description When it was opened, ISO 8601.
             * @example 2026-01-02T03:10:05.678+00:00
             */
            openedAt: string;
            /**
             * @description The pages that were seen, as runs: first and last.
             * @example [
             *       [
             *         1,
             *         3
             *       ],
             *       [
             *         7,
             *         7
             *       ]
             *     ]
             */
            pages: (number[] | null)[];
            /**
             * Format: int64
             * @description How long the document was read, as the reader's page tells it; 0 where notify is not set.
             * @example 42
             */
            seconds: number;
        };
        SessionReadings: {
            /**
             * @description When it was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document that it shows.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description When somebody ended it.
             * @example 2026-01-02T03:34:05.678+00:00
             */
            endedAt?: string;
            /**
             * @description Until when the viewer URL works, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id: it is the grant. Absent unless the key made the session, or is an admin's.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /** @description Whether the profile is in force whatever the viewer's address says. */
            lockedProfile: boolean;
            /**
             * Format: int64
             * @description How often it can be opened; 0 for any number.
             * @example 3
             */
            maxViews: number;
            /** @description Whether its owner wants to know who reads. */
            notify: boolean;
            /**
             * @description The viewer profile that is bound to it.
             * @example reading
             */
            profile?: string;
            /**
             * @description Whom it is for.
             * @example Zoë
             */
            reader?: string;
            /** @description Its views, oldest first, at most the newest 1,000. Of a session without maxViews only its first 1,000 are kept. */
            readings: components["schemas"]["SessionReading"][];
            /**
             * @description Names the session wherever its id is not shown, as in the event session.opened; GET and DELETE take it in the place of the id. It grants nothing.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description Whether it is in force: its time may be over, somebody may have ended it, or it was opened as often as it may be.
             * @enum {string}
             */
            state: "active" | "expired" | "ended" | "used";
            /**
             * @description The viewer theme that is bound to it.
             * @example night
             */
            theme?: string;
            /**
             * @description Opens the viewer. Absent where the id is.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
            /**
             * Format: int64
             * @description How often it was opened.
             * @example 1
             */
            views: number;
        };
        SetEdit: {
            /**
             * @description Its new name, which no other one has.
             * @example acme-2026
             */
            name: string;
        };
        Settings: {
            /**
             * @description Address to listen on from the next start on, HOST:PORT; where the flag --addr is given, that wins. 127.0.0.1 is for this machine only, 0.0.0.0 for all networks that it is in.
             * @example 127.0.0.1:7420
             */
            addr: string;
            /**
             * @description Host names, addresses and CIDR ranges that this server may call besides public ones: to fetch documents, and to deliver events.
             * @example [
             *       "10.0.0.0/8",
             *       "intranet"
             *     ]
             */
            allowedHosts: string[];
            /**
             * @description Origins of web pages that may use the API, with a key (CORS).
             * @example [
             *       "https://app.example.com"
             *     ]
             */
            allowedOrigins: string[];
            /**
             * Format: int64
             * @description Days after which an entry of the audit log is removed; 0 for never.
             * @example 365
             */
            auditDays: number;
            /**
             * @description Path of the folder of this machine that the platform Folder takes templates from; empty for none.
             * @example /srv/templates
             */
            crmFolder: string;
            /**
             * @description Hosts that may be a platform's server (serverURL) besides those of the platforms' own: names, addresses, and patterns such as *.example.com for all names below a domain.
             * @example [
             *       "*.crm.example.com"
             *     ]
             */
            crmHosts: string[];
            /**
             * Format: int64
             * @description Seconds that the conversion of a document may take, at most those of the flag --deadline, which bounds the converters.
             * @example 120
             */
            deadlineSeconds: number;
            /**
             * @description Names under which this server may be called, besides localhost, addresses in digits, and that of publicURL.
             * @example [
             *       "papers.example.com"
             *     ]
             */
            hostNames: string[];
            /**
             * Format: int64
             * @description Documents that may wait to be converted, and tasks that may wait; more are answered with 429.
             * @example 10000
             */
            maxQueue: number;
            /**
             * Format: int64
             * @description Bytes of the largest document that is taken in.
             * @example 1000000000
             */
            maxUpload: number;
            /**
             * @description Address under which readers reach this server, where that is another than the one it listens on; empty for none.
             * @example https://example.com/documents
             */
            publicURL: string;
            /**
             * Format: int64
             * @description Bytes that the originals of all documents may have; beyond, the oldest documents are deleted. 0 for any number.
             * @example 0
             */
            retentionBytes: number;
            /**
             * Format: int64
             * @description Days after which a document is deleted; 0 for never.
             * @example 0
             */
            retentionDays: number;
            /**
             * Format: int64
             * @description Days after which a template task that has ended is removed with its results; 0 for never.
             * @example 30
             */
            taskDays: number;
            /**
             * Format: int64
             * @description Days after which what is in the trash is deleted for good; 0 for never.
             * @example 30
             */
            trashDays: number;
        };
        SnippetPart: {
            /** @description Whether it is what was searched for. */
            hit: boolean;
            /** @example annual */
            text: string;
        };
        Storage: {
            /**
             * Format: int64
             * @description Bytes of the database, with the texts and their index.
             * @example 104857600
             */
            database: number;
            /**
             * Format: int64
             * @description How many documents there are, those in the trash too.
             * @example 1200
             */
            documents: number;
            /**
             * Format: int64
             * @description Bytes that are free on the disk; 0 where it does not tell.
             * @example 52428800000
             */
            free: number;
            /**
             * Format: int64
             * @description Bytes of originals; the same ones are kept once.
             * @example 734003200
             */
            originals: number;
            /**
             * Format: int64
             * @description Bytes of PDFs that were made of them, of templates and what tasks have made, and of what is on its way.
             * @example 268435456
             */
            pdfs: number;
            /**
             * Format: int64
             * @description Bytes of libraries that restored backups have taken the place of, and of one that waits to do so.
             * @example 0
             */
            setAside: number;
            /**
             * Format: int64
             * @description Bytes of files that no record names, in set-aside of the data folder, and of databases that 'lectern start-anew' has put there.
             * @example 0
             */
            setAsideFiles: number;
            /**
             * Format: int64
             * @description Bytes of temporary files.
             * @example 4096
             */
            temp: number;
            /** @description What is in the trash, which is part of the rest. */
            trash: components["schemas"]["TrashStorage"];
            /**
             * Format: int64
             * @description Bytes of the one that waits, which are part of setAside.
             * @example 0
             */
            waiting: number;
        };
        TakenFile: {
            /**
             * @description The document that was made of it.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * Format: int64
             * @description How many files were found; the last line's, as what follows.
             * @example 3
             */
            found?: number;
            /**
             * Format: int64
             * @description How many were left out in folders: hidden ones, lock files and links.
             * @example 0
             */
            leftOut?: number;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description Why it is locked or was not taken, in a person's words.
             * @example The file is empty.
             */
            message?: string;
            /**
             * @description Its name.
             * @example letter.docx
             */
            name?: string;
            /**
             * @description Where it is; where that is not UTF-8, as an address such as file:///home/ada/caf%E9.docx.
             * @example /home/ada/letter.docx
             */
            path?: string;
            /**
             * Format: int64
             * @description How many were not.
             * @example 1
             */
            refused?: number;
            /**
             * Format: int64
             * @description Its bytes, where that is known.
             * @example 24576
             */
            size?: number;
            /**
             * @description What has become of it. A locked one is taken, and wants its password; done is the last line's.
             * @example taken
             * @enum {string}
             */
            state: "found" | "taken" | "locked" | "refused" | "failed" | "done";
            /**
             * Format: int64
             * @description How many were taken, locked ones too.
             * @example 2
             */
            taken?: number;
        };
        Target: {
            /** Format: double */
            left?: number;
            /** Format: int64 */
            page?: number;
            /** Format: double */
            top?: number;
            uri?: string;
        };
        Task: {
            /**
             * @description What becomes of the documents of the rows: each keeps its own, or they are one ZIP archive, or one PDF in their order. Absent for a task without rows.
             * @enum {string}
             */
            bundle?: "files" | "zip" | "pdf";
            /**
             * @description When it was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description When it ended; absent until then.
             * @example 2026-01-02T03:04:06.012+00:00
             */
            endedAt?: string;
            /** @description All that is wrong; empty but for failed tasks. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * @description Type of the platform that it works with; absent for none.
             * @example Salesforce
             */
            integration?: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example La boucle « items » n’est jamais fermée.
             */
            localMessage?: string;
            /** @description What was done, oldest first. */
            log: components["schemas"]["TaskEntry"][];
            /**
             * @description Why it failed, in a person's words: the first of errors; failed tasks only.
             * @example The loop “items” is never closed.
             */
            message?: string;
            /**
             * @description What is made: documents of the template's own type, PDFs, or both.
             * @enum {string}
             */
            output: "template" | "pdf" | "both";
            /** @description The finished documents; of a failed task, copies of the template that show as comments what is wrong. Of a task with rows, what its documents are together, where they are: else they are on the rows. */
            results: components["schemas"]["TaskResult"][];
            /** @description How far a task with rows is; absent for a task of one. */
            rows?: components["schemas"]["TaskProgress"];
            /**
             * @description When it began; absent until then.
             * @example 2026-01-02T03:04:05.690+00:00
             */
            startedAt?: string;
            /**
             * @description Where the task is in its life.
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Identifier of the task.
             * @example t-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            taskID: string;
            /**
             * @description Identifier of the template, where it was not posted itself.
             * @example offer letter
             */
            template?: string;
            /**
             * @description File name of the template, once it is there.
             * @example offer.docx
             */
            templateName?: string;
            /**
             * Format: int64
             * @description Number of the version of the library's template, once it is found, or where one was named.
             * @example 2
             */
            version?: number;
            /** @description Whether the results become documents of the library. */
            view: boolean;
        };
        TaskAccepted: {
            /**
             * @description What has happened, in a person's words.
             * @example The task was taken in.
             */
            message: string;
            /**
             * @description Identifier of the task.
             * @example t-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            taskID: string;
        };
        TaskEntry: {
            /**
             * @description When, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example La tâche a commencé.
             */
            localMessage?: string;
            /**
             * @description What was done, in a person's words.
             * @example The task has begun.
             */
            message: string;
        };
        TaskIntegration: {
            /**
             * @description Record that results are linked to, where the parameter recordId names none.
             * @example 001D000000IqhSLIAZ
             */
            linkTo?: string;
            /**
             * @description Address of the platform's server.
             * @example https://example.my.salesforce.com
             */
            serverURL?: string;
            /** @description The caller's session there. It is kept in memory alone, until the task has ended. */
            sessionID?: string;
            /**
             * @description Name of the platform.
             * @example Salesforce
             */
            type: string;
        };
        TaskOrder: {
            /**
             * @description What becomes of the documents of the rows: each keeps its own, or they are one ZIP archive, or one PDF in their order, for which the output is pdf. Default: files.
             * @enum {string}
             */
            bundle?: "files" | "zip" | "pdf";
            /** @description The platform that the template comes from, and the results go to. */
            integration?: components["schemas"]["TaskIntegration"];
            /**
             * @description Language in which numbers and dates are written, where the template says none. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description What becomes of a tag without value, where the template does not say: it is left empty, kept, or an error. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /**
             * @description Name of the documents, with tags and without extension; {$row} is the number of the row. Default: the template's, with rows followed by the row's number. Those that a package names keep their names.
             * @example Letter {customer.name}
             */
            name?: string;
            /**
             * @description What to make: documents of the template's own type, PDFs, or both. Default: template.
             * @enum {string}
             */
            output?: "template" | "pdf" | "both";
            /** @description The parameters, with any values. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Parameters of many documents, each in its own object: the template is filled with each of them, joined with those of all, over which they win. */
            rows?: {
                [key: string]: unknown;
            }[] | null;
            /**
             * @description Identifier of the template, where it is not sent itself: of the library, by id or name, or of the platform.
             * @example offer letter
             */
            template?: string;
            /**
             * @description Time zone of dates, where the template says none. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
            /**
             * Format: int64
             * @description Number of a version of the library's template. Default: its newest.
             * @example 2
             */
            version?: number;
            /** @description Whether the results become documents of the library, each with a session of an hour. */
            view?: boolean;
            /**
             * @description Address that receives task.completed or task.failed.
             * @example https://example.com/hook
             */
            webhookURL?: string;
        };
        TaskProblem: {
            /**
             * @description What is wrong, as a name that stays.
             * @example unclosed-loop
             */
            code: string;
            /**
             * @description The template's file, in a package of several.
             * @example letter.docx
             */
            file?: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example La boucle « items » n’est jamais fermée.
             */
            localMessage?: string;
            /**
             * @description The same in a person's words.
             * @example The loop “items” is never closed.
             */
            message: string;
            /**
             * @description The valid name that is most like the wrong one.
             * @example upper
             */
            nearest?: string;
            /**
             * @description Text of the paragraph, shortened.
             * @example Items: {#items}
             */
            paragraph?: string;
            /**
             * @description The part of the file.
             * @example word/document.xml
             */
            part?: string;
            /**
             * @description What stands between the delimiters.
             * @example #items
             */
            tag?: string;
        };
        TaskProgress: {
            /**
             * Format: int64
             * @description Rows there are; 0 until they are read.
             * @example 100
             */
            count: number;
            /**
             * Format: int64
             * @description Rows whose documents are made.
             * @example 60
             */
            done: number;
            /**
             * Format: int64
             * @description Rows that have failed.
             * @example 3
             */
            failed: number;
        };
        TaskResult: {
            /**
             * @description Media type.
             * @example application/pdf
             */
            contentType: string;
            /**
             * @description The document of the library that it is, where view was wanted.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * @description Identifier of the result.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /** @description Whether it is a copy of the template that shows what is wrong with it; absent where it is not. */
            marked?: boolean;
            /**
             * @description File name.
             * @example offer.docx
             */
            name: string;
            /**
             * @description The platform's id of it, where it was stored there.
             * @example 068D00000000001AAA
             */
            platformId?: string;
            /** @description A viewing session of that document, of an hour from the end of the task on. It is made by the key that posted the task. */
            session?: components["schemas"]["KnownSession"];
            /**
             * Format: int64
             * @description Bytes.
             * @example 34567
             */
            size: number;
            /**
             * @description Gives the file for an hour from now on, without a key; after that it answers 410, and the task gives another one.
             * @example http://127.0.0.1:7420/v1/task/t-3xq7m2v5kq4yyb2gq6v4x5n7ta/result/mq2v7x5kzr4nyb3gq6v4w5n7ta?token=…
             */
            url: string;
        };
        TaskRow: {
            /** @description What is wrong with it; empty but for failed rows. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * Format: int64
             * @description The line of the text, or the row of the sheet, where it begins.
             * @example 8
             */
            line: number;
            /**
             * @description The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence.
             * @example Il n’y a pas de valeur pour « name ».
             */
            localMessage?: string;
            /**
             * @description Why it failed, in a person's words: the first of errors; failed rows only.
             * @example There is no value for “name”.
             */
            message?: string;
            /**
             * @description File name of its first document, which in a ZIP archive is the one there; absent where it has none.
             * @example Letter 7.docx
             */
            name?: string;
            /** @description Its documents; empty where they have been put together. */
            results: components["schemas"]["TaskResult"][];
            /**
             * Format: int64
             * @description Its number, as the file counts its rows, from 1.
             * @example 7
             */
            row: number;
            /**
             * @description How it has ended.
             * @enum {string}
             */
            state: "done" | "failed";
        };
        Template: {
            /**
             * @description When its first version came, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Identifier of the template; tasks take its name, too.
             * @example tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Its name, which no other has.
             * @example offer letter
             */
            name: string;
            /** @description Its versions, newest first; the newest is used where none is named. */
            versions: components["schemas"]["TemplateVersion"][];
        };
        TemplateData: {
            /**
             * @description When it was saved last, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            changedAt: string;
            /**
             * @description Its name, which no other of the template has.
             * @example Muster AG
             */
            name: string;
            /** @description The parameters, an object. */
            params: unknown;
        };
        TemplateDataEntry: {
            /**
             * @description When it was saved last, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            changedAt: string;
            /**
             * @description Its name, which no other of the template has.
             * @example Muster AG
             */
            name: string;
        };
        TemplateEdit: {
            /**
             * @description Its name.
             * @example offer letter
             */
            name: string;
        };
        TemplateLook: {
            /**
             * Format: int64
             * @description How many pages at most. Default: 1.
             */
            count?: number;
            /**
             * Format: int64
             * @description Which of the documents that it makes, from 1. Default: 1.
             */
            document?: number;
            /**
             * Format: int64
             * @description The first page that is wanted. Default: 1.
             */
            first?: number;
            /**
             * @description Language in which numbers and dates are written, where the template says none. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description What becomes of a tag without value, where the template does not say. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /** @description The parameters; the sample where they are missing. */
            params?: {
                [key: string]: unknown;
            };
            /**
             * Format: double
             * @description Pixels a point. Default: 1.
             */
            scale?: number;
            /**
             * @description Time zone of dates, where the template says none. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
        };
        TemplateMark: {
            /** @description Left, top, right and bottom, in points from the page's top left corner. */
            box: number[] | null;
            /**
             * Format: int64
             * @description From 1.
             * @example 1
             */
            page: number;
            /**
             * Format: int64
             * @description Place of the problem in their list, from 0.
             * @example 0
             */
            problem: number;
        };
        TemplatePage: {
            /**
             * Format: double
             * @description Points.
             * @example 841.89
             */
            height: number;
            /**
             * Format: int64
             * @description From 1.
             * @example 1
             */
            number: number;
            /**
             * @description The picture, in Base64.
             * @example iVBORw0KGgo=
             */
            png: string;
            /**
             * Format: double
             * @description Points.
             * @example 595.28
             */
            width: number;
        };
        TemplateParams: {
            /** @description The parameters. */
            params: {
                [key: string]: unknown;
            };
        };
        TemplatePreview: {
            /** @description File names of what the template makes; none where something is wrong. */
            documents: string[];
            /** @description Where problems are on the pages of the template, a line each, as far as they are found. */
            marks: components["schemas"]["TemplateMark"][];
            /**
             * Format: int64
             * @description How many pages there are of the document that is looked at, or of the template itself.
             */
            pageCount: number;
            /** @description The pages that are wanted, as far as there are. */
            pages: components["schemas"]["TemplatePage"][];
            /** @description All that is wrong with the template or the parameters. */
            problems: components["schemas"]["TaskProblem"][];
        };
        TemplateRendering: {
            /**
             * @description Language in which numbers and dates are written, where the template says none. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description What becomes of a tag without value, where the template does not say. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /**
             * @description A document of the template's own type, or a PDF. Default: template.
             * @enum {string}
             */
            output?: "template" | "pdf";
            /** @description The parameters; the sample where they are missing. */
            params?: {
                [key: string]: unknown;
            };
            /**
             * @description Time zone of dates, where the template says none. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
        };
        TemplateRow: {
            /** @description What is wrong with it. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * Format: int64
             * @description The line of the text, or the row of the sheet, where it begins.
             * @example 8
             */
            line: number;
            /** @description Its parameters, in the order of the columns; null where it cannot be read. */
            params: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Its number, from 1.
             * @example 7
             */
            row: number;
        };
        TemplateRows: {
            /**
             * Format: int64
             * @description How many rows there are.
             * @example 120
             */
            count: number;
            /** @description The first of them. */
            rows: components["schemas"]["TemplateRow"][];
            /**
             * Format: int64
             * @description How many of them cannot be read.
             * @example 2
             */
            wrong: number;
        };
        TemplateSchema: {
            /** @description What is wrong with the template by itself. */
            errors: components["schemas"]["TaskProblem"][];
            /** @description Parameters that it allows; null likewise. */
            sample: unknown;
            /** @description JSON Schema of the parameters, as far as the template shows it; null where it cannot be read. */
            schema: unknown;
        };
        TemplateVersion: {
            /**
             * @description When it came, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Its file name.
             * @example offer.docx
             */
            filename: string;
            /**
             * Format: int64
             * @description From 1.
             * @example 2
             */
            number: number;
            /**
             * Format: int64
             * @description Bytes.
             * @example 34567
             */
            size: number;
            /**
             * @description What it is by its content; zip is a package of several templates.
             * @enum {string}
             */
            type: "docx" | "dotx" | "docm" | "dotm" | "xlsx" | "pptx" | "potx" | "zip";
        };
        /** @description Look of a viewer. What is not given looks as the viewer does by itself, on light and dark screens. */
        Theme: {
            /** @description Background of those buttons while they are pressed. */
            alternativeButtonActiveBackgroundColor?: string;
            /** @description Icons of those buttons while they are pressed. */
            alternativeButtonActiveColor?: string;
            /** @description Background of those buttons. */
            alternativeButtonBackgroundColor?: string;
            /** @description Line around those buttons. */
            alternativeButtonBorderColor?: string;
            /** @description Icons of the buttons of thumbnails and ribbon. */
            alternativeButtonColor?: string;
            /** @description Icons of those buttons while they are disabled. */
            alternativeButtonDisabledColor?: string;
            /** @description Background of those buttons under the pointer. */
            alternativeButtonHoverBackgroundColor?: string;
            /** @description Line around those buttons under the pointer. */
            alternativeButtonHoverBorderColor?: string;
            /** @description Icons of those buttons under the pointer. */
            alternativeButtonHoverColor?: string;
            /** @description Background of buttons while they are pressed. */
            buttonActiveBackgroundColor?: string;
            /** @description Icons of buttons while they are pressed. */
            buttonActiveColor?: string;
            /**
             * @description Background of buttons.
             * @default transparent
             */
            buttonBackgroundColor: string;
            /**
             * @description Line around buttons.
             * @default transparent
             */
            buttonBorderColor: string;
            /** @description Icons of buttons. */
            buttonColor?: string;
            /**
             * @description Background of disabled buttons.
             * @default transparent
             */
            buttonDisabledBackgroundColor: string;
            /** @description Icons of disabled buttons. */
            buttonDisabledColor?: string;
            /** @description Outline of the button with the keyboard focus. */
            buttonFocusOutlineColor?: string;
            /** @description Background of buttons under the pointer. */
            buttonHoverBackgroundColor?: string;
            /**
             * @description Line around buttons under the pointer.
             * @default transparent
             */
            buttonHoverBorderColor: string;
            /** @description Icons of buttons under the pointer. */
            buttonHoverColor?: string;
            /** @description Background of buttons that are switched on. */
            buttonPressedBackgroundColor?: string;
            /** @description Icons of buttons that are switched on. */
            buttonPressedColor?: string;
            /**
             * @description The button that downloads.
             * @default visible
             * @enum {string}
             */
            downloadButtonVisibility: "visible" | "hidden";
            /**
             * @description Picture of the browser's tab. Empty: Lectern's own.
             * @default
             */
            favicon: string;
            /**
             * @description The button that makes pages as large as the window.
             * @default visible
             * @enum {string}
             */
            fitPageButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that makes pages as wide as the window.
             * @default visible
             * @enum {string}
             */
            fitWidthButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that shows missing fonts.
             * @default visible
             * @enum {string}
             */
            fontsButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that fills the screen.
             * @default visible
             * @enum {string}
             */
            fullscreenButtonVisibility: "visible" | "hidden";
            /** @description Accents: the focus, links, progress. */
            interfaceAccentColor?: string;
            /** @description Background of lists and notices. */
            interfaceBackgroundColor?: string;
            /** @description Text of messages, lists and notices. */
            interfaceColor?: string;
            /**
             * @description Font of the viewer's own texts; the document keeps its fonts.
             * @default system-ui, sans-serif
             */
            interfaceFontFamily: string;
            /**
             * @description The button that changes the layout.
             * @default visible
             * @enum {string}
             */
            layoutButtonVisibility: "visible" | "hidden";
            /**
             * @description Picture at the left of the top bar. Empty: an icon of a document.
             * @default
             */
            logo: string;
            /**
             * @description Whether the logo, or the icon in its place, is shown.
             * @default visible
             * @enum {string}
             */
            logoVisibility: "visible" | "hidden";
            /**
             * @description The button to the next page.
             * @default visible
             * @enum {string}
             */
            nextButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that shows the outline.
             * @default visible
             * @enum {string}
             */
            outlineButtonVisibility: "visible" | "hidden";
            /**
             * @description Paper, unless the document sets another colour.
             * @default #ffffff
             */
            pageBackgroundColor: string;
            /** @description Line around each page. */
            pageBorderColor?: string;
            /**
             * @description The field with the page's number.
             * @default visible
             * @enum {string}
             */
            pageFieldVisibility: "visible" | "hidden";
            /**
             * @description Background of the numbers over the pages.
             * @default #1d2127b3
             */
            pageNumberBackgroundColor: string;
            /**
             * @description Digits over the pages.
             * @default #ffffff
             */
            pageNumberColor: string;
            /**
             * @description The numbers over the pages.
             * @default visible
             * @enum {string}
             */
            pageNumberVisibility: "visible" | "hidden";
            /** @description Shadow of each page. */
            pageShadowColor?: string;
            /**
             * @description The button to the previous page.
             * @default visible
             * @enum {string}
             */
            previousButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that prints.
             * @default visible
             * @enum {string}
             */
            printButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that moves the ribbon to the left.
             * @default visible
             * @enum {string}
             */
            ribbonLeftButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that moves the ribbon to the right.
             * @default visible
             * @enum {string}
             */
            ribbonRightButtonVisibility: "visible" | "hidden";
            /**
             * @description The button that searches.
             * @default visible
             * @enum {string}
             */
            searchButtonVisibility: "visible" | "hidden";
            /**
             * @description The current search hit.
             * @default #ff9f1a99
             */
            searchHitActiveBackgroundColor: string;
            /**
             * @description Search hits.
             * @default #ffd54a80
             */
            searchHitBackgroundColor: string;
            /**
             * @description Selected text.
             * @default #2460c847
             */
            textSelectionBackgroundColor: string;
            /**
             * @description The button that opens and closes the thumbnails.
             * @default visible
             * @enum {string}
             */
            thumbnailsButtonVisibility: "visible" | "hidden";
            /** @description Background of the bars. */
            topbarBackgroundColor?: string;
            /** @description Line between bars and pages. */
            topbarBorderColor?: string;
            /** @description Text on the bars. */
            topbarColor?: string;
            /** @description Background behind the pages. */
            viewerBackgroundColor?: string;
            /** @description Thumb of the scroll bar. */
            viewerScrollbarColor?: string;
            /**
             * @description The button that makes pages larger.
             * @default visible
             * @enum {string}
             */
            zoomInButtonVisibility: "visible" | "hidden";
            /**
             * @description The list of zoom levels.
             * @default visible
             * @enum {string}
             */
            zoomListVisibility: "visible" | "hidden";
            /**
             * @description The button that makes pages smaller.
             * @default visible
             * @enum {string}
             */
            zoomOutButtonVisibility: "visible" | "hidden";
        };
        TrashStorage: {
            /**
             * Format: int64
             * @description Bytes of their originals, each counted by itself.
             * @example 7340032
             */
            bytes: number;
            /**
             * Format: int64
             * @description How many documents.
             * @example 12
             */
            count: number;
        };
        ViewerProperties: {
            /** @description Those of profiles. */
            profile: components["schemas"]["Property"][];
            /** @description Those of themes. */
            theme: components["schemas"]["Property"][];
        };
        WebhookSecret: {
            /** @description The secret before, with which deliveries are signed, too, while it is valid. */
            previous?: components["schemas"]["PreviousSecret"];
            /**
             * @description Signs deliveries, as Standard Webhooks says: whsec_ and base64.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        WindowRequest: {
            /**
             * @description Identifiers of documents that it opens, the first one to be seen.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            documents?: string[] | null;
            /**
             * @description Absolute paths of files and folders that it takes in, with what becomes of each to be seen, or their addresses such as file:///home/ada/caf%E9.docx.
             * @example [
             *       "/home/ada/letter.docx"
             *     ]
             */
            files?: string[] | null;
            /**
             * @description Whether it comes to the front.
             * @example true
             */
            show?: boolean;
        };
        Word: {
            box: number[] | null;
            text: string;
        };
        Words: {
            blocks: components["schemas"]["Block"][] | null;
            /** Format: double */
            height: number;
            lines: components["schemas"]["Line"][] | null;
            links: components["schemas"]["Link"][] | null;
            /** Format: int64 */
            page: number;
            /** Format: double */
            width: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-audit": {
        parameters: {
            query?: {
                /** @description What was done with this key. */
                keyId?: string;
                /** @description This operation. */
                action?: string;
                /** @description What was done with this document, key and so on. */
                object?: string;
                /** @description From this time on, RFC 3339. */
                since?: string;
                /** @description Before this time, RFC 3339. */
                until?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-backup": {
        parameters: {
            query?: {
                /** @description Whether to go on without files that are missing or damaged. */
                partial?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backup, a tar archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "save-backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackupPlace"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupMessage"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "follow-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCollection"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-collection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the collection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "edit-collection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the collection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-documents": {
        parameters: {
            query?: {
                /** @description How many at most; all where it is missing. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
                /** @description How many to pass over, for a list that is scrolled to anywhere; it goes with limit, and not with after. */
                offset?: number;
                /** @description What to sort by; a hyphen turns the order round. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "pageCount" | "-pageCount" | "openedAt" | "-openedAt" | "size" | "-size" | "type" | "-type" | "deletedAt" | "-deletedAt";
                /** @description The document with this id, where it is what the others say, too. Repeatable: those with one of them. */
                id?: string[] | null;
                /** @description Those in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Those with this in their name. */
                name?: string;
                /** @description Those with this id in another system. */
                externalId?: string;
                /** @description Those with this tag. Repeatable: with all of them. */
                tag?: string[] | null;
                /** @description Those whose metadata has all these values, a JSON object. */
                metadata?: string;
                /** @description Those of this kind, by their content, whichever program made them. */
                type?: "pdf" | "text" | "sheet" | "slides";
                /** @description With true, favorites only. */
                favorite?: boolean;
                /** @description With true, those only that have an openedAt; sort=-openedAt gives the last ones first. */
                opened?: boolean;
                /** @description Those in this collection, by its id. */
                collection?: string;
                /** @description Those that came from this watched folder, by its id. */
                folder?: string;
                /** @description With true, those only that were posted by their address. */
                fetched?: boolean;
                /** @description With true, those in the trash, which no other list has. */
                deleted?: boolean;
                /** @description With true, documents have size, type, revision, progress and localMessage, too. */
                details?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents; an empty array when there is none. */
            200: {
                headers: {
                    /** @description Where the list goes on. */
                    Link?: string;
                    /** @description How many documents there are in all; where limit is given. */
                    "Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"][];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-document": {
        parameters: {
            query: {
                /** @description The document's address, http or https; a form may have it instead. */
                url: string;
                /** @description Display name; the file's own where it is missing. */
                name?: string;
                /** @description Address that receives the document's events. */
                webhookURL?: string;
                /** @description Its id in another system. */
                externalId?: string;
                /** @description A JSON object to keep with it, by whose values lists can be filtered. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile, which its sessions have where neither address nor session name one. */
                profile?: string;
                /** @description Name of a stored viewer theme, which its sessions have where neither address nor session name one. */
                theme?: string;
                /** @description Whether the original is kept once it is converted, and offered for download. */
                keepOriginal?: boolean;
                /** @description The same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
                /** @description Minutes of a viewing session that the answer shall have; 0 for none. */
                session?: number;
                /** @description A collection that it is put into, by its id. */
                collection?: string;
            };
            header?: {
                /** @description A name of the caller's own for this request: a second one of the same within 24 hours is answered with what the first one made. */
                "Idempotency-Key"?: string;
                /** @description Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form. */
                "Document-Password"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description A collection that it is put into, by its id.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Its id in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    /**
                     * @description Whether the original is kept once it is converted, and offered for download.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object to keep with it, by whose values lists can be filtered.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name; the file's own where it is missing.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description The same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile, which its sessions have where neither address nor session name one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes of a viewing session that the answer shall have; 0 for none.
                     * @example 60
                     */
                    session?: number;
                    /**
                     * @description A tag. Repeatable.
                     * @example [
                     *       "contract"
                     *     ]
                     */
                    tag?: string[] | null;
                    /**
                     * @description Name of a stored viewer theme, which its sessions have where neither address nor session name one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description The document's address, http or https; a form may have it instead.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the document's events.
                     * @example https://example.com/hook
                     */
                    webhookURL?: string;
                };
                "multipart/form-data": {
                    /**
                     * @description A collection that it is put into, by its id.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Its id in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    /**
                     * @description Whether the original is kept once it is converted, and offered for download.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object to keep with it, by whose values lists can be filtered.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name; the file's own where it is missing.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description The same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile, which its sessions have where neither address nor session name one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes of a viewing session that the answer shall have; 0 for none.
                     * @example 60
                     */
                    session?: number;
                    /**
                     * @description A tag. Repeatable.
                     * @example [
                     *       "contract"
                     *     ]
                     */
                    tag?: string[] | null;
                    /**
                     * @description Name of a stored viewer theme, which its sessions have where neither address nor session name one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description The document's address, http or https; a form may have it instead.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the document's events.
                     * @example https://example.com/hook
                     */
                    webhookURL?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was there, and is no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "batch-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DescribedBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchOutcome"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "upload-document": {
        parameters: {
            query?: {
                /** @description The file's name, where the body is the file. */
                filename?: string;
                /** @description Display name; the file's own where it is missing. */
                name?: string;
                /** @description Address that receives the document's events. */
                webhookURL?: string;
                /** @description Its id in another system. */
                externalId?: string;
                /** @description A JSON object to keep with it, by whose values lists can be filtered. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile, which its sessions have where neither address nor session name one. */
                profile?: string;
                /** @description Name of a stored viewer theme, which its sessions have where neither address nor session name one. */
                theme?: string;
                /** @description Whether the original is kept once it is converted, and offered for download. */
                keepOriginal?: boolean;
                /** @description The same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
                /** @description Minutes of a viewing session that the answer shall have; 0 for none. */
                session?: number;
                /** @description A collection that it is put into, by its id. */
                collection?: string;
                /** @description Whether a file of a type that is not shown is refused, instead of becoming a document that fails. */
                supportedOnly?: boolean;
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
                /** @description Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form. */
                "Document-Password"?: string;
                /** @description A name of the caller's own for this request: a second one of the same within 24 hours is answered with what the first one made. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /**
                     * @description A collection that it is put into, by its id.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Its id in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    file: string[];
                    /**
                     * @description The file's name, where the body is the file.
                     * @example letter.docx
                     */
                    filename?: string;
                    /**
                     * @description Whether the original is kept once it is converted, and offered for download.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object to keep with it, by whose values lists can be filtered.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name; the file's own where it is missing.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description The same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile, which its sessions have where neither address nor session name one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes of a viewing session that the answer shall have; 0 for none.
                     * @example 60
                     */
                    session?: number;
                    /** @description Whether a file of a type that is not shown is refused, instead of becoming a document that fails. */
                    supportedOnly?: boolean;
                    /**
                     * @description A tag. Repeatable.
                     * @example [
                     *       "contract"
                     *     ]
                     */
                    tag?: string[] | null;
                    /**
                     * @description Name of a stored viewer theme, which its sessions have where neither address nor session name one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address that receives the document's events.
                     * @example https://example.com/hook
                     */
                    webhookURL?: string;
                };
            };
        };
        responses: {
            /** @description The document, or an array of documents for several files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"] | components["schemas"]["Document"][];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was there, and is no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-document": {
        parameters: {
            query?: {
                /** @description State to wait for. */
                wait?: "viewable" | "ready";
                /** @description Seconds to wait at most. */
                timeout?: number;
                /** @description With true, documents have size, type, revision, progress and localMessage, too. */
                details?: boolean;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "replace-document": {
        parameters: {
            query?: {
                /** @description Address of the new version, where the body is none. */
                url?: string;
                /** @description The file's name, where the body is the file. */
                filename?: string;
                /** @description Display name; the file's own where it is missing. */
                name?: string;
                /** @description Address that receives the document's events. */
                webhookURL?: string;
                /** @description Its id in another system. */
                externalId?: string;
                /** @description A JSON object to keep with it, by whose values lists can be filtered. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile, which its sessions have where neither address nor session name one. */
                profile?: string;
                /** @description Name of a stored viewer theme, which its sessions have where neither address nor session name one. */
                theme?: string;
                /** @description Whether the original is kept once it is converted, and offered for download. */
                keepOriginal?: boolean;
                /** @description The same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
                /** @description Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form. */
                "Document-Password"?: string;
            };
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /**
                     * @description Its id in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    file: string[];
                    /**
                     * @description The file's name, where the body is the file.
                     * @example letter.docx
                     */
                    filename?: string;
                    /**
                     * @description Whether the original is kept once it is converted, and offered for download.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object to keep with it, by whose values lists can be filtered.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name; the file's own where it is missing.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description The same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile, which its sessions have where neither address nor session name one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * @description A tag. Repeatable.
                     * @example [
                     *       "contract"
                     *     ]
                     */
                    tag?: string[] | null;
                    /**
                     * @description Name of a stored viewer theme, which its sessions have where neither address nor session name one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address of the new version, where the body is none.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the document's events.
                     * @example https://example.com/hook
                     */
                    webhookURL?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "edit-document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-original": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, in its own type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-outline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outline. */
            200: {
                headers: {
                    "Content-Length"?: number;
                    "Content-Type"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outline"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-page": {
        parameters: {
            query?: {
                /** @description Pixels a point, for pictures, from 0.05 to 20; 1 is 72 dpi. */
                scale?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
                /** @description Page number and form. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "Content-Length"?: number;
                    "Content-Type"?: string;
                    "Page-Scale"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Words"];
                    "image/png": string;
                    "image/svg+xml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "retry-document": {
        parameters: {
            query?: never;
            header?: {
                /** @description Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form. */
                "Document-Password"?: string;
            };
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                };
                "multipart/form-data": {
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "search-document": {
        parameters: {
            query: {
                /** @description What to search for. */
                q: string;
                /** @description The next of the answer before: only pages behind this one are looked at. */
                after?: number;
                /** @description Has no effect: parts of words are found without it. */
                prefix?: boolean;
                /** @description Whether capitals are other letters. */
                case?: boolean;
                /** @description Whether only whole words count. In scripts without spaces there are none. */
                word?: boolean;
                /** @description Whether letters with accents or points are other letters. */
                marks?: boolean;
                /** @description Pages at most. */
                limit?: number;
                /** @description Only pages before this one are given; 0 for all. */
                before?: number;
                /** @description Whether pages and hits are counted. Without it the first page is found at once in a document of any length. */
                count?: boolean;
                /** @description Whether to give an excerpt of each page. */
                snippets?: boolean;
                /** @description Whether to give what stands around hits: of each page, around 20 of them. */
                lines?: boolean;
                /** @description Of each page the lines of the hits behind so many are given. */
                skip?: number;
                /** @description Whether to tell where on the page each hit is. */
                boxes?: boolean;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentHits"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "count-search-document": {
        parameters: {
            query: {
                /** @description What to search for. */
                q: string;
                /** @description The next of the answer before: only pages behind this one are looked at. */
                after?: number;
                /** @description Has no effect: parts of words are found without it. */
                prefix?: boolean;
                /** @description Whether capitals are other letters. */
                case?: boolean;
                /** @description Whether only whole words count. In scripts without spaces there are none. */
                word?: boolean;
                /** @description Whether letters with accents or points are other letters. */
                marks?: boolean;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Counts"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-thumbnail": {
        parameters: {
            query?: {
                /** @description Width in pixels; a very high page becomes narrower. */
                width?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "Content-Length"?: number;
                    "Content-Type"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "follow-events": {
        parameters: {
            query?: {
                /** @description The same, for those who cannot set a header, which comes first. */
                after?: string;
                /** @description Events of this document, or task, only. */
                documentId?: string;
                /** @description Events of this type only. */
                type?: "document.posted" | "document.processingStarted" | "document.firstPageReady" | "document.ready" | "document.failed" | "session.opened" | "task.completed" | "task.failed";
            };
            header?: {
                /** @description Events after the one with this id; where it is missing, those from now on. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events; each 'data' is such an object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-folders": {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFolder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "edit-folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-arrivals": {
        parameters: {
            query?: {
                /** @description Files in this state only. */
                state?: "writing" | "waiting" | "taken" | "duplicate" | "failed" | "ignored" | "gone";
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Arrival"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "retry-arrival": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
                /** @description Identifier of the file's entry. */
                arrival: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Arrival"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "scan-folder": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the folder. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "take-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileRequest"];
            };
        };
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["TakenFile"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-keys": {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-key": {
        parameters: {
            query: {
                /** @description What the key is for. */
                name: string;
                /** @description What it may do. */
                role?: "admin" | "write" | "read";
                /** @description Until when it is good, RFC 3339; for ever where this is missing. */
                expiresAt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-current-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKey"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "revoke-key": {
        parameters: {
            query?: {
                /** @description What becomes of the viewing sessions that the key made: they end, or stay in force. */
                sessions?: "end" | "keep";
            };
            header?: never;
            path: {
                /** @description Identifier of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Library"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnsweredRequest"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "follow-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests; each 'data' is an array of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "restore-backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackupPlace"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupMessage"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "drop-restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description What to search for. */
                q: string;
                /** @description Documents at most. */
                limit?: number;
                /** @description The next of the answer before, to go on from there. */
                after?: string;
                /** @description Whether to tell where on the page each hit is. */
                boxes?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryHits"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerStatus"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-sessions": {
        parameters: {
            query?: {
                /** @description Those of this document. */
                documentId?: string;
                /** @description Those that are bound to this profile. */
                profile?: string;
                /** @description Those that are bound to this theme. */
                theme?: string;
                /** @description Whether to give those that are over, too. */
                all?: boolean;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it: the reference of a session. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetails"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-session": {
        parameters: {
            query: {
                /** @description The document to view. */
                documentId: string;
                /** @description Minutes for which the session is valid. */
                duration?: number;
                /** @description Name of a stored viewer profile, which holds where the viewer's address names none. */
                profile?: string;
                /** @description Name of a stored viewer theme, which holds where the viewer's address names none. */
                theme?: string;
                /** @description Whether the profile holds whatever the viewer's address says. */
                lockedProfile?: boolean;
                /** @description How often it can be opened; 0 for any number. */
                maxViews?: number;
                /** @description Whom it is for, for lists and watermarks. */
                reader?: string;
                /** @description Whether to tell who reads: the event session.opened, at most once a minute, and the pages that were seen and the time, in the session. */
                notify?: boolean;
                /** @description Whether it is for the owner's own reading: then it is in no list of those in force. */
                own?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id, or its reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReadings"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "end-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id, or its reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-viewer-preview": {
        parameters: {
            query: {
                /** @description The document to view. */
                documentId: string;
                /** @description The reader whom a watermark names. */
                reader?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-viewer-profiles": {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedSetProfile"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-viewer-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-viewer-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that it has to have till then, or several with commas between them, or *, where it has to be there. */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed since; `ETag` of a new look has its present tag. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-viewer-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that it has to have till then, or several with commas between them, or *, where it has to be there. */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed since; `ETag` of a new look has its present tag. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-viewer-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "rename-viewer-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-viewer-properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewerProperties"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-viewer-themes": {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedSetTheme"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-viewer-theme": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-viewer-theme": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that it has to have till then, or several with commas between them, or *, where it has to be there. */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Theme"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed since; `ETag` of a new look has its present tag. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-viewer-theme": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that it has to have till then, or several with commas between them, or *, where it has to be there. */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Theme"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was changed since; `ETag` of a new look has its present tag. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-viewer-theme": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "rename-viewer-theme": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the set: letters a to z, digits, '-', '_' and '.', at most 100. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description whsec_ and the base64 of 24 to 64 bytes; a random one where it is missing. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Storage"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "clean-storage": {
        parameters: {
            query?: {
                /** @description With true, what restoring has set aside is deleted, too. */
                setAside?: boolean;
                /** @description With true, the files that no record names are deleted that were set aside before: where another database knows them, as one that was restored since, they are lost for that. */
                setAsideFiles?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Storage"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                /** @description Deliveries of this document's events only. */
                documentId?: string;
                /** @description Deliveries of this task's events only. */
                taskId?: string;
                /** @description Deliveries in this state only. */
                state?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhook-delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "replay-webhook-delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "test-webhook": {
        parameters: {
            query: {
                /** @description The receiver's address, http or https. */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "show-window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowRequest"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-tasks": {
        parameters: {
            query?: {
                /** @description Tasks in this state only. */
                state?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description Tasks of this template only: of the library, by its id or name, whichever the tasks were posted with; or else what they were posted with. */
                template?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-task": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of the caller's own for this request: a second one of the same within 24 hours is answered with the task that the first one made. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskOrder"];
                "multipart/form-data": {
                    data?: components["schemas"]["TaskOrder"];
                    /**
                     * Format: binary
                     * @description A file of rows: CSV with a header, XLSX with one on its first sheet, JSON lines, or a JSON list of objects.
                     */
                    rows?: string;
                    /**
                     * Format: binary
                     * @description The template, with its file name; or, without one, an identifier.
                     */
                    template?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskAccepted"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was there, and is no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-task": {
        parameters: {
            query?: {
                /** @description State to wait for. */
                wait?: "running" | "completed" | "failed" | "cancelled";
                /** @description Seconds to wait at most. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-task": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-task-result": {
        parameters: {
            query?: {
                /** @description What the address of a result has in the place of a key. */
                token?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the task. */
                id: string;
                /** @description Identifier of the result. */
                result: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, in its own type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was there, and is no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-task-rows": {
        parameters: {
            query?: {
                /** @description Rows in this state only. */
                state?: "done" | "failed";
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on: behind the row of this number. */
                after?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRow"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-templates": {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description Where the list goes on, as the header Link of an earlier answer has it. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-template": {
        parameters: {
            query?: {
                /** @description Its name; that of the file without its extension where this is missing. */
                name?: string;
                /** @description The file's name, where the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description The file's name, where the body is the file.
                     * @example offer.docx
                     */
                    filename?: string;
                    /**
                     * @description Its name; that of the file without its extension where this is missing.
                     * @example offer letter
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "edit-template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-template-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateDataEntry"][] | null;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-template-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
                /** @description Name of the set. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateData"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "save-template-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
                /** @description Name of the set: one line of at most 100 characters. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateParams"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateData"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-template-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
                /** @description Name of the set. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-template-file": {
        parameters: {
            query?: {
                /** @description Number of a version; the newest one where this is missing. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, in its own type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "preview-template": {
        parameters: {
            query?: {
                /** @description Number of a version; the newest one where this is missing. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateLook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePreview"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This cannot be done now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "render-template": {
        parameters: {
            query?: {
                /** @description Number of a version; the newest one where this is missing. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TemplateRendering"];
            };
        };
        responses: {
            /** @description The finished document, or the archive of several. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This cannot be done now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-template-rows": {
        parameters: {
            query?: {
                /** @description Number of a version; the newest one where this is missing. */
                version?: number;
                /** @description How many rows to give at most. */
                limit?: number;
                /** @description Language in which numbers are written, where the template says none. Default: en. */
                locale?: string;
                /** @description The file's name, where the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
            };
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description The file's name, where the body is the file.
                     * @example offer.docx
                     */
                    filename?: string;
                    /**
                     * Format: int64
                     * @description How many rows to give at most.
                     * @default 50
                     */
                    limit?: number;
                    /**
                     * @description Language in which numbers are written, where the template says none. Default: en.
                     * @example de-CH
                     */
                    locale?: string;
                    /**
                     * Format: int64
                     * @description Number of a version; the newest one where this is missing.
                     * @example 2
                     */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateRows"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much is waiting to be done. */
            429: {
                headers: {
                    /** @description Seconds after which to try again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This cannot be done now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-template-schema": {
        parameters: {
            query?: {
                /** @description Number of a version; the newest one where this is missing. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateSchema"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This cannot be done now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "add-template-version": {
        parameters: {
            query?: {
                /** @description The file's name, where the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
            };
            path: {
                /** @description Identifier of the template, or its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description The file's name, where the body is the file.
                     * @example offer.docx
                     */
                    filename?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The body cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key is missing, unknown, expired or revoked. */
            401: {
                headers: {
                    /** @description The scheme ApiKey: the key stands in `Authorization` without a scheme word. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key may not do this, or the request comes under a name or from a web page that the server does not know. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This does not go with the present state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of another type than this takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` names it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server could not do this; its log says more. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server's disk is full. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "receive-events": {
        parameters: {
            query?: never;
            header: {
                /** @description Identifier of the delivery, the same at each try. */
                "webhook-id": string;
                /** @description When this try was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures with a space between two: v1, a comma, and the base64 of an HMAC-SHA256 of id.timestamp.body. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"][];
            };
        };
        responses: {
            /** @description The receiver has taken the events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
