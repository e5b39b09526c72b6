// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.

export interface paths {
    "/api/v0/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Gives all documents, newest first.
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
         * @description Accepts a file: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in `Content-Disposition`. One file is answered with its document, several with an array of theirs. A part `password` before or after them opens those that are encrypted.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Tries a document that has failed once more, with a password where one is given; what could not be fetched is fetched again. The document is processing again, as directly after posting.
         */
        post: operations["retry-document"];
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
    "/api/v0/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a viewing session
         * @description Grants a reader a document for some minutes. Possession of the viewer URL is the grant.
         */
        post: operations["create-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Document: {
            /**
             * @description When it was posted, ISO 8601.
             * @example 2026-01-02T03:04:05.678+00:00
             */
            createdAt: string;
            /**
             * @description File name offered for downloading.
             * @example Letter.docx
             */
            downloadFilename: string;
            /**
             * @description Identifier of the document.
             * @example 3xq7m2v5kq4yyb2gq6v4x5n7ta
             */
            id: string;
            /** @description Why it failed, in a person's words; failed documents only. */
            message?: string;
            /**
             * @description Display name.
             * @example Letter.docx
             */
            name: string;
            /** @description Whether the original file is kept. */
            originalDocumentSaved: boolean;
            /** @description Where it was fetched from; empty for an upload. */
            originalURL: string;
            /**
             * Format: int64
             * @description The pages known so far; 0 directly after posting.
             */
            pageCount: number;
            /**
             * @description Why it failed, as a name that stays; failed documents only, and not those that failed under a Lectern that noted none.
             * @enum {string}
             */
            reason?: "password-protected" | "wrong-password" | "unsupported-encryption" | "damaged" | "unsupported" | "empty" | "hidden-sheets" | "hidden-slides" | "too-large" | "too-many-pages" | "nested-too-deeply" | "timeout" | "too-much-memory" | "converter-crashed" | "no-engine" | "no-space" | "server-fault" | "invalid-address" | "forbidden-address" | "unknown-host" | "unreachable" | "invalid-certificate" | "error-status" | "too-many-redirects" | "download-timeout" | "unknown-encoding" | "broken-download";
            /**
             * @description Where the document is in its life.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description Whether the first page can be viewed. */
            viewable: boolean;
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
        Problem: {
            /**
             * @description What went wrong, in a person's words.
             * @example There is no document "abc".
             */
            detail: string;
            /** @description What is wrong with each parameter or field. */
            errors?: components["schemas"]["Reason"][];
            /**
             * @description The same as detail.
             * @example There is no document "abc".
             */
            message: string;
            /** @description The request's id, also in the header X-Request-Id and in the server's log. */
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
        Reason: {
            /**
             * @description Which parameter or field.
             * @example query.duration
             */
            location: string;
            /** @description What is wrong with it. */
            message: string;
        };
        Report: {
            /** @description What the document wanted to load from elsewhere: files and addresses, none of which was read. */
            blockedLinks: string[];
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
             */
            memory?: number;
            /**
             * Format: double
             * @description How long it took.
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
        Session: {
            /**
             * @description Until when the viewer URL works, ISO 8601.
             * @example 2026-01-02T04:04:05.678+00:00
             */
            expiresAt: string;
            /** @description Randomly generated session id: it is the grant. */
            id: string;
            /**
             * @description Opens the viewer.
             * @example http://127.0.0.1:7420/viewer/view?sessionId=…
             */
            viewerURL: string;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents; an empty array when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"][];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
                /** @description The document's address, http or https. */
                url: string;
                /** @description Display name; the file's own where it is missing. */
                name?: string;
                /** @description Address that receives the document's events. */
                webhookURL?: string;
            };
            header?: {
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            };
            header?: {
                /** @description May carry the file's name, where the body is the file. */
                "Content-Disposition"?: string;
                /** @description Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form. */
                "Document-Password"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    file: string[];
                    /** @description Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended. */
                    password?: string;
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
    "get-document": {
        parameters: {
            query?: {
                /** @description State to wait for. */
                wait?: "viewable" | "ready";
                /** @description Seconds to wait at most. */
                timeout?: number;
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description OK */
            200: {
                headers: {
                    "Content-Length"?: number;
                    "Content-Type"?: string;
                    "Page-Scale"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
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
}
