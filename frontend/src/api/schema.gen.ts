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
         * @description Accepts a file: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in `Content-Disposition`. One file is answered with its document, several with an array of theirs.
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
             * @description Where the document is in its life.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description Whether the first page can be viewed. */
            viewable: boolean;
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
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    file: string[];
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
