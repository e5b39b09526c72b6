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
         * List audit entries
         * @description Returns what keys have changed, newest first: every operation that changes something, reads the webhook secret or takes a backup, and the commands `key create`, `key revoke` and `restore`. Requests rejected for a missing key or permission are only in the log. Entries are kept for `auditDays`, a setting. If there are more entries, the header `Link` has the address of the next part.
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
         * Back up the library
         * @description Returns the whole library as one file, in its state when the response begins; the server keeps working meanwhile. The file contains documents, sessions, settings and the hashes of keys. `lectern restore FILE` creates a library from it. It contains all secrets. If a file of the library is missing or damaged, the response is cut off after a list of such files, `missing.jsonl`; with `partial=true` the backup is completed without them and contains the list.
         */
        get: operations["get-backup"];
        put?: never;
        /**
         * Back up the library to a file
         * @description Writes the same file to a path on the server's machine, readable by its owner only, and replaces an existing file. If a file of the library is missing or damaged, nothing is written; with `partial` the backup is written without such files, unless there is a file at the path. Requires the key of the window and the command line, because it is meant for programs on that machine.
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
         * Follow changes
         * @description For programs that show the current state. Reports which objects have changed, as server-sent events of the type `changed`, collected for a tenth of a second. The events contain no data; request what you show. Changes are not stored for clients that are disconnected, so the stream begins with `reset`, which is also sent if there were too many changes to keep. To receive every event, follow `/events` instead. After 15 seconds without a change, a comment is sent.
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
         * @description Returns all collections, sorted by name. To list the documents of a collection, list documents with its id as `collection`.
         */
        get: operations["list-collections"];
        put?: never;
        /**
         * Create a collection
         * @description Creates an empty collection. Documents are added by a batch or when they are posted.
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
         * @description Removes a collection. Its documents are kept.
         */
        delete: operations["delete-collection"];
        options?: never;
        head?: never;
        /**
         * Change a collection
         * @description Changes the fields that the body contains and keeps the others.
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
         * @description Checks whether the machine has everything that Lectern needs, like `lectern doctor`: LibreOffice, fonts, disk, port, and the protections of the converters' sandbox. It starts converters and takes some seconds. A request that arrives meanwhile returns the result of the same check.
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
         * @description Returns all documents that match the parameters, newest first. With `limit`, the header `Link` has the address of the next part (`rel="next"`, RFC 8288) if there is one, and `Total-Count` the number of all matching documents. Documents in the trash are listed only with `deleted`.
         */
        get: operations["list-documents"];
        put?: never;
        /**
         * Post a document by its address
         * @description Accepts the address of a document and returns at once. The document is fetched and converted afterwards.
         */
        post: operations["post-document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/document/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download many documents
         * @description Returns a ZIP file with the originals of the documents, and with the PDFs of those whose originals were not kept. Equal names get a number. Documents without any file, such as those that are still being fetched, are left out; the header `Missing-Count` has their number.
         */
        post: operations["archive-documents"];
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
         * Change many documents
         * @description Carries out an action on all documents listed in `ids`, or on all that match `query`, whose fields have the same names and meanings as the parameters of the list of documents; an empty object selects the whole library without the trash.
         *
         *     An action that fails for one document, such as retrying one that has not failed, does not stop the others. Up to 500 documents are changed in one transaction, all or none of them.
         *
         *     `trash` moves documents to the trash: they are in no list, and their sessions return 410 until `restore` restores them unchanged. After `trashDays`, a setting, they are deleted permanently. `delete` does that at once, in the trash or not; with a query for the trash, documents that are restored meanwhile are kept. `tag` and `untag` require `tags`, `collect` and `uncollect` the id of a `collection`.
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
         * @description Accepts a file as the part `file` of a form, or as the body with its name in the parameter `filename` or in `Content-Disposition`. One file returns its document, several files return an array of documents. A single file in a form can have any part name. Other fields of a form are treated like query parameters of the same names, before or after the files; fields that are not parameters are ignored. The field `password` opens encrypted files.
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
         * @description Returns a document at once, or, with wait, as soon as it reaches a state, fails, or the time is over.
         */
        get: operations["get-document"];
        /**
         * Upload a new version of a document
         * @description Replaces the document with a file, sent like an upload, or with a file from an address. The document keeps its id and is processed again; active viewing sessions show the new version as it becomes available. Properties that are not among the parameters are kept.
         */
        put: operations["replace-document"];
        post?: never;
        /**
         * Delete a document
         * @description Deletes a document in any state and ends its sessions. The file and its pages are deleted with the last document of the same bytes.
         */
        delete: operations["delete-document"];
        options?: never;
        head?: never;
        /**
         * Change a document
         * @description Changes the fields that the body contains and keeps the others. `metadata` and `tags` are replaced as a whole; null removes them.
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
         * @description Returns the original bytes under their file name. Supports range requests.
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
         * @description Returns the outline, whose entries link to pages, numbered from 1, or to addresses, and the page labels if there are any. Positions are in points from the top left corner of the page.
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
         * @description Returns a page of a document: `<number>.svg` as a drawing, `.png` as an image, `.txt` as text, `.json` as words with their boxes in points from the top left corner of the page. Pages are numbered from 1.
         *
         *     The JSON has `page`, `width` and `height`; `lines` in reading order, each with a `box` (left, top, right, bottom) and its `words`, each with a `text` and a `box`, and `fixed` if its characters divide the box evenly; `blocks`, which group the lines; and `links`, each with a `box` and a `target`, which is a `page` or a `uri`. Each line is in one block, in the same order: `kind` is `heading`, `paragraph`, `item` (of a list), `table`, `caption` or `other` (outside the text, such as the page number), `first` is the index of its first line from 0, and `count` the number of its lines. `level` is that of a heading, 1 to 6, or the nesting depth of a list item. `rows` of a table have the number of lines in each cell, in order. `breaks` are the lines of the block, from 0, after which the author inserted a line break; `continues` means that the block continues on the next page. The blocks of a tagged PDF are taken from its tags; for other PDFs they are derived from the outline and from sizes and positions.
         *
         *     Pages have size limits, and larger ones are scaled down: a side of a page to `--max-side` points (the report has the number of affected pages), an image to `--max-pixels` at any requested scale. A drawing of more than `--max-svg` bytes is returned as an image inside an `<svg>`. The header `Page-Scale` has the scale at which an image was drawn.
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
         * @description Returns the PDF from which the pages of the document are drawn, once the complete document is converted. For an encrypted PDF that was posted with its password, it is the decrypted copy. Supports range requests.
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
         * @description Returns how faithful the pages are to the original, and the cost of the conversion: converters and their versions, fonts, content that was blocked, omitted or not run, and each step with its time and memory. For a document that is being processed, the report has what is known so far.
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
         * Retry a failed document
         * @description Processes a failed document again, with a password if one is given; documents that could not be fetched are fetched again. A document that is ready but whose PDF is missing from the storage of the server is converted again. Its state is processing, as directly after posting.
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
         * @description Returns the pages of a document that contain all search terms, in page order, with the boxes of each hit. A response ends with the page on which it reaches the boxes or lines of 1,000 hits, even below limit; next continues the search.
         *
         *     Words, all of which must be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points are ignored; scripts without spaces are found anywhere in a line. Parts of words match as well: ment finds document, and "ment vie" document viewer. The options make the search stricter.
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
         * Count the hits in a document
         * @description Returns the pages of a document that contain all search terms and the number of hits, without their positions. One response covers at most 5,000 pages, and fewer if the search takes long; next continues the search.
         *
         *     Words, all of which must be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points are ignored; scripts without spaces are found anywhere in a line. Parts of words match as well: ment finds document, and "ment vie" document viewer. The options make the search stricter.
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
         * @description Returns the text of all pages, separated by form feeds, once the document is ready.
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
         * Get a thumbnail of the first page
         * @description Returns page 1 as a small PNG.
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
         * @description Returns events as they occur, as server-sent events: 'id' is the sequence number of an event, 'event' its type, and 'data' the same object that webhooks receive. The stream begins with an id alone: all events up to it are in the past. Clients that continue after an id with Last-Event-ID or after miss no event and receive none twice; events are kept for 7 days. After 15 seconds without an event, a comment is sent.
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
         * @description Returns the folders of the server's machine whose files become documents, oldest first, with their state. If there are more folders, the header `Link` has the address of the next part.
         */
        get: operations["list-folders"];
        put?: never;
        /**
         * Watch a folder
         * @description Starts watching a folder of the server's machine. Files that are already in it are imported as well. Only `path` is required; all other fields have defaults. Folders that contain a watched folder or are inside one are rejected, and so is the data folder of Lectern.
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
         * @description Returns a watched folder with its state.
         */
        get: operations["get-folder"];
        put?: never;
        post?: never;
        /**
         * Stop watching a folder
         * @description Stops watching a folder. Its files stay where they are, and their documents stay in the library.
         */
        delete: operations["delete-folder"];
        options?: never;
        head?: never;
        /**
         * Change a watched folder
         * @description Changes the fields that the body contains and keeps the others; lists are replaced as a whole. The changes apply to files that arrive afterwards. The path cannot be changed: watch another folder instead.
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
         * List the files of a watched folder
         * @description Returns the files that were seen in the folder, newest first, with the result for each. Files that were removed more than 30 days ago are not listed.
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
         * Retry a file of a watched folder
         * @description Retries what has failed: the document, if the file became one, or else the import of the file. To retry a document that needs a password, use `/document/{id}/retry`.
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
         * Scan a watched folder
         * @description Scans the folder now, to find files that the system has not reported.
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
         * Import files of this machine
         * @description Imports files and whole folders by their paths, like files dropped on the window. Only programs of the server's own user can do this, with the key of the running instance. The response has a line of JSON when a file is found, another when its result is known, and a last line with totals. A file that fails does not stop the others.
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
         * @description Returns the keys, oldest first, including revoked ones. If there are more keys, the header `Link` has the address of the next part.
         */
        get: operations["list-keys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key and returns its secret, which is shown only once.
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
         * Get the current key
         * @description Returns the name and the role of the API key of this request.
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
         * @description Revokes a key: requests with it are rejected from now on. The key stays in the list. The viewing sessions that it created end; with `sessions=keep` they stay valid, and only administrators see their ids from then on, until a later request without it ends them. The expiry of a key does not end sessions.
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
         * @description Returns the number of documents for each filter of lists, within a millisecond for a library of any size.
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
         * List recent requests
         * @description Returns the last 500 requests to this server from all clients, oldest first. They are kept in memory only. Requests for this list are not included.
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
         * @description Returns requests as they are answered, as server-sent events of the type `requests`, collected for a tenth of a second: first those of the list, then each new one. After 15 seconds without a request, a comment is sent.
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
         * @description Creates a library from a backup on the server's machine, checks that it is complete, and keeps it until the next start of the server. Then it replaces the present library, which is set aside in the data folder. Until then nothing changes, and the server's status has `restorePending`. A restored library that is still waiting is replaced. A backup with missing or damaged files is rejected, unless the backup lists them as missing or `partial` is set. Requires the key of the window and the command line, because it is meant for programs on that machine.
         */
        post: operations["restore-backup"];
        /**
         * Cancel a restore
         * @description Removes the restored library that waits for the next start of the server, if there is one; the present library is kept. Requires the key of the window and the command line.
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
         * @description Returns documents with pages that contain all search terms, best matches first, each with its three best pages. A page ranks higher the rarer its words are, the more often it contains them, and the shorter it is; of equal matches, the newer document is first. If more than 20,000 pages match, they are ranked in parts: the newest 20,000 pages first, then the 20,000 before them. In a document that is being processed, the pages whose text is known are searched.
         *
         *     The parameters type, tag, collection, folder and favorite limit the search to some documents, as in the list of documents.
         *
         *     Words, all of which must be on a page; "phrases" in quotes; word* for the beginning of a word. Everything else is text. Case, accents and vowel points are ignored; scripts without spaces are found anywhere in a line.
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
         * @description Returns the version, the addresses of the server, and the flags that the settings cannot change.
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
         * @description Returns active sessions, newest first; with `all` also those that are over. `id` and `viewerURL` are only returned to the key that created the session and to keys with the role `admin`; others get the `reference`. If there are more sessions, the header `Link` has the address of the next part.
         */
        get: operations["list-sessions"];
        put?: never;
        /**
         * Create a viewing session
         * @description Grants a reader a document for some minutes. Possession of the viewer URL is the grant.
         *
         *     The permissions of a profile that the session or its document names are enforced: the server rejects requests that the profile forbids, and the viewer's address can change the presentation, but only tighten permissions. Set `lockedProfile=false` to enforce nothing. Sessions with `own` enforce nothing unless `lockedProfile` is true.
         *
         *     With `maxViews` each opening counts, and a reload of the same tab does not.
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
         * @description Returns a session in any state, with the record of its views.
         */
        get: operations["get-session"];
        put?: never;
        post?: never;
        /**
         * End a viewing session
         * @description Ends a session at once, also for readers who have it open.
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
         * @description Returns the current values: those that were changed here, or else those of the command line.
         */
        get: operations["get-settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Changes the settings that the body contains, at once and for later starts; null resets a setting to the value of the command line (RFC 7396). Returns the current values.
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
         * @description Creates a viewer for the owner that tries out settings before they are stored: it starts with the built-in settings, takes the profile from its address (`profileOverrides`), and receives the theme, property by property, from the page that frames it. Only pages of this server and Lectern's window can frame it. It is in no list of sessions.
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
         * @description Returns the profiles by name, including `default`. If there are more, the header `Link` has the address of the next part. A response may have fewer than `limit` if they have large images.
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
         * @description Returns the properties of a profile as they were posted. If `default` was not replaced, its properties are the built-in ones.
         */
        get: operations["get-viewer-profile"];
        /**
         * Store a viewer profile
         * @description Stores a profile under a name, and replaces an existing one. Properties that are not set are those of the profile `default`, which can itself be replaced. With `If-Match`, a set that was changed in the meantime is not replaced.
         */
        put: operations["put-viewer-profile"];
        /**
         * Store a viewer profile
         * @description Stores a profile under a name, and replaces an existing one. Properties that are not set are those of the profile `default`, which can itself be replaced. With `If-Match`, a set that was changed in the meantime is not replaced.
         */
        post: operations["post-viewer-profile"];
        /**
         * Delete a viewer profile
         * @description Removes a profile. Deleting `default` restores the built-in one.
         */
        delete: operations["delete-viewer-profile"];
        options?: never;
        head?: never;
        /**
         * Rename a viewer profile
         * @description Changes the name of a profile, also in the sessions, documents and watched folders that use it. Web addresses and external pages that use the old name are not changed.
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
         * @description Returns everything that a form for profiles and themes needs: names, kinds, defaults, limits and descriptions.
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
         * @description Returns the themes by name, including `default`. If there are more, the header `Link` has the address of the next part. A response may have fewer than `limit` if they have large images.
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
         * @description Returns the properties of a theme as they were posted. If `default` was not replaced, its properties are the built-in ones.
         */
        get: operations["get-viewer-theme"];
        /**
         * Store a viewer theme
         * @description Stores a theme under a name, and replaces an existing one. Properties that are not set are those of the theme `default`, which can itself be replaced. With `If-Match`, a set that was changed in the meantime is not replaced.
         */
        put: operations["put-viewer-theme"];
        /**
         * Store a viewer theme
         * @description Stores a theme under a name, and replaces an existing one. Properties that are not set are those of the theme `default`, which can itself be replaced. With `If-Match`, a set that was changed in the meantime is not replaced.
         */
        post: operations["post-viewer-theme"];
        /**
         * Delete a viewer theme
         * @description Removes a theme. Deleting `default` restores the built-in one.
         */
        delete: operations["delete-viewer-theme"];
        options?: never;
        head?: never;
        /**
         * Rename a viewer theme
         * @description Changes the name of a theme, also in the sessions, documents and watched folders that use it. Web addresses and external pages that use the old name are not changed.
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
         * Get the webhook secret
         * @description Returns the secret with which receivers verify the signatures of deliveries.
         */
        get: operations["get-webhook-secret"];
        put?: never;
        /**
         * Replace the webhook secret
         * @description Creates a new secret, or uses the given one. The previous secret stays valid for 24 hours, during which deliveries are signed with both; replacing the secret again ends it.
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
         * Get the disk usage of the library
         * @description Returns the number of bytes that the library uses on the server's disk, by purpose.
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
         * Free disk space
         * @description Empties the trash permanently, sets aside files that are not in the database (they are removed after the server has run for 30 days), and compacts the database, which blocks writing meanwhile. With `setAside=true`, libraries that were replaced by restored backups are deleted as well, except one that a server runs on and one that waits to be restored. With `setAsideFiles=true`, files that were in `set-aside` before are deleted as well, except those that records need by now. Returns the disk usage afterwards.
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
         * @description Returns deliveries to webhooks with all their attempts, newest first. They are kept for 30 days after they end.
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
         * @description Returns a delivery to a webhook with all its attempts.
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
         * @description Sends the same bytes with the same id at once, whatever the state of the delivery, and records the attempt. For a delivery that has ended, the response has the result of the attempt; for a pending one, it has its state: its next attempt is now.
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
         * Test a webhook receiver
         * @description Sends an array with one event of the type webhook.test to the address, signed like all deliveries, and returns the result. It is not recorded.
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
         * Show documents in the window
         * @description Brings the window of the running desktop application to the front, opens documents in it, and imports files. Only programs of the server's own user can do this, with the key of the running instance.
         */
        post: operations["show-window"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sample/{sample}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a sample template
         * @description Stores one of Lectern's samples as a new template, with parameters to try it: an invoice, an offer letter or a deck of slides. A new library has no templates.
         */
        post: operations["add-sample-template"];
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
         * @description Returns tasks, newest first. If there are more tasks, the header `Link` has the address of the next part. Tasks are kept for `taskDays`, a setting, after they end.
         */
        get: operations["list-tasks"];
        put?: never;
        /**
         * Post a task
         * @description Fills a template with parameters. The template is a part `template` of a form, with a file name, or is given by its identifier: the id or name of a template in the library, or, with `integration`, the identifier on the platform. In a form, the fields of the JSON body are in the part `data`; a part `param.<name>` contains JSON that becomes the parameter of that name and takes precedence over `data`. The parts can be in any order.
         *
         *     The response is 202 before the task begins: `GET /v1/task/{id}` and the webhook events `task.completed` and `task.failed` report the result. If the template is not found or is broken, the task fails.
         *
         *     With `rows`, a list of objects, or a part `rows` of a form with a file (CSV, XLSX, JSON lines, a JSON list), the template is filled once per row: the parameters of a row take precedence over the common ones. A row that fails does not stop the others: `GET /v1/task/{id}/row` lists them. The task fails if no row could be completed.
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
         * @description Returns a task at once, or, with `wait`, as soon as it reaches a state, ends, or the time is over.
         */
        get: operations["get-task"];
        put?: never;
        post?: never;
        /**
         * Cancel or delete a task
         * @description Cancels a task that has not ended; it stays in the list as `cancelled`. A task that has ended is removed with its results; its documents in the library are kept.
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
         * @description Returns a document that the task created, under its file name: without a key at the address given by the task, which is valid for an hour, or else with a key. Supports range requests.
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
         * @description Returns the rows of a task that have ended, by number; none for a task without rows. If there are more rows, the header `Link` has the address of the next part. While the task runs, a row may end after a later one.
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
         * @description Returns the templates of the library, newest first. If there are more templates, the header `Link` has the address of the next part.
         */
        get: operations["list-templates"];
        put?: never;
        /**
         * Upload a template
         * @description Stores a file as a new template: as the part `file` of a form, or as the body with its name in the parameter `filename` or in `Content-Disposition`. It must be a .docx, .dotx, .docm, .dotm, .xlsx, .pptx or .potx, or a package of several templates: a .zip with `application.json`.
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
         * @description Returns a template and its versions.
         */
        get: operations["get-template"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Removes a template with all its versions. Documents created from it are kept.
         */
        delete: operations["delete-template"];
        options?: never;
        head?: never;
        /**
         * Rename a template
         * @description Changes the name of a template.
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
         * @description Returns the sets of parameters that are stored with a template, by name and without the parameters.
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
         * @description Returns a set of parameters that is stored with a template.
         */
        get: operations["get-template-data"];
        /**
         * Save a set of parameters
         * @description Stores parameters with a template under a name, and replaces a set of that name. They are stored encrypted.
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
         * @description Returns the bytes of a version under its file name. Supports range requests.
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
         * @description Fills a version at once and returns images of pages of the finished document. Nothing is stored. If the template or the parameters have errors, the response has the `problems` and pages of the template itself, with `marks` at the problems.
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
         * @description Fills a version at once with the parameters of the body, or with the sample of its schema, and returns the finished document without storing it. Several documents of a package are returned as a ZIP archive, or as one PDF if the package merges them. Errors in the template or the parameters return 422, with the details in `problems`.
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
         * Check rows for a template
         * @description Reads a file of rows like `POST /v1/task` does to create many documents, and returns its first rows: CSV, a workbook (.xlsx), JSON lines or a JSON list of objects, as the part `file` of a form or as the body. Texts are interpreted according to the placeholders of the template. Nothing is stored. A file without rows returns 422, with the details in `problems`.
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
         * @description Returns the JSON Schema of the parameters of a version, derived from its placeholders, with sample parameters and the errors in the template itself.
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
         * @description Stores a file as a new version of a template, which is used from then on. The file is sent like that of a new template.
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
         * @description A request to the address given with a document or a task, signed as defined by Standard Webhooks. A response of 2xx that ends within 15 seconds and 64 KiB accepts the delivery; 410 ends all deliveries for the document; any other result is retried with the same id and the same bytes.
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
             * @description The file is kept in place, or moved to a folder.
             * @enum {string}
             */
            action: "stay" | "move";
            /**
             * @description Absolute path of the destination folder, or a path relative to the watched folder.
             * @example /home/zoe/done
             */
            folder?: string;
        };
        AnsweredRequest: {
            /**
             * @description When the request arrived, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * Format: int64
             * @description Size of the response body in bytes.
             * @example 512
             */
            bytes: number;
            /**
             * @description Name of the API key that was used; absent without a valid key.
             * @example intranet
             */
            key?: string;
            /**
             * @description Id of that key; local for the key of the window and the command line.
             * @example k-3xq7m2v5kq4y
             */
            keyId?: string;
            /** @example POST */
            method: string;
            /**
             * Format: double
             * @description Milliseconds until the response was complete.
             * @example 3.2
             */
            ms: number;
            /**
             * Format: int64
             * @description Sequence number since the start of the server.
             * @example 41
             */
            number: number;
            /**
             * @description Path without parameters; ids of sessions are omitted.
             * @example /api/v0/document/upload
             */
            path: string;
            /**
             * @description Id of the request: the header X-Request-Id of the response, and the field request in the log.
             * @example 3xq7m2v5kq4yyb2g
             */
            requestId: string;
            /**
             * Format: int64
             * @description HTTP status of the response.
             * @example 200
             */
            status: number;
        };
        ArchiveBody: {
            /**
             * @description Ids of the documents.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            ids: string[];
        };
        Arrival: {
            /**
             * @description The document that the file became, or that has the same bytes.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * @description Identifier of the entry.
             * @example 41
             */
            id: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Le document est protégé par un mot de passe.
             */
            localMessage?: string;
            /**
             * @description What is wrong, as a sentence for people.
             * @example The document is password-protected.
             */
            message?: string;
            /**
             * @description Path of the original after it was moved.
             * @example /home/zoe/done/Letter.docx
             */
            movedTo?: string;
            /**
             * @description Path of the file, relative to the folder.
             * @example 2026/Letter.docx
             */
            path: string;
            /**
             * @description When the file or a change to it was first seen, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            seenAt: string;
            /**
             * Format: int64
             * @description Size of the file in bytes when it was last checked.
             * @example 14336
             */
            size: number;
            /**
             * @description State of the file: writing, the file is being written or is empty; duplicate, the same bytes were imported from this folder before; ignored, the file does not match the folder's settings; gone, the file was removed before it was imported.
             * @enum {string}
             */
            state: "writing" | "waiting" | "taken" | "duplicate" | "failed" | "ignored" | "gone";
            /**
             * @description When the file became a document or a new version of one.
             * @example 2026-01-02T03:04:06.012+00:00
             */
            takenAt?: string;
        };
        Attempt: {
            /**
             * @description The first 1,024 bytes of the response, as text.
             * @example ok
             */
            answer: string;
            /**
             * @description When the attempt began, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description Why the delivery was not accepted, as a sentence for people; absent if it was.
             * @example The receiver responded 503.
             */
            error?: string;
            /**
             * @description The error in the language that Accept-Language prefers; absent if that is English or the error has no translation.
             * @example Le récepteur a répondu 503.
             */
            localError?: string;
            /**
             * Format: int64
             * @description Milliseconds until the response was complete.
             * @example 42
             */
            ms: number;
            /**
             * Format: int64
             * @description HTTP status of the response; absent if there was none.
             * @example 200
             */
            status?: number;
        };
        AuditEntry: {
            /**
             * @description The operation, by its operationId in this description.
             * @example delete-document
             */
            action: string;
            /**
             * @description When the operation was carried out, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description Identifier of the key that was used; local for the window and the command line of the server's own user.
             * @example k-3xq7m2v5kq4y
             */
            keyId: string;
            /**
             * @description Name of the key at that time.
             * @example intranet
             */
            keyName: string;
            /**
             * @description The objects of the operation: ids of documents, collections, keys and others, names of profiles and themes, and references of sessions; at most 100.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            objects: string[];
            /**
             * @description Address of the client, or of the proxy in front of it; absent for a command that ran without a server.
             * @example 192.0.2.7
             */
            remote?: string;
            /**
             * @description Identifier of the request in the log; absent if remote is absent.
             * @example 5yhq2c4xv6kq3m7a
             */
            request?: string;
            /**
             * Format: int64
             * @description HTTP status of the response.
             * @example 204
             */
            status: number;
        };
        BackupLoss: {
            /**
             * @description Name of the file in the content store of the library: its SHA-256 with a slash after two digits.
             * @example 5f/2d1c9b
             */
            key: string;
            /**
             * @description Whether the file does not exist, does not match its hash, or cannot be read.
             * @enum {string}
             */
            reason: "missing" | "damaged" | "unreadable";
            /** @description Some of the records that need the file. */
            users: components["schemas"]["BackupUser"][];
        };
        BackupMessage: {
            /**
             * @description The result, as a sentence for people.
             * @example The backup is in /home/zoe/lectern-backup.tar.
             */
            message: string;
            /** @description The missing or damaged files that the backup does not contain; absent if there are none. */
            missing?: components["schemas"]["BackupLoss"][];
        };
        BackupPlace: {
            /** @description Whether to continue without files that are missing or damaged. An incomplete backup never replaces an existing file. */
            partial?: boolean;
            /**
             * @description Absolute path of the file.
             * @example /home/zoe/lectern-backup.tar
             */
            path: string;
        };
        BackupUser: {
            /** @description True if the file is the PDF of a document, which retry-document creates again as long as the original is intact. */
            converted?: boolean;
            /**
             * @description Id of the record.
             * @example 4f9c2b7e
             */
            id: string;
            /**
             * @description The kind of record.
             * @enum {string}
             */
            kind: "document" | "template" | "task";
            /**
             * @description Name of the record, or of its file.
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
             * @description Why the action failed, as a sentence for people.
             * @example Only a failed document can be tried again, and this one is ready.
             */
            message: string;
        };
        BatchOutcome: {
            /**
             * Format: int64
             * @description Number of documents that were changed.
             * @example 12
             */
            changed: number;
            /** @description Documents for which the action failed. */
            failed: components["schemas"]["BatchFailure"][];
        };
        BatchQuery: {
            /**
             * @description Documents in the collection with this id.
             * @example c-3xq7m2v5kq4y
             */
            collection?: string;
            /** @description With true, documents in the trash. */
            deleted?: boolean;
            /**
             * @description Documents with this id in another system.
             * @example case-4711
             */
            externalId?: string;
            /** @description With true, favorites only. */
            favorite?: boolean;
            /**
             * @description Documents from the watched folder with this id.
             * @example f-3xq7m2v5kq4y
             */
            folder?: string;
            /**
             * @description Documents with one of these ids.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            id?: string[];
            /** @description Documents whose metadata has all these values. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Documents whose name contains this text.
             * @example Letter.docx
             */
            name?: string;
            /** @description With true, only documents that have an openedAt. */
            opened?: boolean;
            /**
             * @description Documents in this state.
             * @enum {string}
             */
            status?: "processing" | "ready" | "failed";
            /**
             * @description Documents with all these tags.
             * @example [
             *       "contract"
             *     ]
             */
            tag?: string[];
            /**
             * @description Documents of this kind.
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
             * @description Color of the collection, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color: string;
            /**
             * Format: int64
             * @description Number of documents in the collection, without those in the trash.
             * @example 12
             */
            count: number;
            /**
             * @description When the collection was created, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Identifier of the collection.
             * @example c-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description Name of the collection.
             * @example Contracts
             */
            name: string;
        };
        CollectionEdit: {
            /**
             * @description Color of the collection, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color?: string;
            /**
             * @description Name of the collection, one line.
             * @example Contracts
             */
            name?: string;
        };
        CountRun: {
            /** @description Number of hits on it and on each following page of the run. */
            hits: number[];
            /**
             * Format: int64
             * @description Number of the first page, from 1.
             * @example 12
             */
            page: number;
        };
        Counts: {
            /**
             * Format: int64
             * @description The number of hits on these pages.
             * @example 7
             */
            hits: number;
            /**
             * Format: int64
             * @description Value of the parameter after for the next part; absent once all pages were searched.
             */
            next?: number;
            /**
             * Format: int64
             * @description The number of pages with hits among the pages that were searched.
             * @example 3
             */
            pages: number;
            /** @description The pages with hits, in page order. Consecutive pages with the same number of hits are combined. */
            runs: components["schemas"]["CountRun"][];
            /**
             * Format: int64
             * @description The number of pages, from page 1 on, that can be searched: fewer than the document has while it is being processed.
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
            /** @description Whether this is the key of the window and the command line on the server's own machine. */
            local: boolean;
            /**
             * @description Purpose of the key.
             * @example intranet
             */
            name: string;
            /**
             * @description Role of the key.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        Delivery: {
            /** @description All attempts, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description The bytes that are sent: a JSON array of events.
             * @example [{"type":"document.posted","data":{"id":"3xq7m2v5kq4yyb2gq6v4x5n7ta"},"triggered_at":"2026-01-02T03:04:05.678Z"}]
             */
            body: string;
            /**
             * @description When the first attempt was made, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document of the events; empty for events of a task.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description When the delivery stopped being pending.
             * @example 2026-01-02T03:04:05.978+00:00
             */
            endedAt?: string;
            /**
             * @description Identifier of the delivery, sent to receivers as webhook-id.
             * @example msg_3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description When the next attempt is due; only for pending deliveries without an attempt in progress.
             * @example 2026-01-02T03:09:05.678+00:00
             */
            nextAttemptAt?: string;
            /**
             * @description State of the delivery; cancelled means that the receiver responded 410 to another delivery before this one was attempted.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "cancelled";
            /**
             * @description The task of the events.
             * @example t-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            taskId?: string;
            /**
             * @description Types of the events, in their order.
             * @example [
             *       "document.posted"
             *     ]
             */
            types: string[];
            /**
             * @description Address of the receiver, with user information and secret parameters replaced by REDACTED.
             * @example https://example.com/hook
             */
            url: string;
        };
        DescribedBatch: {
            /**
             * @description The action to carry out.
             * @enum {string}
             */
            action: "trash" | "restore" | "delete" | "retry" | "favorite" | "unfavorite" | "tag" | "untag" | "collect" | "uncollect";
            /**
             * @description Id of the collection to which documents are added or from which they are removed.
             * @example c-3xq7m2v5kq4y
             */
            collection?: string;
            /**
             * @description Ids of the documents.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            ids?: string[];
            /** @description A filter that selects the documents, instead of ids. */
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
             * @description Ids of the collections that contain the document.
             * @example [
             *       "c-3xq7m2v5kq4y"
             *     ]
             */
            collections?: string[];
            /**
             * @description When the document was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description When the document was moved to the trash; absent if it is not there.
             * @example 2026-01-03T03:04:05.678+00:00
             */
            deletedAt?: string;
            /**
             * @description File name for downloads.
             * @example Letter.docx
             */
            downloadFilename: string;
            /**
             * @description Id of the document in another system, if one was posted.
             * @example case-4711
             */
            externalId?: string;
            /** @description Whether the document is a favorite; absent if it is not. */
            favorite?: boolean;
            /**
             * @description The watched folder that the document was imported from.
             * @example f-3xq7m2v5kq4y
             */
            folderId?: string;
            /**
             * @description Identifier of the document.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example L’adresse a répondu 404.
             */
            localMessage?: string;
            /**
             * @description Why the document failed, as a sentence for people; failed documents only.
             * @example The address answered 404: there is no such document.
             */
            message?: string;
            /** @description Data that was stored with the document; absent if there is none. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name: string;
            /**
             * @description When the document was last recorded as opened; absent if never.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            openedAt?: string;
            /** @description Whether the original file is kept. */
            originalDocumentSaved: boolean;
            /**
             * @description Address that the document was fetched from, with user information and secret parameters replaced by REDACTED; empty for an upload.
             * @example https://example.com/letter.docx
             */
            originalURL: string;
            /**
             * Format: int64
             * @description Number of pages known so far; 0 directly after the upload.
             * @example 2
             */
            pageCount: number;
            /**
             * @description The viewer profile that the document's sessions enforce, unless the session names one.
             * @example reading
             */
            profile?: string;
            /** @description Progress of the processing; only while the document is being processed. */
            progress?: components["schemas"]["Progress"];
            /**
             * @description Stable name of the reason why the document failed; only for failed documents, and not for those that failed under an old version of Lectern.
             * @enum {string}
             */
            reason?: "password-protected" | "wrong-password" | "unsupported-encryption" | "damaged" | "unsupported" | "empty" | "hidden-sheets" | "hidden-slides" | "too-large" | "too-many-pages" | "nested-too-deeply" | "timeout" | "too-much-memory" | "converter-crashed" | "machine-limit" | "no-engine" | "no-space" | "server-fault" | "invalid-address" | "forbidden-address" | "unknown-host" | "unreachable" | "invalid-certificate" | "error-status" | "too-many-redirects" | "download-timeout" | "unknown-encoding" | "broken-download";
            /**
             * Format: int64
             * @description Number that increases with every change.
             * @example 3
             */
            revision?: number;
            /** @description The viewing session that was requested with the upload. */
            session?: components["schemas"]["Session"];
            /**
             * Format: int64
             * @description Size of the original in bytes, once it is known; only with details, like the fields below.
             * @example 34567
             */
            size?: number;
            /**
             * @description Path of the file on the server's machine that was imported; if the path is not UTF-8, its address, such as file:///home/ada/caf%E9.docx. Only returned to the key of the window on that machine.
             * @example /home/ada/letter.docx
             */
            sourcePath?: string;
            /**
             * @description State of the document.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /**
             * @description Tags of the document; absent if there are none.
             * @example [
             *       "contract"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of the document's sessions, unless the viewer's address or the session names one.
             * @example night
             */
            theme?: string;
            /**
             * @description File type detected from the content, as a file extension without the dot; absent until it is known, and if it is not supported.
             * @example docx
             */
            type?: string;
            /** @description Whether the first page can be viewed. */
            viewable: boolean;
        };
        DocumentEdit: {
            /**
             * @description File name for downloads.
             * @example Letter.docx
             */
            downloadFilename?: string;
            /**
             * @description Id of the document in another system; empty for none.
             * @example case-4711
             */
            externalId?: string;
            /** @description Whether the document is a favorite. */
            favorite?: boolean;
            /** @description A JSON object. */
            metadata?: unknown;
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name?: string;
            /** @description With true, records that the document was opened now. */
            opened?: boolean;
            /**
             * @description The viewer profile that the document's sessions enforce, unless the session names one; empty for none.
             * @example reading
             */
            profile?: string;
            /**
             * @description Tags of the document.
             * @example [
             *       "contract"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of the document's sessions, unless the viewer's address or the session names one; empty for none.
             * @example night
             */
            theme?: string;
        };
        DocumentHits: {
            /**
             * Format: int64
             * @description The number of hits on all these pages; absent if it is larger than 1,000 or unknown, or if hits are not counted.
             * @example 31
             */
            hits?: number;
            /**
             * Format: int64
             * @description Value of the parameter after for the next part; absent if this is the last one.
             */
            next?: number;
            /** @description The pages with hits, in page order. */
            pages: components["schemas"]["PageHits"][];
            /**
             * Format: int64
             * @description The number of pages, from page 1 on, that were searched: fewer than the document has while it is being processed.
             * @example 40
             */
            searched: number;
            /**
             * Format: int64
             * @description The number of pages with hits. If more than 1,000 pages may have hits, it is the number of these pages. Absent if hits are not counted, or if counting would search more than 5,000 pages or take too long; search/counts searches all pages.
             * @example 12
             */
            total?: number;
        };
        Event: {
            data: components["schemas"]["EventData"];
            /**
             * @description When the event occurred, ISO 8601 in UTC.
             * @example 2026-01-02T03:04:05.678Z
             */
            triggered_at: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "document.posted" | "document.processingStarted" | "document.firstPageReady" | "document.ready" | "document.failed" | "session.opened" | "task.completed" | "task.failed" | "webhook.test";
        };
        EventData: {
            /**
             * @description Identifier of the document or the task.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Why the document or the task failed, as a sentence for people; document.failed and task.failed only.
             * @example The address answered 404: there is no such document.
             */
            message?: string;
            /**
             * @description The reader that the session was created for, if one was given.
             * @example Ada
             */
            reader?: string;
            /** @description Number of rows that were completed and that failed; only for task.completed and task.failed of tasks with rows. */
            rows?: components["schemas"]["TaskProgress"];
            /**
             * @description Reference of the session that was opened, which does not grant access; session.opened only, like the fields below.
             * @example 9f86d081884c7d65
             */
            session?: string;
            /**
             * Format: int64
             * @description Number of times that the session was opened up to this event.
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
             * @description Tags of the documents.
             * @example [
             *       "letters"
             *     ]
             */
            tags?: string[] | null;
        };
        Finding: {
            /**
             * @description The item that was checked.
             * @example Office
             */
            check: string;
            /**
             * @description The finding, as a sentence for people.
             * @example LibreOffice 25.2.3 in /opt/lectern/libreoffice
             */
            detail: string;
            /**
             * @description The check in the language that Accept-Language prefers; absent if that is English or there is no translation.
             * @example polices
             */
            localCheck?: string;
            /**
             * @description The detail in that language.
             * @example 79 polices sont fournies avec LibreOffice
             */
            localDetail?: string;
            /**
             * @description The solution in that language.
             * @example lancez « make libreoffice »
             */
            localMend?: string;
            /**
             * @description How to solve the problem; absent if there is none.
             * @example run 'make libreoffice'
             */
            mend?: string;
            /**
             * @description The result: with warning, something is missing but everything else works.
             * @enum {string}
             */
            state: "ok" | "warning" | "failed";
        };
        Folder: {
            /** @description What happens to a file when its document has failed. */
            afterFailure: components["schemas"]["After"];
            /** @description What happens to a file when its document is ready. */
            afterSuccess: components["schemas"]["After"];
            /**
             * @description Identifier of the collection of imported documents; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection: string;
            /**
             * @description When the folder was added, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Whether a file with the same bytes as one imported from this folder before becomes another document.
             * @enum {string}
             */
            duplicates: "skip" | "take";
            /**
             * @description Patterns of the files and folders to ignore. Default: hidden files, lock files of editors, and incomplete downloads. A subfolder to which originals are no longer moved is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude: string[];
            /**
             * Format: int64
             * @description Number of files that could not be imported or whose documents failed.
             * @example 1
             */
            failed: number;
            /**
             * @description Identifier of the folder.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Patterns of the files to import, case-insensitive: * and ? match within a name, ** matches any folders. A pattern without a slash is matched against the file name. Default: all supported types.
             * @example [
             *       "*.pdf",
             *       "*.docx"
             *     ]
             */
            include: string[];
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Le dossier /home/zoe/inbox est introuvable.
             */
            localMessage?: string;
            /**
             * @description What is wrong and how to solve it, as a sentence for people.
             * @example The folder /home/zoe/inbox is not there: put it back, or mount its drive. It is watched again as soon as it is there.
             */
            message?: string;
            /**
             * @description Display name.
             * @example Inbox
             */
            name: string;
            /**
             * @description Absolute path on the server's machine, with links resolved.
             * @example /home/zoe/inbox
             */
            path: string;
            /** @description Whether imports are paused. */
            paused: boolean;
            /**
             * @description The viewer profile of imported documents, which their sessions enforce; empty for none.
             * @example reading
             */
            profile: string;
            /**
             * @description State of the folder: scanning, the folder is being scanned; watching, the system reports changes; polling, the folder is scanned at intervals because the system reports no changes; missing, the folder does not exist; denied, the server has no permission; full, a disk is full. These states end by themselves when their cause is removed. paused lasts until the folder is resumed, and has a message if originals would be moved in a loop.
             * @enum {string}
             */
            state: "scanning" | "watching" | "polling" | "paused" | "missing" | "denied" | "full";
            /** @description Whether subfolders are watched as well. */
            subfolders: boolean;
            /**
             * @description Tags of imported documents.
             * @example [
             *       "inbox"
             *     ]
             */
            tags: string[];
            /**
             * Format: int64
             * @description Number of files that became documents.
             * @example 40
             */
            taken: number;
            /**
             * @description The viewer theme of imported documents; empty for none.
             * @example night
             */
            theme: string;
            /**
             * Format: int64
             * @description Number of files that are being written or waiting.
             * @example 2
             */
            waiting: number;
            /**
             * @description Address that receives the events of imported documents; empty for none. Responses replace user information and secret parameters with REDACTED; an address that is sent back like this stays unchanged.
             * @example https://example.com/hook
             */
            webhookURL: string;
        };
        FolderCount: {
            /**
             * Format: int64
             * @description Number of documents that were imported from the folder.
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
            /** @description What happens to a file when its document has failed. */
            afterFailure?: components["schemas"]["After"];
            /** @description What happens to a file when its document is ready. */
            afterSuccess?: components["schemas"]["After"];
            /**
             * @description Identifier of the collection of imported documents; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection?: string;
            /**
             * @description Whether a file with the same bytes as one imported from this folder before becomes another document.
             * @enum {string}
             */
            duplicates?: "skip" | "take";
            /**
             * @description Patterns of the files and folders to ignore. Default: hidden files, lock files of editors, and incomplete downloads. A subfolder to which originals are no longer moved is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude?: string[];
            /**
             * @description Patterns of the files to import, case-insensitive: * and ? match within a name, ** matches any folders. A pattern without a slash is matched against the file name. Default: all supported types.
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
            /** @description Whether imports are paused. */
            paused?: boolean;
            /**
             * @description The viewer profile of imported documents, which their sessions enforce; empty for none.
             * @example reading
             */
            profile?: string;
            /** @description Whether subfolders are watched as well. */
            subfolders?: boolean;
            /**
             * @description Tags of imported documents.
             * @example [
             *       "inbox"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of imported documents; empty for none.
             * @example night
             */
            theme?: string;
            /**
             * @description Address that receives the events of imported documents; empty for none. Responses replace user information and secret parameters with REDACTED; an address that is sent back like this stays unchanged.
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
             * @description Number of pages known so far.
             */
            pageCount: number;
            /** @description The pages with the best matches, best first; at most three. */
            pages: components["schemas"]["PageHits"][];
            /**
             * @description State of the document.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
        };
        Key: {
            /**
             * @description When the key was created, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description When the key expires; absent if never.
             * @example 2027-01-02T03:04:05.678+00:00
             */
            expiresAt?: string;
            /**
             * @description Identifier of the key, which is used to revoke it.
             * @example k-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description When the key was last used, to the minute; absent if never.
             * @example 2026-01-02T03:04:00.000+00:00
             */
            lastUsedAt?: string;
            /**
             * @description Purpose of the key.
             * @example intranet
             */
            name: string;
            /**
             * @description When the key was revoked; absent if it was not.
             * @example 2026-06-02T03:04:05.678+00:00
             */
            revokedAt?: string;
            /**
             * @description Role of the key: admin for everything, write for documents and sessions, read for reading.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        KnownSession: {
            /**
             * @description When the viewer URL expires, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id. Anyone who knows it can view the document. Only returned to the key that created the session and to admin keys.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /**
             * @description Name of the session where its id is not shown, as in the event session.opened. GET and DELETE accept it instead of the id. It does not grant access.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description URL of the viewer for this session. Absent if the id is absent.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
        };
        Library: {
            /** @description All collections, by name. */
            collections: components["schemas"]["Collection"][];
            /**
             * Format: int64
             * @description Number of documents that failed.
             * @example 1
             */
            failed: number;
            /**
             * Format: int64
             * @description Number of favorites.
             * @example 7
             */
            favorites: number;
            /** @description The watched folders that documents were imported from. */
            folders: components["schemas"]["FolderCount"][];
            /**
             * Format: int64
             * @description Number of documents that have an openedAt.
             * @example 42
             */
            opened: number;
            /**
             * Format: int64
             * @description Number of documents that are being processed.
             * @example 3
             */
            processing: number;
            /** @description The 1,000 most frequent tags, by name. */
            tags: components["schemas"]["NameCount"][];
            /**
             * Format: int64
             * @description Number of documents. All numbers except trash are without the documents in the trash.
             * @example 1200
             */
            total: number;
            /**
             * Format: int64
             * @description Number of documents in the trash.
             * @example 12
             */
            trash: number;
            /**
             * Format: int64
             * @description Days after which documents in the trash are deleted permanently, as in the settings; 0 for never.
             * @example 30
             */
            trashDays: number;
            /** @description Number of documents of each type, as in the filter of lists. Documents whose type is not known are not counted. */
            types: components["schemas"]["LibraryTypes"];
        };
        LibraryHits: {
            /** @description The documents, best matches first. */
            documents: components["schemas"]["FoundDocument"][];
            /** @description Value of the parameter after for the next part; absent if this is the last one. */
            next?: string;
            /** @description The numbers of all documents and pages with hits; absent unless requested with count. With after, those that come before are not counted if they are ranked in an earlier part. */
            totals?: components["schemas"]["Totals"];
        };
        LibraryTypes: {
            /**
             * Format: int64
             * @description Number of PDFs.
             * @example 700
             */
            pdf: number;
            /**
             * Format: int64
             * @description Number of workbooks.
             * @example 120
             */
            sheet: number;
            /**
             * Format: int64
             * @description Number of presentations.
             * @example 80
             */
            slides: number;
            /**
             * Format: int64
             * @description Number of text documents.
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
             * @description Number of documents with the tag.
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
             * @description Entity tag of the content, for If-Match.
             * @example "4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e"
             */
            etag: string;
            /**
             * @description Name of the set in a viewer's address.
             * @example acme
             */
            name: string;
            properties: components["schemas"]["Profile"];
            /**
             * @description When the set was stored, ISO 8601; absent for an unchanged default.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            updatedAt?: string;
        };
        NamedSetTheme: {
            /**
             * @description Entity tag of the content, for If-Match.
             * @example "4f9c2b7e4f9c2b7e4f9c2b7e4f9c2b7e"
             */
            etag: string;
            /**
             * @description Name of the set in a viewer's address.
             * @example acme
             */
            name: string;
            properties: components["schemas"]["Theme"];
            /**
             * @description When the set was stored, ISO 8601; absent for an unchanged default.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            updatedAt?: string;
        };
        NewCollection: {
            /**
             * @description Color of the collection, as #rrggbb; empty for none.
             * @example #1d3557
             */
            color?: string;
            /**
             * @description Name of the collection, one line.
             * @example Contracts
             */
            name: string;
        };
        NewFolder: {
            /** @description What happens to a file when its document has failed. */
            afterFailure?: components["schemas"]["After"];
            /** @description What happens to a file when its document is ready. */
            afterSuccess?: components["schemas"]["After"];
            /**
             * @description Identifier of the collection of imported documents; empty for none.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            collection?: string;
            /**
             * @description Whether a file with the same bytes as one imported from this folder before becomes another document.
             * @enum {string}
             */
            duplicates?: "skip" | "take";
            /**
             * @description Patterns of the files and folders to ignore. Default: hidden files, lock files of editors, and incomplete downloads. A subfolder to which originals are no longer moved is added.
             * @example [
             *       "~$*",
             *       "drafts"
             *     ]
             */
            exclude?: string[];
            /**
             * @description Patterns of the files to import, case-insensitive: * and ? match within a name, ** matches any folders. A pattern without a slash is matched against the file name. Default: all supported types.
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
            /** @description Whether imports are paused. */
            paused?: boolean;
            /**
             * @description The viewer profile of imported documents, which their sessions enforce; empty for none.
             * @example reading
             */
            profile?: string;
            /** @description Whether subfolders are watched as well. */
            subfolders?: boolean;
            /**
             * @description Tags of imported documents.
             * @example [
             *       "inbox"
             *     ]
             */
            tags?: string[];
            /**
             * @description The viewer theme of imported documents; empty for none.
             * @example night
             */
            theme?: string;
            /**
             * @description Address that receives the events of imported documents; empty for none. Responses replace user information and secret parameters with REDACTED; an address that is sent back like this stays unchanged.
             * @example https://example.com/hook
             */
            webhookURL?: string;
        };
        NewKey: {
            /**
             * @description When the key was created, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description When the key expires; absent if never.
             * @example 2027-01-02T03:04:05.678+00:00
             */
            expiresAt?: string;
            /**
             * @description Identifier of the key, which is used to revoke it.
             * @example k-3xq7m2v5kq4y
             */
            id: string;
            /**
             * @description The value for the Authorization header. It is shown only once, because the server stores its hash only.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7mq2v7x5kzr4nyb3gq6v4
             */
            key: string;
            /**
             * @description When the key was last used, to the minute; absent if never.
             * @example 2026-01-02T03:04:00.000+00:00
             */
            lastUsedAt?: string;
            /**
             * @description Purpose of the key.
             * @example intranet
             */
            name: string;
            /**
             * @description When the key was revoked; absent if it was not.
             * @example 2026-06-02T03:04:05.678+00:00
             */
            revokedAt?: string;
            /**
             * @description Role of the key: admin for everything, write for documents and sessions, read for reading.
             * @enum {string}
             */
            role: "admin" | "write" | "read";
        };
        Outline: {
            /** @description The entries of the outline; empty if the document has no outline. */
            items: components["schemas"]["OutlineItem"][];
            /** @description Page labels such as iv, one for each page; absent if they are the page numbers. */
            labels?: string[];
        };
        OutlineItem: {
            children?: components["schemas"]["OutlineItem"][] | null;
            target: components["schemas"]["Target"];
            title: string;
        };
        PageHits: {
            /** @description The boxes of the first 1,000 hits. Each hit has a box for every line that it covers: left, top, right, bottom, in points from the top left corner of the page. Absent unless requested, and if the page's words cannot be read at present. */
            boxes?: number[][][];
            /**
             * Format: int64
             * @description Number of hits on the page.
             * @example 2
             */
            hits: number;
            /** @description The text around each hit, as text pieces one of which is the hit; at most 20 hits, starting after the number given by skip. Absent unless requested. */
            lines?: (components["schemas"]["SnippetPart"][] | null)[];
            /**
             * Format: int64
             * @description Number of the page, from 1.
             * @example 3
             */
            page: number;
            /** @description An excerpt of the page's text around hits, as text pieces. */
            snippet?: components["schemas"]["SnippetPart"][];
        };
        PreviousSecret: {
            /**
             * @description The secret.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description When the secret stops being used for signatures, ISO 8601.
             * @example 2026-01-03T03:04:05.678+00:00
             */
            validUntil: string;
        };
        Problem: {
            /**
             * @description Stable name of the error for programs; the error reference lists all of them.
             * @example document-not-found
             */
            code: string;
            /**
             * @description What went wrong, as a sentence for people.
             * @example There is no document "abc".
             */
            detail: string;
            /** @description The error of each parameter or field. */
            errors?: components["schemas"]["Reason"][];
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description Same as detail.
             * @example There is no document "abc".
             */
            message: string;
            /**
             * @description Id of the request, also in the header X-Request-Id and in the server's log.
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
             * @description Name of the status.
             * @example Not Found
             */
            title: string;
            /**
             * @description Kind of problem; about:blank means that the status describes it.
             * @example about:blank
             */
            type: string;
        };
        /** @description Settings of a viewer: what it shows, how it behaves, and what a reader can do. */
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
             * @description The target of the viewer's logo. Empty: the logo is not a link.
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
             * @description The format of the document: pages with real text (html), images of pages only (img), reflowed text (text), or an overview (thumbnails).
             * @default html
             * @enum {string}
             */
            output: "html" | "img" | "text" | "thumbnails";
            /**
             * @description Whether the viewer offers printing.
             * @default true
             */
            print: boolean;
            /**
             * @description Whether the pages are arranged in a horizontally scrolling strip. It implies the layout horizontal.
             * @default false
             */
            ribbon: boolean;
            /**
             * @description Whether the document can be searched. If an enforced profile withholds text (textSelection false, or output img), only if that profile itself sets this to true (not if only the profile named default does), and then for whole words, without excerpts, and for 30 different texts a minute.
             * @default true
             */
            search: boolean;
            /**
             * @description Whether text can be selected and copied; never if output is img. If an enforced profile forbids it, pages are sent as images.
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
             * @description Amount done: bytes fetched, or pages converted or read.
             * @example 12
             */
            done: number;
            /**
             * @description Current step: waiting in the queue, fetching, converting, or reading the text of the pages.
             * @enum {string}
             */
            step: "waiting" | "fetching" | "converting" | "reading";
            /**
             * Format: int64
             * @description Total amount; 0 if it is not known.
             * @example 40
             */
            total: number;
        };
        Property: {
            /**
             * @description Group that the property belongs to.
             * @example button
             */
            area: string;
            /** @description The valid values, if they are fixed words. */
            choices?: string[];
            /**
             * @description The CSS property that it sets.
             * @example background-color
             */
            css?: string;
            /**
             * @description Default value in dark mode, if it differs.
             * @example #2a2e35
             */
            darkDefault?: string;
            /** @description Default value; for a color, the one in light mode. */
            default: string | boolean | number;
            /** @description Purpose of the property. */
            description: string;
            /**
             * @description Kind of the values. url: http or https; color: a CSS color; font: CSS font-family; image: http or https, or a GIF or PNG as a base64 data URL; sources: source list of a Content-Security-Policy.
             * @enum {string}
             */
            kind: "boolean" | "integer" | "choice" | "url" | "text" | "color" | "font" | "visibility" | "image" | "sources";
            /**
             * Format: int64
             * @description Maximum number of characters.
             */
            maxLength?: number;
            /**
             * Format: int64
             * @description The largest valid number.
             */
            maximum?: number;
            /**
             * Format: int64
             * @description The smallest valid number.
             */
            minimum?: number;
            /**
             * @description Name of the property.
             * @example buttonHoverBackgroundColor
             */
            name: string;
            /** @description Whether the property is a permission. In a session that enforces its profile, the viewer's address can only tighten it. */
            permission: boolean;
            /** @description Placeholders in braces that the text can contain. */
            placeholders?: string[];
            /**
             * @description The state in which it applies; absent for any.
             * @enum {string}
             */
            state?: "hover" | "active" | "pressed" | "disabled" | "focus";
            /**
             * @description CSS selector of the elements that it applies to.
             * @example .bar-title
             */
            target?: string;
        };
        Reason: {
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description The parameter, or the field as a JSON pointer.
             * @example /duration
             */
            location: string;
            /**
             * @description What is wrong with it.
             * @example expected number >= 1
             */
            message: string;
            /**
             * @description The most similar valid name, if a name is wrong.
             * @example buttonColor
             */
            nearest?: string;
        };
        Report: {
            /** @description External files and addresses that the document refers to. None of them was loaded. */
            blockedLinks: string[];
            /**
             * @description Names of data connections, queries and pivot tables in the document. None of them was queried or refreshed; those that a program refreshes when it opens the document are marked.
             * @example [
             *       "Sales (refreshed when opened)"
             *     ]
             */
            connections: string[];
            /** @description Classes of ActiveX controls and add-ins in the document. None of them was run. */
            controls: string[];
            /**
             * @description The program that converted the document to PDF, with its version; empty for a PDF.
             * @example LibreOffice 25.2.3.2
             */
            converter: string;
            encryption: components["schemas"]["ReportEncryption"];
            /** @description Names of sheets that were scaled down because they were wider than their page and had no print settings. */
            fitted: string[];
            fonts: components["schemas"]["ReportFonts"];
            /** @description Names of sheets in which long ranges of empty rows or columns are omitted; one row or column of each range is kept. */
            gathered: string[];
            /** @description Names of hidden sheets and slides, which are omitted. */
            hidden: string[];
            /** @description Macros and scripts in the document. None of them was run. */
            macros: string[];
            /** @description Other messages of the converter. */
            other: components["schemas"]["ReportFact"][];
            /**
             * @description The program that draws the pages, with its version.
             * @example MuPDF 1.28.0
             */
            renderer: string;
            /** @description Whether an earlier conversion of the same bytes was reused; the steps show this as well. */
            reused: boolean;
            /**
             * @description What can be viewed: nothing, a provisional page 1 that was converted from the beginning of the document alone, the final page 1, or all pages. A provisional page is replaced if it differs in the complete document.
             * @enum {string}
             */
            shown: "none" | "provisional" | "first" | "all";
            /** @description The steps of the processing so far. */
            steps: components["schemas"]["ReportStep"][];
            /**
             * @description File type detected from the content; empty if it is not supported or not known yet.
             * @example docx
             */
            type: string;
            /** @description Further warnings for readers, as sentences. */
            warnings: string[];
        };
        ReportEncryption: {
            /** @description Whether the original is encrypted, with or without a password. */
            encrypted: boolean;
            /**
             * @description The encryption method, if it is known.
             * @example Standard V4 R4 128-bit AES
             */
            method?: string;
        };
        ReportFact: {
            name: string;
            value: string;
        };
        ReportFont: {
            /** @description Whether the font is embedded in the PDF. */
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
            /** @description Fonts that the original names, if the converter reports them. */
            asked: string[];
            /** @description Requested fonts that are neither in the document nor on the server. */
            missing: components["schemas"]["ReportMissingFont"][];
            /** @description Fonts in the PDF from which the pages are drawn, once the complete document is converted. */
            used: components["schemas"]["ReportFont"][];
        };
        ReportMissingFont: {
            /** @example Frutiger */
            name: string;
            /**
             * @description The font that is used instead, if it is known.
             * @example Liberation Sans
             */
            substitute?: string;
        };
        ReportStep: {
            /**
             * Format: int64
             * @description Peak resident memory of the converter in bytes, if it is known.
             * @example 52428800
             */
            memory?: number;
            /**
             * Format: double
             * @description Duration of the step in milliseconds.
             * @example 12.5
             */
            milliseconds: number;
            /**
             * @description Name of the step: received, fetched, detected, queued, measured, loaded, first page converted, first page opened, first page drawn, whole converted, decrypted, opened, page 1 drawn, indexed, or a name from a converter. A step can occur more than once: a job waits in each of its queues.
             * @example opened
             */
            name: string;
            /** @description Whether the result was taken from an earlier conversion instead of being computed for this document. */
            reused?: boolean;
            /** @description Whether the step was not completed: it ran for this time until the document failed or processing started again. */
            stopped?: boolean;
        };
        ServerStatus: {
            /**
             * @description Address that the server listens on, HOST:PORT.
             * @example 127.0.0.1:7420
             */
            addr: string;
            /** @description Whether the flag --addr was given, which takes precedence over the setting addr. */
            addrFlag: boolean;
            /**
             * @description Configured address, HOST:PORT, if another program used its port at the start; until the next start the server listens on addr instead.
             * @example 127.0.0.1:7420
             */
            addrTaken?: string;
            /**
             * @description Folder of the library. Only returned to keys with the role admin.
             * @example /home/zoe/.local/share/lectern
             */
            dataFolder?: string;
            /**
             * Format: int64
             * @description Upper limit of the setting deadlineSeconds, from the flag --deadline.
             * @example 120
             */
            deadlineLimit: number;
            /**
             * Format: double
             * @description Time limit for fetching a document in seconds, from the flag --fetch-time.
             * @example 300
             */
            fetchSeconds: number;
            /**
             * Format: int64
             * @description Unpacked size limit of an Office document in bytes, from the flag --max-inflation.
             * @example 2000000000
             */
            maxInflation: number;
            /**
             * Format: int64
             * @description Page limit of a document, from the flag --max-pages.
             * @example 20000
             */
            maxPages: number;
            /**
             * Format: int64
             * @description Memory limit of the process of one document in bytes, from the flag --memory.
             * @example 2000000000
             */
            memory: number;
            /**
             * @description Addresses of this machine in its networks. Other machines can reach the server under them if it listens on all networks.
             * @example [
             *       "http://192.168.1.5:7420"
             *     ]
             */
            networkURLs: string[];
            /** @description Whether Office documents can be converted, which requires a recent LibreOffice. The check of the machine reports what is missing. */
            office: boolean;
            /**
             * @description Address of the server for readers: the one in the settings, or else its address on this machine.
             * @example https://example.com/documents
             */
            publicURL: string;
            /**
             * @description Who can reach the address that the server listens on: only this machine, or others as well.
             * @enum {string}
             */
            reach: "machine" | "network";
            /** @description Whether a restored backup replaces the library at the next start. */
            restorePending: boolean;
            /**
             * @description Why a restored backup could not replace the library at this start; the library is unchanged. Only returned to keys with the role admin.
             * @example rename content: device or resource busy
             */
            restoreProblem?: string;
            /**
             * @description When the server started, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            startedAt: string;
            /**
             * @description Address of the server on this machine.
             * @example http://127.0.0.1:7420
             */
            url: string;
            /**
             * @description Version of Lectern.
             * @example 0.9.0+1a2b3c4d
             */
            version: string;
            /**
             * Format: int64
             * @description Number of Office documents that are converted at the same time, from the flag --workers.
             * @example 4
             */
            workers: number;
        };
        Session: {
            /**
             * @description When the viewer URL expires, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Randomly generated session id. Anyone who knows it can view the document.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id: string;
            /**
             * @description URL of the viewer for this session.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL: string;
        };
        SessionDetails: {
            /**
             * @description When the session was created, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document that the session shows.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description When somebody ended the session.
             * @example 2026-01-02T03:34:05.678+00:00
             */
            endedAt?: string;
            /**
             * @description When the viewer URL expires, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id. Anyone who knows it can view the document. Only returned to the key that created the session and to admin keys.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /** @description Whether the profile is enforced, as stated when the session was created. Absent if nothing was stated: the permissions of a profile that the session or its document names are enforced. */
            lockedProfile?: boolean;
            /**
             * Format: int64
             * @description How often the session can be opened; 0 for any number of times.
             * @example 3
             */
            maxViews: number;
            /** @description Whether the owner of the session is notified of readers. */
            notify: boolean;
            /**
             * @description The viewer profile of the session.
             * @example reading
             */
            profile?: string;
            /**
             * @description The reader that the session is for.
             * @example Zoë
             */
            reader?: string;
            /**
             * @description Name of the session where its id is not shown, as in the event session.opened. GET and DELETE accept it instead of the id. It does not grant access.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description State of the session: active, expired, ended by somebody, or used up because it was opened maxViews times.
             * @enum {string}
             */
            state: "active" | "expired" | "ended" | "used";
            /**
             * @description The viewer theme of the session.
             * @example night
             */
            theme?: string;
            /**
             * @description URL of the viewer for this session. Absent if the id is absent.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
            /**
             * Format: int64
             * @description How often the session was opened.
             * @example 1
             */
            views: number;
        };
        SessionReading: {
            /**
             * @description When the view began, ISO 8601.
             * @example 2026-01-02T03:10:05.678+00:00
             */
            openedAt: string;
            /**
             * @description Ranges of pages that were seen: first and last page.
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
             * @description How long the document was read, in seconds, as reported by the reader's page; 0 unless notify is set.
             * @example 42
             */
            seconds: number;
        };
        SessionReadings: {
            /**
             * @description When the session was created, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description The document that the session shows.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId: string;
            /**
             * @description When somebody ended the session.
             * @example 2026-01-02T03:34:05.678+00:00
             */
            endedAt?: string;
            /**
             * @description When the viewer URL expires, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /**
             * @description Session id. Anyone who knows it can view the document. Only returned to the key that created the session and to admin keys.
             * @example mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7
             */
            id?: string;
            /** @description Whether the profile is enforced, as stated when the session was created. Absent if nothing was stated: the permissions of a profile that the session or its document names are enforced. */
            lockedProfile?: boolean;
            /**
             * Format: int64
             * @description How often the session can be opened; 0 for any number of times.
             * @example 3
             */
            maxViews: number;
            /** @description Whether the owner of the session is notified of readers. */
            notify: boolean;
            /**
             * @description The viewer profile of the session.
             * @example reading
             */
            profile?: string;
            /**
             * @description The reader that the session is for.
             * @example Zoë
             */
            reader?: string;
            /** @description The views of the session, oldest first; at most the newest 1,000. Without maxViews, only the first 1,000 are recorded. */
            readings: components["schemas"]["SessionReading"][];
            /**
             * @description Name of the session where its id is not shown, as in the event session.opened. GET and DELETE accept it instead of the id. It does not grant access.
             * @example 9f86d081884c7d65
             */
            reference: string;
            /**
             * @description State of the session: active, expired, ended by somebody, or used up because it was opened maxViews times.
             * @enum {string}
             */
            state: "active" | "expired" | "ended" | "used";
            /**
             * @description The viewer theme of the session.
             * @example night
             */
            theme?: string;
            /**
             * @description URL of the viewer for this session. Absent if the id is absent.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL?: string;
            /**
             * Format: int64
             * @description How often the session was opened.
             * @example 1
             */
            views: number;
        };
        SetEdit: {
            /**
             * @description New name of the set, which must be unique.
             * @example acme-2026
             */
            name: string;
        };
        Settings: {
            /**
             * @description Address to listen on after the next start, HOST:PORT; the flag --addr takes precedence. 127.0.0.1 accepts connections of this machine only, 0.0.0.0 those of all networks.
             * @example 127.0.0.1:7420
             */
            addr: string;
            /**
             * @description Host names, addresses and CIDR ranges that this server may call in addition to public ones, to fetch documents and to deliver events.
             * @example [
             *       "10.0.0.0/8",
             *       "intranet"
             *     ]
             */
            allowedHosts: string[];
            /**
             * @description Origins of web pages that may use the API with a key (CORS).
             * @example [
             *       "https://app.example.com"
             *     ]
             */
            allowedOrigins: string[];
            /**
             * Format: int64
             * @description Days after which entries of the audit log are removed; 0 for never.
             * @example 365
             */
            auditDays: number;
            /**
             * @description Path of the folder on this machine from which the platform Folder takes templates; empty for none.
             * @example /srv/templates
             */
            crmFolder: string;
            /**
             * @description Hosts that may be the server of a platform (serverURL), in addition to those of the platform's vendor: names, addresses, and patterns such as *.example.com for all subdomains.
             * @example [
             *       "*.crm.example.com"
             *     ]
             */
            crmHosts: string[];
            /**
             * Format: int64
             * @description Time limit for the conversion of a document, in seconds; at most that of the flag --deadline.
             * @example 120
             */
            deadlineSeconds: number;
            /**
             * @description Host names under which this server may be called, in addition to localhost, numeric addresses and the host of publicURL.
             * @example [
             *       "papers.example.com"
             *     ]
             */
            hostNames: string[];
            /**
             * Format: int64
             * @description Number of documents, and of tasks, that may wait; further ones are rejected with 429.
             * @example 10000
             */
            maxQueue: number;
            /**
             * Format: int64
             * @description Size limit of a document, in bytes.
             * @example 1000000000
             */
            maxUpload: number;
            /**
             * @description Address under which readers reach this server, if it differs from the address it listens on; empty for none.
             * @example https://example.com/documents
             */
            publicURL: string;
            /**
             * Format: int64
             * @description Size limit of the originals of all documents together, in bytes; above it, the oldest documents are deleted. 0 for no limit.
             * @example 0
             */
            retentionBytes: number;
            /**
             * Format: int64
             * @description Days after which documents are deleted; 0 for never.
             * @example 0
             */
            retentionDays: number;
            /**
             * Format: int64
             * @description Days after which completed, failed and cancelled template tasks are removed with their results; 0 for never.
             * @example 30
             */
            taskDays: number;
            /**
             * Format: int64
             * @description Days after which documents in the trash are deleted permanently; 0 for never.
             * @example 30
             */
            trashDays: number;
        };
        SnippetPart: {
            /** @description Whether this piece matches the search. */
            hit: boolean;
            /** @example annual */
            text: string;
        };
        Storage: {
            /**
             * Format: int64
             * @description Bytes of the database, including texts and their index.
             * @example 104857600
             */
            database: number;
            /**
             * Format: int64
             * @description Number of documents, including those in the trash.
             * @example 1200
             */
            documents: number;
            /**
             * Format: int64
             * @description Free bytes on the disk; 0 if unknown.
             * @example 52428800000
             */
            free: number;
            /**
             * Format: int64
             * @description Bytes of originals; identical originals are stored once.
             * @example 734003200
             */
            originals: number;
            /**
             * Format: int64
             * @description Bytes of PDFs converted from them, of templates, of results of tasks, and of files in progress.
             * @example 268435456
             */
            pdfs: number;
            /**
             * Format: int64
             * @description Bytes of libraries that were replaced by restored backups, and of a restored one that waits for the next start.
             * @example 0
             */
            setAside: number;
            /**
             * Format: int64
             * @description Bytes of files that are not in the database, in set-aside of the data folder, and of databases that 'lectern start-anew' has put there.
             * @example 0
             */
            setAsideFiles: number;
            /**
             * Format: int64
             * @description Bytes of temporary files.
             * @example 4096
             */
            temp: number;
            /** @description Contents of the trash, which are included in the other numbers. */
            trash: components["schemas"]["TrashStorage"];
            /**
             * Format: int64
             * @description Bytes of the restored library that waits for the next start, which are part of setAside.
             * @example 0
             */
            waiting: number;
        };
        TakenFile: {
            /**
             * @description The document that the file became.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * Format: int64
             * @description Number of files that were found; only in the last line, like the fields below.
             * @example 3
             */
            found?: number;
            /**
             * Format: int64
             * @description Number of files in folders that were skipped: hidden files, lock files and links.
             * @example 0
             */
            leftOut?: number;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Le fichier est vide.
             */
            localMessage?: string;
            /**
             * @description Why the file is locked or was not imported, as a sentence for people.
             * @example The file is empty.
             */
            message?: string;
            /**
             * @description Name of the file.
             * @example letter.docx
             */
            name?: string;
            /**
             * @description Path of the file; if the path is not UTF-8, an address such as file:///home/ada/caf%E9.docx.
             * @example /home/ada/letter.docx
             */
            path?: string;
            /**
             * Format: int64
             * @description Number of files that were not imported.
             * @example 1
             */
            refused?: number;
            /**
             * Format: int64
             * @description Size of the file in bytes, if it is known.
             * @example 24576
             */
            size?: number;
            /**
             * @description State of the file. A locked file was imported and needs its password. The last line has the state done.
             * @example taken
             * @enum {string}
             */
            state: "found" | "taken" | "locked" | "refused" | "failed" | "done";
            /**
             * Format: int64
             * @description Number of files that were imported, including locked ones.
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
             * @description How the documents of the rows are returned: separately, as one ZIP archive, or as one PDF in their order. Absent for a task without rows.
             * @enum {string}
             */
            bundle?: "files" | "zip" | "pdf";
            /**
             * @description When it was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description When the task ended; absent until then.
             * @example 2026-01-02T03:04:06.012+00:00
             */
            endedAt?: string;
            /** @description All errors; empty unless the task failed. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * @description Type of the platform that the task uses; absent for none.
             * @example Salesforce
             */
            integration?: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example La boucle « items » n’est jamais fermée.
             */
            localMessage?: string;
            /** @description Log of the task, oldest entry first. */
            log: components["schemas"]["TaskEntry"][];
            /**
             * @description Why the task failed, as a sentence for people: the first entry of errors; failed tasks only.
             * @example The loop “items” is never closed.
             */
            message?: string;
            /**
             * @description Format of the results: documents of the template's own type, PDFs, or both.
             * @enum {string}
             */
            output: "template" | "pdf" | "both";
            /** @description The documents created by the task. A failed task has copies of the template with comments that mark the errors. A task with rows has the combined documents here if bundle combines them; otherwise the results are in the rows. */
            results: components["schemas"]["TaskResult"][];
            /** @description Progress of a task with rows; absent for a task without rows. */
            rows?: components["schemas"]["TaskProgress"];
            /**
             * @description When the task started; absent until then.
             * @example 2026-01-02T03:04:05.690+00:00
             */
            startedAt?: string;
            /**
             * @description State of the task.
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Identifier of the task.
             * @example t-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            taskID: string;
            /**
             * @description Identifier of the template, if the template itself was not posted.
             * @example offer letter
             */
            template?: string;
            /**
             * @description File name of the template, once it is available.
             * @example offer.docx
             */
            templateName?: string;
            /**
             * Format: int64
             * @description Version of the template in the library, once it is found or if one was requested.
             * @example 2
             */
            version?: number;
            /** @description Whether the results become documents in the library. */
            view: boolean;
        };
        TaskAccepted: {
            /**
             * @description What happened, as a sentence for people.
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
             * @description Time of the entry, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            at: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example La tâche a commencé.
             */
            localMessage?: string;
            /**
             * @description What was done, as a sentence for people.
             * @example The task has begun.
             */
            message: string;
        };
        TaskIntegration: {
            /**
             * @description Record that results are linked to, unless the parameter recordId names one.
             * @example 001D000000IqhSLIAZ
             */
            linkTo?: string;
            /**
             * @description Address of the platform's server.
             * @example https://example.my.salesforce.com
             */
            serverURL?: string;
            /** @description The caller's session on the platform. It is kept in memory only, until the task ends. */
            sessionID?: string;
            /**
             * @description Name of the platform.
             * @example Salesforce
             */
            type: string;
        };
        TaskOrder: {
            /**
             * @description How the documents of the rows are returned: separately, as one ZIP archive, or as one PDF in their order, which requires the output pdf. Default: files.
             * @enum {string}
             */
            bundle?: "files" | "zip" | "pdf";
            /** @description The platform that provides the template and receives the results. */
            integration?: components["schemas"]["TaskIntegration"];
            /**
             * @description Language of numbers and dates, if the template does not set one. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description Result of a placeholder without a value, if the template does not set one: empty, kept, or an error. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /**
             * @description Name of the documents without extension; may contain placeholders; {$row} is the number of the row. Default: the name of the template, followed by the number of the row if there are rows. Documents named by a package keep their names.
             * @example Letter {customer.name}
             */
            name?: string;
            /**
             * @description Format of the results: documents of the template's own type, PDFs, or both. Default: template.
             * @enum {string}
             */
            output?: "template" | "pdf" | "both";
            /** @description The parameters of the template, with any values. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Parameters of many documents, one object for each. The template is filled once per object, combined with params; the values of the row take precedence. */
            rows?: {
                [key: string]: unknown;
            }[] | null;
            /**
             * @description Identifier of the template, unless the template itself is sent: its id or name in the library, or its identifier on the platform.
             * @example offer letter
             */
            template?: string;
            /**
             * @description Time zone of dates, if the template does not set one. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
            /**
             * Format: int64
             * @description Version of the template in the library. Default: the newest.
             * @example 2
             */
            version?: number;
            /** @description Whether the results become documents in the library, each with a session of one hour. */
            view?: boolean;
            /**
             * @description Address that receives task.completed or task.failed.
             * @example https://example.com/hook
             */
            webhookURL?: string;
        };
        TaskProblem: {
            /**
             * @description Stable name of the problem for programs.
             * @example unclosed-loop
             */
            code: string;
            /**
             * @description The file with the problem, in a package of several templates.
             * @example letter.docx
             */
            file?: string;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example La boucle « items » n’est jamais fermée.
             */
            localMessage?: string;
            /**
             * @description The problem, as a sentence for people.
             * @example The loop “items” is never closed.
             */
            message: string;
            /**
             * @description The valid name that is most similar to the wrong one.
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
             * @description The text between the delimiters.
             * @example #items
             */
            tag?: string;
        };
        TaskProgress: {
            /**
             * Format: int64
             * @description Number of rows; 0 until they are read.
             * @example 100
             */
            count: number;
            /**
             * Format: int64
             * @description Number of rows whose documents are finished.
             * @example 60
             */
            done: number;
            /**
             * Format: int64
             * @description Number of rows that failed.
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
             * @description The document in the library, if view was set.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            documentId?: string;
            /**
             * @description Identifier of the result.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /** @description Whether this is a copy of the template with marked problems; absent if not. */
            marked?: boolean;
            /**
             * @description File name.
             * @example offer.docx
             */
            name: string;
            /**
             * @description Id of the result on the platform, if it was stored there.
             * @example 068D00000000001AAA
             */
            platformId?: string;
            /** @description A viewing session of that document, valid for one hour after the end of the task. It is created by the key that posted the task. */
            session?: components["schemas"]["KnownSession"];
            /**
             * Format: int64
             * @description Size in bytes.
             * @example 34567
             */
            size: number;
            /**
             * @description Address of the file, valid for one hour without a key; afterwards it returns 410, and the task returns a new one.
             * @example http://127.0.0.1:7420/v1/task/t-3xq7m2v5kq4yyb2gq6v4x5n7ta/result/mq2v7x5kzr4nyb3gq6v4w5n7ta?token=…
             */
            url: string;
        };
        TaskRow: {
            /** @description All errors of the row; empty unless it failed. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * Format: int64
             * @description Line of the text, or row of the sheet, where the row begins.
             * @example 8
             */
            line: number;
            /**
             * @description The message in the language that Accept-Language prefers; absent if that is English or the message has no translation.
             * @example Il n’y a pas de valeur pour « name ».
             */
            localMessage?: string;
            /**
             * @description Why the row failed, as a sentence for people: the first entry of errors; failed rows only.
             * @example There is no value for “name”.
             */
            message?: string;
            /**
             * @description File name of its first document, in a ZIP archive the name there; absent if it has none.
             * @example Letter 7.docx
             */
            name?: string;
            /** @description The documents of the row; empty if bundle combined them. */
            results: components["schemas"]["TaskResult"][];
            /**
             * Format: int64
             * @description Number of the row in the file, from 1.
             * @example 7
             */
            row: number;
            /**
             * @description Result of the row.
             * @enum {string}
             */
            state: "done" | "failed";
        };
        Template: {
            /**
             * @description When the first version was uploaded, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description Identifier of the template; tasks accept its name as well.
             * @example tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /**
             * @description Unique name of the template.
             * @example offer letter
             */
            name: string;
            /** @description Versions of the template, newest first; the newest is the default. */
            versions: components["schemas"]["TemplateVersion"][];
        };
        TemplateData: {
            /**
             * @description When the set was last saved, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            changedAt: string;
            /**
             * @description Name of the set, unique within the template.
             * @example Muster AG
             */
            name: string;
            /** @description The parameters, a JSON object. */
            params: unknown;
        };
        TemplateDataEntry: {
            /**
             * @description When the set was last saved, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            changedAt: string;
            /**
             * @description Name of the set, unique within the template.
             * @example Muster AG
             */
            name: string;
        };
        TemplateEdit: {
            /**
             * @description New name of the template.
             * @example offer letter
             */
            name: string;
        };
        TemplateLook: {
            /**
             * Format: int64
             * @description Maximum number of pages. Default: 1.
             */
            count?: number;
            /**
             * Format: int64
             * @description Number of the document to draw, from 1, if the template creates several. Default: 1.
             */
            document?: number;
            /**
             * Format: int64
             * @description First page to draw. Default: 1.
             */
            first?: number;
            /**
             * @description Language of numbers and dates, if the template does not set one. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description Result of a placeholder without a value, if the template does not set one. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /** @description The parameters. Default: the sample. */
            params?: {
                [key: string]: unknown;
            };
            /**
             * Format: double
             * @description Scale in pixels per point. Default: 1.
             */
            scale?: number;
            /**
             * @description Time zone of dates, if the template does not set one. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
        };
        TemplateMark: {
            /** @description Left, top, right and bottom, in points from the top left corner of the page. */
            box: number[] | null;
            /**
             * Format: int64
             * @description Page number, from 1.
             * @example 1
             */
            page: number;
            /**
             * Format: int64
             * @description Index of the problem in problems, from 0.
             * @example 0
             */
            problem: number;
        };
        TemplatePage: {
            /**
             * Format: double
             * @description Height in points.
             * @example 841.89
             */
            height: number;
            /**
             * Format: int64
             * @description Page number, from 1.
             * @example 1
             */
            number: number;
            /**
             * @description The image, in Base64.
             * @example iVBORw0KGgo=
             */
            png: string;
            /**
             * Format: double
             * @description Width in points.
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
            /** @description File names of the documents that the template creates; empty if there are problems. */
            documents: string[];
            /** @description Positions of problems on the pages of the template, one for each line, as far as they were found. */
            marks: components["schemas"]["TemplateMark"][];
            /**
             * Format: int64
             * @description Number of pages of the drawn document, or of the template itself.
             */
            pageCount: number;
            /** @description The requested pages that exist. */
            pages: components["schemas"]["TemplatePage"][];
            /** @description All problems of the template and the parameters. */
            problems: components["schemas"]["TaskProblem"][];
        };
        TemplateRendering: {
            /**
             * @description Language of numbers and dates, if the template does not set one. Default: en.
             * @example de-CH
             */
            locale?: string;
            /**
             * @description Result of a placeholder without a value, if the template does not set one. Default: empty.
             * @enum {string}
             */
            missing?: "empty" | "keep" | "error";
            /**
             * @description Format of the result: the template's own type, or a PDF. Default: template.
             * @enum {string}
             */
            output?: "template" | "pdf";
            /** @description The parameters. Default: the sample. */
            params?: {
                [key: string]: unknown;
            };
            /**
             * @description Time zone of dates, if the template does not set one. Default: UTC.
             * @example Europe/Zurich
             */
            timeZone?: string;
        };
        TemplateRow: {
            /** @description Errors of the row. */
            errors: components["schemas"]["TaskProblem"][];
            /**
             * Format: int64
             * @description Line of the text, or row of the sheet, where the row begins.
             * @example 8
             */
            line: number;
            /** @description Parameters of the row, in the order of the columns; null if the row cannot be read. */
            params: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Number of the row, from 1.
             * @example 7
             */
            row: number;
        };
        TemplateRows: {
            /**
             * Format: int64
             * @description Number of rows.
             * @example 120
             */
            count: number;
            /** @description The first rows. */
            rows: components["schemas"]["TemplateRow"][];
            /**
             * Format: int64
             * @description Number of rows that cannot be read.
             * @example 2
             */
            wrong: number;
        };
        TemplateSchema: {
            /** @description Errors in the template itself. */
            errors: components["schemas"]["TaskProblem"][];
            /** @description Parameters that match the schema; null if the template cannot be read. */
            sample: unknown;
            /** @description JSON Schema of the parameters, as far as it can be derived from the template; null if the template cannot be read. */
            schema: unknown;
        };
        TemplateVersion: {
            /**
             * @description When the version was uploaded, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description File name of the version.
             * @example offer.docx
             */
            filename: string;
            /**
             * @description Type of the first document of a package; absent for other templates, and if it is not known.
             * @enum {string}
             */
            mainType?: "docx" | "dotx" | "docm" | "dotm" | "xlsx" | "pptx" | "potx";
            /**
             * Format: int64
             * @description Number of the version, from 1.
             * @example 2
             */
            number: number;
            /**
             * Format: int64
             * @description Size in bytes.
             * @example 34567
             */
            size: number;
            /**
             * @description Type detected from the content; zip is a package of several templates.
             * @enum {string}
             */
            type: "docx" | "dotx" | "docm" | "dotm" | "xlsx" | "pptx" | "potx" | "zip";
        };
        /** @description Appearance of a viewer. Properties that are not set have the viewer's defaults for light and dark mode. */
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
             * @description Picture of the browser's tab. Empty: Lectern's mark.
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
            /** @description Main color: selected items, links, the focus, progress. Where its contrast is too low, a lighter or darker tone. */
            interfaceAccentColor?: string;
            /** @description Background of lists and notices. */
            interfaceBackgroundColor?: string;
            /** @description Text of messages, lists and notices. */
            interfaceColor?: string;
            /**
             * @description Font of the viewer's own texts; the document keeps its fonts.
             * @default Inter, system-ui, sans-serif
             */
            interfaceFontFamily: string;
            /**
             * @description The button that changes the layout.
             * @default visible
             * @enum {string}
             */
            layoutButtonVisibility: "visible" | "hidden";
            /**
             * @description Picture at the left of the top bar. Empty: Lectern's mark.
             * @default
             */
            logo: string;
            /**
             * @description Whether the logo, or the mark in its place, is shown.
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
             * @description Paper, unless the document sets another color.
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
        Totals: {
            /**
             * Format: int64
             * @description Number of documents with hits.
             * @example 88
             */
            documents: number;
            /**
             * Format: int64
             * @description Number of pages with hits, of all these documents.
             * @example 1204
             */
            pages: number;
            /** @description Whether there are more than these, because more than 20,000 pages match. */
            partial: boolean;
        };
        TrashStorage: {
            /**
             * Format: int64
             * @description Bytes of their originals, with identical originals counted separately.
             * @example 7340032
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of documents.
             * @example 12
             */
            count: number;
        };
        ViewerProperties: {
            /** @description Properties of profiles. */
            profile: components["schemas"]["Property"][];
            /** @description Properties of themes. */
            theme: components["schemas"]["Property"][];
        };
        WebhookSecret: {
            /** @description The previous secret, with which deliveries are also signed while it is valid. */
            previous?: components["schemas"]["PreviousSecret"];
            /**
             * @description The secret that signs deliveries as defined by Standard Webhooks: whsec_ and base64.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        WindowRequest: {
            /**
             * @description Ids of documents to open; the first one is shown.
             * @example [
             *       "3xq7m2v5kq4yyb2gq6v4x5n7ta"
             *     ]
             */
            documents?: string[] | null;
            /**
             * @description Absolute paths of files and folders to import while showing the result for each, or their addresses such as file:///home/ada/caf%E9.docx.
             * @example [
             *       "/home/ada/letter.docx"
             *     ]
             */
            files?: string[] | null;
            /**
             * @description Whether the window comes to the front.
             * @example true
             */
            show?: boolean;
        };
        Word: {
            box: number[] | null;
            fixed?: boolean;
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
                /** @description Entries of this key. */
                keyId?: string;
                /** @description Entries of this operation. */
                action?: string;
                /** @description Entries about this document, key or other object. */
                object?: string;
                /** @description Entries from this time on, RFC 3339. */
                since?: string;
                /** @description Entries before this time, RFC 3339. */
                until?: string;
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Continue after this entry: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Whether to continue without files that are missing or damaged. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of documents; all if absent. */
                limit?: number;
                /** @description Continue after this document: the value in the Link header of the previous response. */
                after?: string;
                /** @description Number of documents to skip, for lists that are scrolled to any position; requires limit, and excludes after. */
                offset?: number;
                /** @description Sort order; a hyphen sorts in descending order. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "pageCount" | "-pageCount" | "openedAt" | "-openedAt" | "size" | "-size" | "type" | "-type" | "deletedAt" | "-deletedAt";
                /** @description Documents with this id that also match the other parameters. Repeatable: documents with one of the ids. */
                id?: string[] | null;
                /** @description Documents in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Documents whose name contains this text. */
                name?: string;
                /** @description Documents with this id in another system. */
                externalId?: string;
                /** @description Documents with this tag. Repeatable: documents with all tags. */
                tag?: string[] | null;
                /** @description Documents whose metadata has all values of this JSON object. */
                metadata?: string;
                /** @description Documents of this kind, determined by their content. */
                type?: "pdf" | "text" | "sheet" | "slides";
                /** @description With true, favorites only. */
                favorite?: boolean;
                /** @description With true, only documents that have an openedAt; sort=-openedAt lists the most recently opened ones first. */
                opened?: boolean;
                /** @description Documents in the collection with this id. */
                collection?: string;
                /** @description Documents from the watched folder with this id. */
                folder?: string;
                /** @description With true, only documents that were fetched from an address. */
                fetched?: boolean;
                /** @description With true, documents in the trash, which are in no other list. */
                deleted?: boolean;
                /** @description With true, documents include size, type, revision, progress and localMessage. */
                details?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents; an empty array if there are none. */
            200: {
                headers: {
                    /** @description Address of the next part of the list, as rel="next", if there is one. */
                    Link?: string;
                    /** @description Number of all matching documents; only with limit. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Address of the document, http or https; a form can have it as a field instead. */
                url: string;
                /** @description Display name. Default: the file name. */
                name?: string;
                /** @description Address that receives the events of the document. */
                webhookURL?: string;
                /** @description Id of the document in another system. */
                externalId?: string;
                /** @description A JSON object that is stored with the document. Lists can be filtered by its values. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one. */
                profile?: string;
                /** @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one. */
                theme?: string;
                /** @description Whether the original is kept after the conversion and can be downloaded. */
                keepOriginal?: boolean;
                /** @description Same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
                /** @description Minutes for which the viewing session in the response is valid; 0 for no session. */
                session?: number;
                /** @description Id of the collection to which the document is added. */
                collection?: string;
            };
            header?: {
                /** @description A name chosen by the client for this request. A second request with the same name within 24 hours returns the result of the first one. */
                "Idempotency-Key"?: string;
                /** @description Password of an encrypted document. Send a password with characters that a header cannot contain in the form field 'password'. */
                "Document-Password"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Id of the collection to which the document is added.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Id of the document in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    /**
                     * @description Whether the original is kept after the conversion and can be downloaded.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object that is stored with the document. Lists can be filtered by its values.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name. Default: the file name.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description Same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes for which the viewing session in the response is valid; 0 for no session.
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
                     * @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address of the document, http or https; a form can have it as a field instead.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the events of the document.
                     * @example https://example.com/hook
                     */
                    webhookURL?: string;
                };
                "multipart/form-data": {
                    /**
                     * @description Id of the collection to which the document is added.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Id of the document in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    /**
                     * @description Whether the original is kept after the conversion and can be downloaded.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object that is stored with the document. Lists can be filtered by its values.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name. Default: the file name.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description Same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes for which the viewing session in the response is valid; 0 for no session.
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
                     * @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address of the document, http or https; a form can have it as a field instead.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the events of the document.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object existed and has ended or was deleted. */
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
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
    "archive-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveBody"];
            };
        };
        responses: {
            /** @description The ZIP file. */
            200: {
                headers: {
                    /** @description Number of documents that have no file. */
                    "Missing-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description File name, if the body is the file. */
                filename?: string;
                /** @description Display name. Default: the file name. */
                name?: string;
                /** @description Address that receives the events of the document. */
                webhookURL?: string;
                /** @description Id of the document in another system. */
                externalId?: string;
                /** @description A JSON object that is stored with the document. Lists can be filtered by its values. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one. */
                profile?: string;
                /** @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one. */
                theme?: string;
                /** @description Whether the original is kept after the conversion and can be downloaded. */
                keepOriginal?: boolean;
                /** @description Same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
                /** @description Minutes for which the viewing session in the response is valid; 0 for no session. */
                session?: number;
                /** @description Id of the collection to which the document is added. */
                collection?: string;
                /** @description Whether files of unsupported types are rejected instead of becoming failed documents. */
                supportedOnly?: boolean;
            };
            header?: {
                /** @description Can contain the file name, if the body is the file. */
                "Content-Disposition"?: string;
                /** @description Password of an encrypted document. Send a password with characters that a header cannot contain in the form field 'password'. */
                "Document-Password"?: string;
                /** @description A name chosen by the client for this request. A second request with the same name within 24 hours returns the result of the first one. */
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
                     * @description Id of the collection to which the document is added.
                     * @example c-3xq7m2v5kq4y
                     */
                    collection?: string;
                    /**
                     * @description Id of the document in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    file: string[];
                    /**
                     * @description File name, if the body is the file.
                     * @example letter.docx
                     */
                    filename?: string;
                    /**
                     * @description Whether the original is kept after the conversion and can be downloaded.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object that is stored with the document. Lists can be filtered by its values.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name. Default: the file name.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description Same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one.
                     * @example reading
                     */
                    profile?: string;
                    /**
                     * Format: int64
                     * @description Minutes for which the viewing session in the response is valid; 0 for no session.
                     * @example 60
                     */
                    session?: number;
                    /** @description Whether files of unsupported types are rejected instead of becoming failed documents. */
                    supportedOnly?: boolean;
                    /**
                     * @description A tag. Repeatable.
                     * @example [
                     *       "contract"
                     *     ]
                     */
                    tag?: string[] | null;
                    /**
                     * @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address that receives the events of the document.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object existed and has ended or was deleted. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum time to wait, in seconds. */
                timeout?: number;
                /** @description With true, documents include size, type, revision, progress and localMessage. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Address of the new version, if the request has no body. */
                url?: string;
                /** @description File name, if the body is the file. */
                filename?: string;
                /** @description Display name. Default: the file name. */
                name?: string;
                /** @description Address that receives the events of the document. */
                webhookURL?: string;
                /** @description Id of the document in another system. */
                externalId?: string;
                /** @description A JSON object that is stored with the document. Lists can be filtered by its values. */
                metadata?: string;
                /** @description A tag. Repeatable. */
                tag?: string[] | null;
                /** @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one. */
                profile?: string;
                /** @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one. */
                theme?: string;
                /** @description Whether the original is kept after the conversion and can be downloaded. */
                keepOriginal?: boolean;
                /** @description Same as keepOriginal, under the name of the field that it sets. */
                originalDocumentSaved?: boolean;
            };
            header?: {
                /** @description Can contain the file name, if the body is the file. */
                "Content-Disposition"?: string;
                /** @description Password of an encrypted document. Send a password with characters that a header cannot contain in the form field 'password'. */
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
                     * @description Id of the document in another system.
                     * @example case-4711
                     */
                    externalId?: string;
                    file: string[];
                    /**
                     * @description File name, if the body is the file.
                     * @example letter.docx
                     */
                    filename?: string;
                    /**
                     * @description Whether the original is kept after the conversion and can be downloaded.
                     * @default true
                     */
                    keepOriginal?: boolean;
                    /**
                     * @description A JSON object that is stored with the document. Lists can be filtered by its values.
                     * @example {"customer":"7"}
                     */
                    metadata?: string;
                    /**
                     * @description Display name. Default: the file name.
                     * @example Letter.docx
                     */
                    name?: string;
                    /**
                     * @description Same as keepOriginal, under the name of the field that it sets.
                     * @default true
                     */
                    originalDocumentSaved?: boolean;
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                    /**
                     * @description Name of a stored viewer profile that the document's sessions enforce, unless the session names one.
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
                     * @description Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one.
                     * @example night
                     */
                    theme?: string;
                    /**
                     * @description Address of the new version, if the request has no body.
                     * @example https://example.com/letter.docx
                     */
                    url?: string;
                    /**
                     * @description Address that receives the events of the document.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Scale of an image in pixels per point, from 0.05 to 20; 1 is 72 dpi. */
                scale?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the document. */
                id: string;
                /** @description Page number and format. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Password of an encrypted document. Send a password with characters that a header cannot contain in the form field 'password'. */
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
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
                    password?: string;
                };
                "multipart/form-data": {
                    /** @description Password of an encrypted document. It is stored encrypted until the conversion ends. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
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
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Value of next in the previous response: only pages after this one are searched. */
                after?: number;
                /** @description Has no effect: parts of words are found without it. */
                prefix?: boolean;
                /** @description Whether upper and lower case are distinguished. */
                case?: boolean;
                /** @description Whether only whole words match. Scripts without spaces have none. */
                word?: boolean;
                /** @description Whether letters with and without diacritics are distinguished. */
                marks?: boolean;
                /** @description Maximum number of pages. */
                limit?: number;
                /** @description Only pages before this one are returned; 0 for all. */
                before?: number;
                /** @description Whether pages and hits are counted. Without counting, the first page is found at once in a document of any length. */
                count?: boolean;
                /** @description Whether the response contains an excerpt of each page. */
                snippets?: boolean;
                /** @description Whether the response contains the text around hits, of about 20 hits per page. */
                lines?: boolean;
                /** @description Number of hits on each page to skip before lines are returned. */
                skip?: number;
                /** @description Whether the response contains the position of each hit on its page. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Value of next in the previous response: only pages after this one are searched. */
                after?: number;
                /** @description Has no effect: parts of words are found without it. */
                prefix?: boolean;
                /** @description Whether upper and lower case are distinguished. */
                case?: boolean;
                /** @description Whether only whole words match. Scripts without spaces have none. */
                word?: boolean;
                /** @description Whether letters with and without diacritics are distinguished. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Width in pixels; a very high page is made narrower. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Same as Last-Event-ID, for clients that cannot set headers. It takes precedence over the header. */
                after?: string;
                /** @description Only events of this document or task. */
                documentId?: string;
                /** @description Only events of this type. */
                type?: "document.posted" | "document.processingStarted" | "document.firstPageReady" | "document.ready" | "document.failed" | "session.opened" | "task.completed" | "task.failed";
            };
            header?: {
                /** @description Events after the one with this id; if absent, events from now on. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events; each 'data' is an object of this type. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Continue after this entry: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Only files in this state. */
                state?: "writing" | "waiting" | "taken" | "duplicate" | "failed" | "ignored" | "gone";
                /** @description Maximum number of files. */
                limit?: number;
                /** @description Continue after this file: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Identifier of the entry of the file. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Continue after this entry: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Purpose of the key. */
                name: string;
                /** @description Role of the key. */
                role?: "admin" | "write" | "read";
                /** @description When the key expires, RFC 3339; if absent, it never expires. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description What happens to the viewing sessions that the key created: they end, or they stay valid. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of documents. */
                limit?: number;
                /** @description Value of next in the previous response, to get the next part. */
                after?: string;
                /** @description Whether the response contains the position of each hit on its page. */
                boxes?: boolean;
                /** @description Whether the response contains totals. */
                count?: boolean;
                /** @description Documents of this kind, determined by their content. */
                type?: "pdf" | "text" | "sheet" | "slides";
                /** @description Documents with this tag. Repeatable: documents with all tags. */
                tag?: string[] | null;
                /** @description Documents in the collection with this id. */
                collection?: string;
                /** @description Documents from the watched folder with this id. */
                folder?: string;
                /** @description With true, favorites only. */
                favorite?: boolean;
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Sessions of this document. */
                documentId?: string;
                /** @description Sessions with this profile. */
                profile?: string;
                /** @description Sessions with this theme. */
                theme?: string;
                /** @description Whether to include sessions that are no longer active. */
                all?: boolean;
                /** @description Maximum number of sessions. */
                limit?: number;
                /** @description Continue after this session: the reference in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Name of a stored viewer profile. Its permissions are enforced; the viewer's address can change the presentation. */
                profile?: string;
                /** @description Name of a stored viewer theme, which applies unless the viewer's address names one. */
                theme?: string;
                /** @description false: nothing is enforced, and the profile only affects presentation. true: the viewer's address cannot change homeURL and output either, a reader whose address asks for more is notified, and without a profile the one named default is enforced. */
                lockedProfile?: boolean;
                /** @description How often the session can be opened; 0 for any number of times. */
                maxViews?: number;
                /** @description The reader that the session is for, shown in lists and watermarks. */
                reader?: string;
                /** @description Whether to report readers: the event session.opened, at most once a minute, and in the session the pages that were seen and the time. */
                notify?: boolean;
                /** @description Whether the session is for the owner's own reading and is not listed among the active ones. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or reference of the session. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or reference of the session. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description The reader named in a watermark. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Continue after this entry: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description The expected ETag of the set, several separated by commas, or * if it must exist. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object was changed in the meantime; request it again for its current `ETag`. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description The expected ETag of the set, several separated by commas, or * if it must exist. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object was changed in the meantime; request it again for its current `ETag`. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Continue after this entry: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description The expected ETag of the set, several separated by commas, or * if it must exist. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object was changed in the meantime; request it again for its current `ETag`. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description The expected ETag of the set, several separated by commas, or * if it must exist. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object was changed in the meantime; request it again for its current `ETag`. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description whsec_ and the base64 of 24 to 64 bytes. Default: a random secret. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description With true, also deletes the libraries that were set aside by restoring. */
                setAside?: boolean;
                /** @description With true, also deletes files set aside because they are not in the database. They are lost for any other database that needs them, such as one restored later. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Only deliveries of events of this document. */
                documentId?: string;
                /** @description Only deliveries of events of this task. */
                taskId?: string;
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description Maximum number of deliveries. */
                limit?: number;
                /** @description Continue after this delivery: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Address of the receiver, http or https. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
    "add-sample-template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the sample. */
                sample: "invoice" | "letter" | "deck";
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
    "list-tasks": {
        parameters: {
            query?: {
                /** @description Only tasks in this state. */
                state?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description Only tasks of this template: the id or name of a template in the library finds tasks posted with either; other values find tasks posted with the same value. */
                template?: string;
                /** @description Maximum number of tasks. */
                limit?: number;
                /** @description Continue after this task: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description A name chosen by the client for this request. A second request with the same name within 24 hours returns the task of the first one. */
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
                     * @description A file of rows: CSV with a header, XLSX with a header on its first sheet, JSON lines, or a JSON list of objects.
                     */
                    rows?: string;
                    /**
                     * Format: binary
                     * @description The template with its file name; absent if an identifier is given.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object existed and has ended or was deleted. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum time to wait, in seconds. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Token in the address of a result that replaces a key. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object existed and has ended or was deleted. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Only rows in this state. */
                state?: "done" | "failed";
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Continue after the row with this number. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Maximum number of templates. */
                limit?: number;
                /** @description Continue after this template: the value in the Link header of the previous response. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Name of the template. Default: the file name without its extension. */
                name?: string;
                /** @description File name, if the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description Can contain the file name, if the body is the file. */
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
                     * @description File name, if the body is the file.
                     * @example offer.docx
                     */
                    filename?: string;
                    /**
                     * @description Name of the template. Default: the file name without its extension.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Number of the version. Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Number of the version. Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server cannot do this at present; retry later. */
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
                /** @description Number of the version. Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server cannot do this at present; retry later. */
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
                /** @description Number of the version. Default: the newest. */
                version?: number;
                /** @description Maximum number of rows to return. */
                limit?: number;
                /** @description Language of numbers, if the template does not set one. Default: en. */
                locale?: string;
                /** @description File name, if the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description Can contain the file name, if the body is the file. */
                "Content-Disposition"?: string;
            };
            path: {
                /** @description Id or name of the template. */
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
                     * @description File name, if the body is the file.
                     * @example offer.docx
                     */
                    filename?: string;
                    /**
                     * Format: int64
                     * @description Maximum number of rows to return.
                     * @default 50
                     */
                    limit?: number;
                    /**
                     * @description Language of numbers, if the template does not set one. Default: en.
                     * @example de-CH
                     */
                    locale?: string;
                    /**
                     * Format: int64
                     * @description Number of the version. Default: the newest.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests or jobs are waiting; retry later. */
            429: {
                headers: {
                    /** @description Seconds after which the request can be retried. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server cannot do this at present; retry later. */
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
                /** @description Number of the version. Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Id or name of the template. */
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server cannot do this at present; retry later. */
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
                /** @description File name, if the body is the file. */
                filename?: string;
            };
            header?: {
                /** @description Can contain the file name, if the body is the file. */
                "Content-Disposition"?: string;
            };
            path: {
                /** @description Id or name of the template. */
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
                     * @description File name, if the body is the file.
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
                    /** @description The scheme ApiKey: the header `Authorization` contains the key without a scheme. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an unknown origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The object does not exist, or not yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The current state does not allow this. */
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
            /** @description The type of the body is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A parameter or field is missing or not valid; `errors` lists which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server failed; its log has the details. */
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
                /** @description Identifier of the delivery, the same for each attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures separated by spaces: v1, a comma, and the base64 of an HMAC-SHA256 of id.timestamp.body. */
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
            /** @description The receiver has accepted the events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
