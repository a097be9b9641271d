/// The description of the API in OpenAPI 3.1: Docs/openapi.json, put here by Scripts/openapi.
enum OpenAPI {
    static let document = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Print Center",
            "version": "1",
            "summary": "Printing for one user, on a Unix socket that only this user can open.",
            "description": "Keys of answers are always there, null where nothing is known. Fields may be added; none is renamed or dropped. Words come in the language asked for; codes and parameters never change. Every answer has the service's version in Printcenter-Version. Fields of a body and names of a query that the service does not know are refused (unknown-field), never passed over; a client passes over fields of an answer that it does not know. A request has 10 seconds for its head and has to bring 1 KiB of its body every 30 seconds (every 10 minutes where it has no Content-Length), or it is answered with 408 (request-timeout). Beyond 512 connections the one that has waited longest for its next request is closed; where there is none, a new one is answered with 503 (too-many-connections). An answer whose reader takes nothing for 30 seconds is cut off.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
          },
          "servers": [
            {
              "url": "http://localhost",
              "description": "Over the socket $XDG_RUNTIME_DIR/printcenter/socket; the host does not matter."
            }
          ],
          "paths": {
            "/v1/status": {
              "get": {
                "operationId": "status",
                "summary": "What the service says of itself",
                "responses": {
                  "200": {
                    "description": "The status.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Status"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "500": {"$ref": "#/components/responses/500"}
                }
              }
            },
            "/v1/stop": {
              "post": {
                "operationId": "stop",
                "summary": "Has the service end; jobs go on at its next start",
                "responses": {"202": {"description": "It ends."}, "400": {"$ref": "#/components/responses/400"}}
              }
            },
            "/v1/openapi.json": {
              "get": {
                "operationId": "describe",
                "summary": "This description",
                "responses": {
                  "200": {
                    "description": "The description.",
                    "content": {"application/json": {"schema": {"type": "object"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"}
                }
              }
            },
            "/v1/printers": {
              "get": {
                "operationId": "printers",
                "summary": "All printers",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "responses": {
                  "200": {
                    "description": "The printers.",
                    "content": {
                      "application/json": {
                        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Printer"}}
                      }
                    }
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/printers/{id}": {
              "get": {
                "operationId": "printer",
                "summary": "One printer",
                "parameters": [
                  {"$ref": "#/components/parameters/printer"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The printer.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Printer"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/printers/default": {
              "put": {
                "operationId": "setDefaultPrinter",
                "summary": "Makes a printer the user's own default",
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DefaultPrinterRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The printer that is the default now.",
                    "content": {
                      "application/json": {
                        "schema": {"oneOf": [{"$ref": "#/components/schemas/Printer"}, {"type": "null"}]}
                      }
                    }
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "500": {"$ref": "#/components/responses/500"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/printers/events": {
              "get": {
                "operationId": "followPrinters",
                "summary": "All printers, then each that comes, changes or goes, without end",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "responses": {
                  "200": {
                    "description": "Server-sent events: first one named printers, whose data is an array of all Printers; then one named printer for each change, whose data is a PrinterChange. A comment every few seconds finds out whether somebody still listens. While the scheduler does not answer, nothing is told.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "500": {"$ref": "#/components/responses/500"}
                }
              }
            },
            "/v1/availability": {
              "get": {
                "operationId": "availability",
                "summary": "Whether printing is possible now, and where",
                "description": "It is answered from what is known, without waiting for any printer. That the scheduler does not answer is an answer, too.",
                "parameters": [
                  {"$ref": "#/components/parameters/mimeType"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The answer, yes or no.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Availability"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"}
                }
              },
              "post": {
                "operationId": "canPrint",
                "summary": "Whether a document can be printed now, and where",
                "description": "The body is the document, or its first 64 KiB. Only a whole one shows that it is damaged, encrypted or empty. Nothing of it is kept.",
                "parameters": [
                  {
                    "name": "name",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "The file's name, a hint at the kind of text; it is never opened."
                  },
                  {
                    "name": "size",
                    "in": "query",
                    "schema": {"type": "integer", "minimum": 0},
                    "description": "The size of the whole document in bytes; that of the body where it is left out."
                  },
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "requestBody": {"required": true, "content": {"application/octet-stream": {}}},
                "responses": {
                  "200": {
                    "description": "The answer, yes or no.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Availability"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "413": {"$ref": "#/components/responses/413"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/availability/events": {
              "get": {
                "operationId": "followAvailability",
                "summary": "Whether printing is possible now, then each change of the answer, without end",
                "parameters": [
                  {"$ref": "#/components/parameters/mimeType"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "Server-sent events named availability: the data is an Availability, the first one at once. A comment every few seconds finds out whether somebody still listens.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "500": {"$ref": "#/components/responses/500"}
                }
              }
            },
            "/v1/options": {
              "post": {
                "operationId": "options",
                "summary": "What a ticket can say for a printer, and for a document on it",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OptionsRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The options.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Options"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/check": {
              "post": {
                "operationId": "check",
                "summary": "Whether a document can be printed, and what would happen",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CheckRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The answer, yes or no.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Check"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/documents": {
              "post": {
                "operationId": "receive",
                "summary": "Takes in a document",
                "description": "A document that no job uses goes after an hour.",
                "parameters": [
                  {
                    "name": "name",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "The file's name; it is shown and never opened."
                  },
                  {
                    "name": "type",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "The MIME type, where the contents show none."
                  },
                  {"$ref": "#/components/parameters/idempotencyKey"}
                ],
                "requestBody": {"required": true, "content": {"application/octet-stream": {}}},
                "responses": {
                  "201": {
                    "description": "All of it is on the disk. A document that cannot be printed is answered too; its problem says why.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Document"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "413": {"$ref": "#/components/responses/413"},
                  "500": {"$ref": "#/components/responses/500"},
                  "507": {"$ref": "#/components/responses/507"}
                }
              }
            },
            "/v1/documents/{id}": {
              "delete": {
                "operationId": "discard",
                "summary": "Forgets a document that no job uses",
                "parameters": [{"$ref": "#/components/parameters/document"}],
                "responses": {
                  "204": {"description": "It is gone."},
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"}
                }
              }
            },
            "/v1/documents/{id}/pages/{page}/preview": {
              "get": {
                "operationId": "previewPage",
                "summary": "A picture of a page",
                "parameters": [
                  {"$ref": "#/components/parameters/document"},
                  {"name": "page", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}},
                  {
                    "name": "size",
                    "in": "query",
                    "schema": {"type": "integer", "default": 256},
                    "description": "The longer edge in pixels."
                  }
                ],
                "responses": {
                  "200": {"description": "The page as a PNG.", "content": {"image/png": {}}},
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "422": {"$ref": "#/components/responses/422"}
                }
              }
            },
            "/v1/previews": {
              "post": {
                "operationId": "preview",
                "summary": "Make what would be sent for a document, to look at it first",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CheckRequest"}}}
                },
                "responses": {
                  "201": {
                    "description": "What can be looked at; the same plan twice is the same preview.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SheetPreview"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "422": {"$ref": "#/components/responses/422"},
                  "503": {"$ref": "#/components/responses/503"},
                  "507": {"$ref": "#/components/responses/507"}
                }
              }
            },
            "/v1/previews/{id}/faces/{face}": {
              "get": {
                "operationId": "previewFace",
                "summary": "A picture of one side of a sheet, as it comes out of the printer",
                "parameters": [
                  {
                    "name": "id",
                    "in": "path",
                    "required": true,
                    "schema": {"type": "string"},
                    "description": "The id that POST /v1/previews gave."
                  },
                  {
                    "name": "face",
                    "in": "path",
                    "required": true,
                    "schema": {"type": "integer", "minimum": 1},
                    "description": "The face, in the order in which they are printed."
                  },
                  {"$ref": "#/components/parameters/faceSize"}
                ],
                "responses": {
                  "200": {"$ref": "#/components/responses/Face"},
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "422": {"$ref": "#/components/responses/422"}
                }
              }
            },
            "/v1/jobs/{id}/preview": {
              "post": {
                "operationId": "previewJob",
                "summary": "What a job sends, to look at it",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "201": {
                    "description": "What can be looked at.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SheetPreview"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "422": {"$ref": "#/components/responses/422"},
                  "503": {"$ref": "#/components/responses/503"},
                  "507": {"$ref": "#/components/responses/507"}
                }
              },
              "get": {
                "operationId": "previewJobFace",
                "summary": "A picture of one side of a sheet of a job",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {
                    "name": "face",
                    "in": "query",
                    "schema": {"type": "integer", "minimum": 1, "default": 1},
                    "description": "The face, in the order in which they are printed."
                  },
                  {"$ref": "#/components/parameters/faceSize"}
                ],
                "responses": {
                  "200": {"$ref": "#/components/responses/Face"},
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "422": {"$ref": "#/components/responses/422"},
                  "503": {"$ref": "#/components/responses/503"},
                  "507": {"$ref": "#/components/responses/507"}
                }
              }
            },
            "/v1/jobs": {
              "get": {
                "operationId": "jobs",
                "summary": "The queue, other programs' jobs too, oldest first",
                "parameters": [
                  {
                    "name": "all",
                    "in": "query",
                    "schema": {"type": "boolean", "default": false},
                    "description": "Whether those that have ended are listed too."
                  },
                  {
                    "name": "printer",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "Those of one printer."
                  },
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The jobs.",
                    "content": {
                      "application/json": {
                        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Job"}}
                      }
                    }
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "500": {"$ref": "#/components/responses/500"}
                }
              },
              "post": {
                "operationId": "submit",
                "summary": "Queues a job, if printing is possible",
                "description": "A document that comes along as a form stays for an hour where printing is not possible; the check of the problem tells its id.",
                "parameters": [
                  {
                    "name": "name",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "The name of the file that comes along, where the form's own is not meant; it is shown and never opened."
                  },
                  {
                    "name": "type",
                    "in": "query",
                    "schema": {"type": "string"},
                    "description": "The MIME type of the file that comes along, where the contents show none."
                  },
                  {"$ref": "#/components/parameters/idempotencyKey"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/SubmissionRequest"}},
                    "multipart/form-data": {
                      "schema": {
                        "type": "object",
                        "description": "Job and document at once, the job first.",
                        "required": ["job", "document"],
                        "properties": {
                          "job": {"$ref": "#/components/schemas/PrintRequest"},
                          "document": {
                            "type": "string",
                            "contentMediaType": "application/octet-stream",
                            "description": "The bytes; nothing follows them."
                          }
                        }
                      }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "The job: from here on no crash loses it.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "422": {"$ref": "#/components/responses/422"},
                  "500": {"$ref": "#/components/responses/500"},
                  "503": {"$ref": "#/components/responses/503"},
                  "507": {"$ref": "#/components/responses/507"}
                }
              }
            },
            "/v1/jobs/{id}": {
              "get": {
                "operationId": "job",
                "summary": "Everything about one job",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The job and its story.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobDetails"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"}
                }
              }
            },
            "/v1/jobs/{id}/cancel": {
              "post": {
                "operationId": "cancel",
                "summary": "Cancels a job, wherever it is",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The job; where the printer has it, it ends when the printer lets go of it.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "502": {"$ref": "#/components/responses/502"}
                }
              }
            },
            "/v1/jobs/{id}/hold": {
              "post": {
                "operationId": "hold",
                "summary": "Holds a job until it is released",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The job; one that is held already stays as it is.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "403": {"$ref": "#/components/responses/403"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "502": {"$ref": "#/components/responses/502"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/jobs/{id}/release": {
              "post": {
                "operationId": "release",
                "summary": "Lets a held job go now",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "The job; one that is not held stays as it is.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "403": {"$ref": "#/components/responses/403"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "502": {"$ref": "#/components/responses/502"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/jobs/{id}/move": {
              "post": {
                "operationId": "move",
                "summary": "Has another printer print a job",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MoveRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The job.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "403": {"$ref": "#/components/responses/403"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "502": {"$ref": "#/components/responses/502"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/jobs/{id}/priority": {
              "post": {
                "operationId": "priority",
                "summary": "Puts a job before or behind others of its printer",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PriorityRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The job.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "403": {"$ref": "#/components/responses/403"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "413": {"$ref": "#/components/responses/413"},
                  "502": {"$ref": "#/components/responses/502"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/jobs/{id}/reprint": {
              "post": {
                "operationId": "reprint",
                "summary": "Prints the document of a job once more, as a new job",
                "parameters": [
                  {"$ref": "#/components/parameters/job"},
                  {"$ref": "#/components/parameters/idempotencyKey"},
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "requestBody": {
                  "required": false,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ReprintRequest"}}}
                },
                "responses": {
                  "201": {
                    "description": "The new job: from here on no crash loses it.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "409": {"$ref": "#/components/responses/409"},
                  "410": {"$ref": "#/components/responses/410"},
                  "413": {"$ref": "#/components/responses/413"},
                  "422": {"$ref": "#/components/responses/422"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/jobs/cancel": {
              "post": {
                "operationId": "cancelAll",
                "summary": "Cancels all jobs of the user that have not ended, those of other programs too",
                "parameters": [{"$ref": "#/components/parameters/acceptLanguage"}],
                "requestBody": {
                  "required": false,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CancelRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "The jobs; those that a printer has end when it lets go of them.",
                    "content": {
                      "application/json": {
                        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Job"}}
                      }
                    }
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "413": {"$ref": "#/components/responses/413"},
                  "503": {"$ref": "#/components/responses/503"}
                }
              }
            },
            "/v1/events": {
              "get": {
                "operationId": "follow",
                "summary": "The jobs as they are, then each change, without end",
                "parameters": [
                  {
                    "name": "job",
                    "in": "query",
                    "schema": {"type": "array", "items": {"type": "integer"}},
                    "description": "Only these jobs; the key may come several times."
                  },
                  {
                    "name": "Last-Event-ID",
                    "in": "header",
                    "schema": {"type": "integer"},
                    "description": "Goes on after this event, instead of with the jobs as they are. Where changes after it are forgotten, or it is of another queue, an event named reset comes first, and then the jobs as they are."
                  },
                  {"$ref": "#/components/parameters/acceptLanguage"}
                ],
                "responses": {
                  "200": {
                    "description": "Server-sent events named job: the data is a Job, the id the event's place in the order of all changes. An event named reset (its data a StreamNotice) says that not all changes after Last-Event-ID are known; the jobs follow as they are. An event named end (its data a StreamNotice) says why the stream ends: the reader is more than 10,000 changes or 30 seconds behind. A comment stands behind the jobs as they are, and every few seconds finds out whether somebody still listens.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "500": {"$ref": "#/components/responses/500"}
                }
              }
            },
            "/v1/documents/{id}/unlock": {
              "post": {
                "operationId": "unlock",
                "summary": "Takes the encryption off a document",
                "parameters": [{"$ref": "#/components/parameters/document"}],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/UnlockRequest"}}}
                },
                "responses": {
                  "200": {
                    "description": "What the document is from now on.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Document"}}}
                  },
                  "400": {"$ref": "#/components/responses/400"},
                  "404": {"$ref": "#/components/responses/404"},
                  "422": {"$ref": "#/components/responses/422"}
                }
              }
            }
          },
          "components": {
            "parameters": {
              "acceptLanguage": {
                "name": "Accept-Language",
                "in": "header",
                "schema": {"type": "string"},
                "description": "The language of the words: English or Simplified Chinese."
              },
              "mimeType": {
                "name": "type",
                "in": "query",
                "schema": {"type": "string"},
                "description": "The MIME type of a document; whether printing is possible at all where it is left out."
              },
              "idempotencyKey": {
                "name": "Idempotency-Key",
                "in": "header",
                "schema": {"type": "string", "minLength": 1, "maxLength": 255},
                "description": "The same key with the same request gives the first answer again. A UUID becomes the job's submission."
              },
              "printer": {
                "name": "id",
                "in": "path",
                "required": true,
                "schema": {"type": "string"},
                "description": "The printer's id, or a name that only it has."
              },
              "document": {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
              "job": {
                "name": "id",
                "in": "path",
                "required": true,
                "schema": {"type": "string"},
                "description": "The job's number, or the scheduler's name for a job of another program."
              },
              "faceSize": {
                "name": "size",
                "in": "query",
                "schema": {"type": "integer", "minimum": 1, "maximum": 16384, "default": 1024},
                "description": "The longer edge in pixels."
              }
            },
            "responses": {
              "Face": {
                "description": "The face as it comes out: in grey where there are no colours, with a veil over the margins that the printer cannot reach. A portable pixmap where Accept names exactly that.",
                "content": {"image/png": {}, "image/x-portable-pixmap": {}}
              },
              "400": {
                "description": "The request is not understood, or has a value that no printer could take.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "403": {
                "description": "The scheduler does not let this user do that.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "404": {
                "description": "There is no such thing.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "409": {
                "description": "It is not possible now; where printing is not, the obstacles say why.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "410": {
                "description": "The document of the job is no longer kept.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "413": {
                "description": "The body is too large.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "422": {
                "description": "The request cannot be carried out as it is.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "500": {
                "description": "Something went wrong inside the service.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "502": {
                "description": "The scheduler did not do it.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "503": {
                "description": "The scheduler cannot be reached.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              },
              "507": {
                "description": "The disk is full; nothing was kept.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
              }
            },
            "schemas": {
              "Reason": {
                "type": "object",
                "description": "Why something is not moving, or how it ended.",
                "required": ["code", "parameters", "message", "remedy"],
                "properties": {
                  "code": {
                    "type": "string",
                    "description": "Never changes. For what a printer says of itself, the IPP keyword without its severity."
                  },
                  "parameters": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "What the words speak of: a printer, a page, a count."
                  },
                  "message": {"type": "string", "description": "What is the matter, in one sentence."},
                  "remedy": {"type": "string", "description": "What to do about it, in one sentence."}
                }
              },
              "Obstacle": {
                "type": "object",
                "description": "One reason why printing is not possible, or a notice, which refuses nothing.",
                "required": ["code", "option", "parameters", "message", "remedy"],
                "properties": {
                  "code": {"type": "string", "description": "Never changes, for example sides-unsupported."},
                  "option": {"type": ["string", "null"], "description": "The ticket option that it is about."},
                  "parameters": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "What the words speak of: a printer, a page, a count."
                  },
                  "message": {"type": "string", "description": "What is the matter, in one sentence."},
                  "remedy": {"type": "string", "description": "What to do about it, in one sentence."}
                }
              },
              "Document": {
                "type": "object",
                "description": "The snapshot of a file in the spool.",
                "required": [
                  "id",
                  "name",
                  "type",
                  "kind",
                  "title",
                  "pages",
                  "pageSizes",
                  "size",
                  "sha256",
                  "problem"
                ],
                "properties": {
                  "id": {"type": ["string", "null"], "description": "The id under which the service knows it."},
                  "name": {"type": "string", "description": "The file's name without its folders."},
                  "type": {"type": "string", "description": "The MIME type that its contents show."},
                  "kind": {"type": "string", "description": "What it is, in words."},
                  "title": {"type": ["string", "null"], "description": "The title that it carries."},
                  "pages": {
                    "type": ["integer", "null"],
                    "minimum": 0,
                    "description": "How many pages it has, where that can be told."
                  },
                  "size": {"type": "integer", "minimum": 0, "description": "Its size in bytes."},
                  "sha256": {
                    "type": ["string", "null"],
                    "pattern": "^[0-9a-f]{64}$",
                    "description": "The SHA-256 of its bytes, in hexadecimal."
                  },
                  "problem": {
                    "enum": ["empty", "damaged", "encrypted", "too-large", null],
                    "description": "What keeps it from being printed."
                  },
                  "pageSizes": {
                    "type": ["array", "null"],
                    "items": {
                      "type": "object",
                      "required": ["count", "width", "height"],
                      "properties": {
                        "count": {"type": "integer", "description": "How many pages."},
                        "width": {"type": "number", "description": "The width."},
                        "height": {"type": "number", "description": "The height."}
                      }
                    },
                    "description": "The sizes of its first pages in points, as runs of pages of one size."
                  }
                }
              },
              "Ticket": {
                "type": "object",
                "description": "What the user asks for. Requests may leave keys out; null leaves the choice to the printer.",
                "required": [],
                "properties": {
                  "pages": {
                    "type": ["string", "null"],
                    "description": "Document pages, in the order in which they are printed: 1-3,7,5- or 3-1."
                  },
                  "pageSet": {
                    "enum": ["all", "odd", "even", null],
                    "description": "Which of the chosen pages: those with an odd or an even number in the document."
                  },
                  "reverse": {"type": ["boolean", "null"], "description": "Whether the last sheet comes out first."},
                  "copies": {"type": ["integer", "null"], "description": "How many copies; 1 or more."},
                  "collate": {"type": ["boolean", "null"], "description": "Whether the copies are kept apart."},
                  "sides": {
                    "type": ["string", "null"],
                    "description": "The IPP keyword: one-sided, two-sided-long-edge, two-sided-short-edge."
                  },
                  "media": {"type": ["string", "null"], "description": "A PWG name, or a usual one such as A4."},
                  "source": {"type": ["string", "null"], "description": "The tray: a keyword of media-source."},
                  "color": {
                    "type": ["string", "null"],
                    "description": "The IPP print-color-mode: auto, color, monochrome."
                  },
                  "quality": {
                    "enum": ["draft", "normal", "high", null],
                    "description": "How good, and how slow, the print is."
                  },
                  "orientation": {
                    "enum": ["auto", "portrait", "landscape", null],
                    "description": "How the sheets are held; auto and null turn each page so that it fits best."
                  },
                  "numberUpLayout": {
                    "enum": ["lrtb", "lrbt", "rltb", "rlbt", "tblr", "tbrl", "btlr", "btrl", null],
                    "description": "In which order several pages fill a side; null is lrtb."
                  },
                  "percent": {
                    "type": ["integer", "null"],
                    "description": "The size of the pages in percent of what scaling gives, 1 to 1000."
                  },
                  "ppi": {
                    "type": ["integer", "null"],
                    "description": "The resolution of a picture in pixels per inch, 1 to 9600."
                  },
                  "position": {
                    "enum": ["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right", null],
                    "description": "Where a page stands that does not fill its place; null is center."
                  },
                  "mirror": {"type": ["boolean", "null"], "description": "Whether a mirror image is printed."},
                  "border": {
                    "enum": ["none", "single", "single-thick", "double", "double-thick", null],
                    "description": "The lines around each page."
                  },
                  "numberUp": {
                    "type": ["integer", "null"],
                    "description": "How many pages stand on one side: 1, 2, 4, 6, 9 or 16."
                  },
                  "scaling": {
                    "enum": ["auto", "fit", "fill", "none", null],
                    "description": "How large the pages stand on the sheets."
                  },
                  "finishings": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "What is done to the sheets: keywords of finishings, such as staple."
                  },
                  "outputBin": {
                    "type": ["string", "null"],
                    "description": "Where the sheets come out: a value of output-bin."
                  },
                  "priority": {"type": ["integer", "null"], "description": "1 to 100."},
                  "holdUntil": {
                    "type": ["string", "null"],
                    "format": "date-time",
                    "description": "The moment before which nothing is printed, in RFC 3339."
                  },
                  "attributes": {
                    "type": ["object", "null"],
                    "additionalProperties": {"type": "string"},
                    "description": "Any other attributes that the printer lists, by their IPP names."
                  }
                }
              },
              "TicketOfJob": {
                "allOf": [{"$ref": "#/components/schemas/Ticket"}],
                "required": [
                  "pages",
                  "pageSet",
                  "reverse",
                  "copies",
                  "collate",
                  "sides",
                  "media",
                  "source",
                  "color",
                  "quality",
                  "orientation",
                  "numberUpLayout",
                  "percent",
                  "ppi",
                  "position",
                  "mirror",
                  "border",
                  "numberUp",
                  "scaling",
                  "finishings",
                  "outputBin",
                  "priority",
                  "holdUntil",
                  "attributes"
                ],
                "description": "A ticket as it is answered: every key is there."
              },
              "Plan": {
                "type": "object",
                "description": "What will happen.",
                "required": [
                  "pages",
                  "pageRuns",
                  "copies",
                  "impressions",
                  "sheets",
                  "sides",
                  "media",
                  "numberUp",
                  "collate",
                  "sheet",
                  "source",
                  "color",
                  "quality",
                  "reverse",
                  "orientation",
                  "numberUpLayout",
                  "percent",
                  "ppi",
                  "position",
                  "mirror",
                  "border",
                  "scaling",
                  "finishings",
                  "outputBin",
                  "attributes",
                  "syntaxes",
                  "printScaling",
                  "priority"
                ],
                "properties": {
                  "pages": {
                    "type": ["array", "null"],
                    "items": {"type": "integer", "minimum": 1},
                    "maxItems": 1000,
                    "description": "The document's pages, in the order in which they are printed; null where the scheduler lays the document out, and where pageRuns has more than a thousand of them."
                  },
                  "pageRuns": {
                    "type": ["array", "null"],
                    "items": {
                      "type": "array",
                      "items": {"type": "integer"},
                      "minItems": 4,
                      "maxItems": 4
                    },
                    "description": "More than a thousand pages, as runs of first, length, count and step: count blocks of length pages each, whose first pages are step apart. [[1,5000,1,0]] is 1 to 5000, [[1,1,2500,2]] every odd page of these. At most 100,000 pages; null for a plan whose pages are listed."
                  },
                  "copies": {"type": "integer", "minimum": 1, "description": "How many copies."},
                  "impressions": {
                    "type": ["integer", "null"],
                    "minimum": 0,
                    "description": "How many sides are printed on, all copies together."
                  },
                  "sheets": {
                    "type": ["integer", "null"],
                    "minimum": 0,
                    "description": "How many sheets come out, all copies together."
                  },
                  "sides": {"type": "string", "description": "The IPP keyword."},
                  "media": {"type": ["string", "null"], "description": "The PWG name."},
                  "numberUp": {"type": "integer", "minimum": 1, "description": "How many pages stand on one side."},
                  "collate": {"type": "boolean", "description": "Whether the copies are kept apart."},
                  "sheet": {
                    "oneOf": [{"$ref": "#/components/schemas/SheetSize"}, {"type": "null"}],
                    "description": "The size and the margins of the medium."
                  },
                  "source": {"type": ["string", "null"], "description": "The tray."},
                  "color": {
                    "type": ["string", "null"],
                    "description": "The IPP print-color-mode; null leaves it to the printer."
                  },
                  "quality": {
                    "enum": ["draft", "normal", "high", null],
                    "description": "How good; null leaves it to the printer."
                  },
                  "reverse": {"type": "boolean", "description": "Whether the last sheet comes out first."},
                  "orientation": {"enum": ["portrait", "landscape", null], "description": "How the sheets are held."},
                  "numberUpLayout": {
                    "enum": ["lrtb", "lrbt", "rltb", "rlbt", "tblr", "tbrl", "btlr", "btrl"],
                    "description": "In which order several pages fill a side."
                  },
                  "percent": {
                    "type": ["integer", "null"],
                    "description": "The size of the pages in percent of what scaling gives; null is 100."
                  },
                  "ppi": {"type": ["integer", "null"], "description": "The resolution of a picture in pixels per inch."},
                  "position": {
                    "enum": ["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"],
                    "description": "Where a page stands that does not fill its place."
                  },
                  "mirror": {"type": "boolean", "description": "Whether a mirror image is printed."},
                  "border": {
                    "enum": ["none", "single", "single-thick", "double", "double-thick"],
                    "description": "The lines around each page."
                  },
                  "scaling": {
                    "enum": ["auto", "fit", "fill", "none"],
                    "description": "How large the pages stand on the sheets."
                  },
                  "finishings": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "What is done to the sheets."
                  },
                  "outputBin": {"type": ["string", "null"], "description": "Where the sheets come out."},
                  "attributes": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "Other attributes, by their IPP names."
                  },
                  "syntaxes": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "How the values of attributes are written in IPP."
                  },
                  "printScaling": {"enum": ["none", null], "description": "The print-scaling that is sent."},
                  "priority": {
                    "type": ["integer", "null"],
                    "description": "How urgent, from 1 to 100, if that is said."
                  }
                }
              },
              "Check": {
                "type": "object",
                "description": "Whether a document can be printed, and what would happen.",
                "required": ["possible", "printer", "document", "plan", "notices", "obstacles"],
                "properties": {
                  "possible": {"type": "boolean", "description": "Whether it can."},
                  "printer": {"type": ["string", "null"], "description": "The printer that was asked."},
                  "document": {
                    "anyOf": [{"$ref": "#/components/schemas/Document"}, {"type": "null"}],
                    "description": "The document that was asked about."
                  },
                  "plan": {
                    "anyOf": [{"$ref": "#/components/schemas/Plan"}, {"type": "null"}],
                    "description": "What would happen; null where it is not possible."
                  },
                  "notices": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Obstacle"},
                    "description": "What is worth knowing, and refuses nothing."
                  },
                  "obstacles": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Obstacle"},
                    "description": "Why it is not possible."
                  }
                }
              },
              "Progress": {
                "type": "object",
                "description": "How far a job is, as the printer tells.",
                "required": ["impressions", "sheets"],
                "properties": {
                  "impressions": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many sides are printed, all copies together."
                  },
                  "sheets": {"type": "integer", "minimum": 0, "description": "How many sheets have come out."}
                }
              },
              "Job": {
                "type": "object",
                "description": "A job of the queue, or one that another program gave to the scheduler.",
                "required": [
                  "id",
                  "external",
                  "submission",
                  "name",
                  "user",
                  "printer",
                  "state",
                  "reasons",
                  "document",
                  "ticket",
                  "plan",
                  "notices",
                  "progress",
                  "createdAt",
                  "updatedAt",
                  "finishedAt"
                ],
                "properties": {
                  "id": {
                    "type": ["integer", "null"],
                    "minimum": 1,
                    "description": "Its number; null for a job of another program."
                  },
                  "external": {
                    "type": ["string", "null"],
                    "description": "The scheduler's name for a job of another program, such as office-12."
                  },
                  "submission": {
                    "type": ["string", "null"],
                    "format": "uuid",
                    "description": "The UUID that goes with the job everywhere."
                  },
                  "name": {"type": "string", "description": "What people call it."},
                  "user": {"type": "string", "description": "Whose it is."},
                  "printer": {"type": "string", "description": "The id of its printer."},
                  "state": {
                    "enum": ["held", "queued", "waiting", "sending", "printing", "completed", "canceled", "failed"],
                    "description": "What the job is doing; the last three are final."
                  },
                  "reasons": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Reason"},
                    "description": "Why it is not moving, or how it ended."
                  },
                  "document": {
                    "anyOf": [{"$ref": "#/components/schemas/Document"}, {"type": "null"}],
                    "description": "What is printed; null for a job of another program."
                  },
                  "ticket": {"$ref": "#/components/schemas/TicketOfJob"},
                  "plan": {
                    "anyOf": [{"$ref": "#/components/schemas/Plan"}, {"type": "null"}],
                    "description": "What happens; null for a job of another program."
                  },
                  "notices": {
                    "type": ["array", "null"],
                    "items": {"$ref": "#/components/schemas/Obstacle"},
                    "description": "What was worth knowing when it was queued, and refused nothing; null for a job of another program."
                  },
                  "progress": {"$ref": "#/components/schemas/Progress"},
                  "createdAt": {"type": "string", "format": "date-time", "description": "When it was submitted."},
                  "updatedAt": {"type": "string", "format": "date-time", "description": "When it last changed."},
                  "finishedAt": {"type": ["string", "null"], "format": "date-time", "description": "When it ended."}
                }
              },
              "StoryEntry": {
                "type": "object",
                "description": "What a job became, and when.",
                "required": ["at", "state", "reasons", "progress", "printer"],
                "properties": {
                  "at": {"type": "string", "format": "date-time", "description": "When."},
                  "state": {
                    "enum": ["held", "queued", "waiting", "sending", "printing", "completed", "canceled", "failed"],
                    "description": "What the job is doing; the last three are final."
                  },
                  "reasons": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Reason"},
                    "description": "Why."
                  },
                  "progress": {"$ref": "#/components/schemas/Progress"},
                  "printer": {"type": ["string", "null"], "description": "Where it was to be printed."}
                }
              },
              "JobDetails": {
                "allOf": [
                  {"$ref": "#/components/schemas/Job"},
                  {
                    "type": "object",
                    "required": ["story"],
                    "properties": {
                      "story": {
                        "type": "array",
                        "items": {"$ref": "#/components/schemas/StoryEntry"},
                        "description": "Its dated story, oldest first."
                      }
                    }
                  }
                ],
                "description": "Everything about one job: the job's own keys, and its story."
              },
              "Capabilities": {
                "type": "object",
                "description": "What a printer can do, as the device itself says.",
                "required": [
                  "color",
                  "duplex",
                  "copies",
                  "sides",
                  "sidesDefault",
                  "media",
                  "mediaReady",
                  "mediaDefault",
                  "formats",
                  "convertibleFormats",
                  "colorModes",
                  "colorModeDefault",
                  "qualities",
                  "qualityDefault",
                  "collates",
                  "uncollates",
                  "mediaMargins",
                  "marginsDefault",
                  "sources",
                  "sourceDefault",
                  "finishings",
                  "outputBins",
                  "outputBinDefault",
                  "scalings",
                  "pinLength",
                  "pinEncryptions",
                  "constraints",
                  "attributes",
                  "validates"
                ],
                "properties": {
                  "color": {"type": "boolean", "description": "Whether it prints in colour."},
                  "duplex": {"type": "boolean", "description": "Whether it prints on both sides."},
                  "copies": {
                    "type": "object",
                    "description": "How many copies of a job it makes by itself.",
                    "required": ["min", "max"],
                    "properties": {
                      "min": {"type": "integer", "description": "The fewest."},
                      "max": {"type": "integer", "description": "The most."}
                    }
                  },
                  "sides": {"type": "array", "items": {"type": "string"}, "description": "The values of sides."},
                  "sidesDefault": {"type": ["string", "null"], "description": "Where a job names none."},
                  "media": {"type": "array", "items": {"type": "string"}, "description": "PWG names of all media."},
                  "mediaReady": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Those that are loaded."
                  },
                  "mediaDefault": {"type": ["string", "null"], "description": "Where a job names none."},
                  "formats": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "MIME types that it prints without help."
                  },
                  "convertibleFormats": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "MIME types that the scheduler converts for it."
                  },
                  "colorModes": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "The values of print-color-mode."
                  },
                  "colorModeDefault": {"type": ["string", "null"], "description": "Where a job names none."},
                  "qualities": {
                    "type": "array",
                    "items": {"enum": ["draft", "normal", "high"]},
                    "description": "The values of print-quality."
                  },
                  "qualityDefault": {
                    "enum": ["draft", "normal", "high", null],
                    "description": "Where a job names none."
                  },
                  "collates": {"type": "boolean", "description": "Whether it can keep the copies of a job apart."},
                  "uncollates": {
                    "type": "boolean",
                    "description": "Whether it can print all copies of a page before the next."
                  },
                  "mediaMargins": {
                    "type": "object",
                    "additionalProperties": {"$ref": "#/components/schemas/Margins"},
                    "description": "Where it cannot print, by medium."
                  },
                  "marginsDefault": {"$ref": "#/components/schemas/Margins"},
                  "sources": {"type": "array", "items": {"type": "string"}, "description": "The trays."},
                  "sourceDefault": {"type": ["string", "null"], "description": "The tray where a job names none."},
                  "finishings": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "What it can do to the sheets: keywords of finishings."
                  },
                  "outputBins": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Where sheets can come out."
                  },
                  "outputBinDefault": {
                    "type": ["string", "null"],
                    "description": "Where they come out where a job names no bin."
                  },
                  "scalings": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "The values of print-scaling that it knows."
                  },
                  "pinLength": {
                    "type": ["integer", "null"],
                    "description": "The longest PIN that can be brought to it with a job; null where none can."
                  },
                  "pinEncryptions": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "How a PIN may be encrypted."
                  },
                  "constraints": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["values"],
                      "properties": {
                        "values": {
                          "type": "object",
                          "additionalProperties": {"type": "array", "items": {"type": "string"}},
                          "description": "Each attribute with the values that are meant."
                        }
                      }
                    },
                    "description": "What must not be combined."
                  },
                  "attributes": {
                    "type": "object",
                    "additionalProperties": {
                      "type": "object",
                      "required": ["syntax", "values", "min", "max", "default"],
                      "properties": {
                        "syntax": {
                          "enum": ["keyword", "enum", "integer", "boolean", "name", "text"],
                          "description": "How values are written in IPP."
                        },
                        "values": {
                          "type": "array",
                          "items": {"type": "string"},
                          "description": "The values, as text."
                        },
                        "min": {"type": ["integer", "null"], "description": "The smallest number."},
                        "max": {"type": ["integer", "null"], "description": "The largest number."},
                        "default": {"type": ["string", "null"], "description": "Where a job names none."}
                      }
                    },
                    "description": "All other attributes of a job that it lists, by name."
                  },
                  "validates": {
                    "type": "boolean",
                    "description": "Whether it can be asked about a job beforehand: Validate-Job."
                  }
                }
              },
              "Printer": {
                "type": "object",
                "description": "Something a job can be printed on.",
                "required": [
                  "id",
                  "name",
                  "state",
                  "accepting",
                  "reasons",
                  "location",
                  "makeAndModel",
                  "uuid",
                  "uri",
                  "default",
                  "capabilities"
                ],
                "properties": {
                  "id": {"type": "string", "description": "The name of its queue; unique."},
                  "name": {"type": "string", "description": "Its name for people."},
                  "state": {
                    "enum": ["idle", "printing", "stopped", "unreachable", "unusable"],
                    "description": "What it is doing."
                  },
                  "accepting": {"type": "boolean", "description": "Whether it takes new jobs."},
                  "reasons": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Reason"},
                    "description": "What keeps it from printing, or will soon."
                  },
                  "location": {"type": ["string", "null"], "description": "Where it stands."},
                  "makeAndModel": {"type": ["string", "null"], "description": "Make and model."},
                  "uuid": {"type": ["string", "null"], "description": "Its printer-uuid, a URN."},
                  "uri": {"type": ["string", "null"], "description": "The URI of the device, where it speaks IPP."},
                  "default": {"type": "boolean", "description": "Whether jobs go here when no printer is named."},
                  "capabilities": {
                    "anyOf": [{"$ref": "#/components/schemas/Capabilities"}, {"type": "null"}],
                    "description": "What it can do; null until it has answered once."
                  }
                }
              },
              "Availability": {
                "type": "object",
                "description": "Whether printing is possible now, and where.",
                "required": ["available", "type", "printers", "refusals", "obstacles"],
                "properties": {
                  "available": {"type": "boolean", "description": "Whether there is a printer that can."},
                  "type": {
                    "type": ["string", "null"],
                    "description": "The MIME type of the document; null where the question was about printing at all."
                  },
                  "printers": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "The ids of the printers that can."
                  },
                  "refusals": {
                    "type": "array",
                    "description": "The printers that cannot.",
                    "items": {
                      "type": "object",
                      "required": ["printer", "obstacles"],
                      "properties": {
                        "printer": {"type": "string", "description": "The id of the printer."},
                        "obstacles": {
                          "type": "array",
                          "items": {"$ref": "#/components/schemas/Obstacle"},
                          "description": "What stands against it."
                        }
                      }
                    }
                  },
                  "obstacles": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Obstacle"},
                    "description": "Why there is no printer that can; empty where there is one."
                  }
                }
              },
              "PrinterChange": {
                "type": "object",
                "description": "What became of a printer.",
                "required": ["event", "printer"],
                "properties": {
                  "event": {"enum": ["added", "changed", "removed"], "description": "What happened."},
                  "printer": {"$ref": "#/components/schemas/Printer"}
                }
              },
              "Option": {
                "type": "object",
                "description": "One option of a ticket.",
                "required": ["name", "flag", "values", "default", "ready"],
                "properties": {
                  "name": {"type": "string", "description": "Its key in a ticket."},
                  "flag": {"type": "string", "description": "How printq takes it."},
                  "values": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "The values; a range for a number, such as 1-999."
                  },
                  "default": {"type": ["string", "null"], "description": "The value where a ticket names none."},
                  "ready": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "The values that are there now, where that differs: the media that are loaded."
                  }
                }
              },
              "Options": {
                "type": "object",
                "description": "What a ticket can say. What cannot be done is not listed.",
                "required": ["printer", "document", "options"],
                "properties": {
                  "printer": {"type": "string", "description": "The id of the printer."},
                  "document": {
                    "anyOf": [{"$ref": "#/components/schemas/Document"}, {"type": "null"}],
                    "description": "The document, if one was asked about."
                  },
                  "options": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Option"},
                    "description": "What can be chosen."
                  }
                }
              },
              "Status": {
                "type": "object",
                "description": "What the service says of itself.",
                "required": ["running", "pid", "socket", "version", "jobs", "previews", "settingsProblem"],
                "properties": {
                  "running": {"const": true},
                  "pid": {"type": "integer", "minimum": 1, "description": "Its process id."},
                  "socket": {"type": "string", "description": "The path of its socket."},
                  "version": {"type": "string", "description": "Its version."},
                  "settingsProblem": {
                    "type": ["string", "null"],
                    "description": "What is wrong with the user's settings.json, as a sentence. While it is there, requests that name no printer are refused, and nothing leaves the history."
                  },
                  "jobs": {
                    "type": "object",
                    "description": "Its jobs.",
                    "required": ["active"],
                    "properties": {
                      "active": {"type": "integer", "minimum": 0, "description": "How many are not final."}
                    }
                  },
                  "previews": {
                    "type": "object",
                    "description": "Its previews.",
                    "required": ["documents", "images", "texts", "codecs", "videos", "postScript", "ends", "helperDeaths"],
                    "properties": {
                      "documents": {"$ref": "#/components/schemas/PreviewHelper"},
                      "images": {"$ref": "#/components/schemas/PreviewHelper"},
                      "texts": {"$ref": "#/components/schemas/PreviewHelper"},
                      "codecs": {"$ref": "#/components/schemas/PreviewHelper"},
                      "videos": {"$ref": "#/components/schemas/PreviewHelper"},
                      "postScript": {"$ref": "#/components/schemas/PreviewHelper"},
                      "ends": {
                        "type": "object",
                        "description": "How many requests ended in which way, by its name, such as shown, refused, time-limit, crashed.",
                        "additionalProperties": {"type": "integer", "minimum": 0}
                      },
                      "helperDeaths": {"type": "integer", "minimum": 0, "description": "How often a helper died, and was started again."}
                    }
                  }
                }
              },
              "PreviewHelper": {
                "type": "object",
                "description": "What reads documents of a family.",
                "required": ["state"],
                "properties": {
                  "state": {"enum": ["not-started", "ready", "off"], "description": "Whether it works; off where this system lacks a wall or a library."},
                  "confinement": {"type": ["string", "null"], "description": "The walls around each document while it is read; where it is ready."},
                  "reason": {"type": ["string", "null"], "description": "Why it is off."}
                }
              },
              "Problem": {
                "type": "object",
                "description": "Why a request was not answered (RFC 9457).",
                "required": ["type", "status", "title", "code", "detail", "field", "parameters", "obstacles", "check"],
                "properties": {
                  "type": {"type": "string", "description": "Always about:blank: the code tells the problems apart."},
                  "status": {"type": "integer", "description": "The HTTP status."},
                  "title": {"type": "string", "description": "The HTTP status in words."},
                  "code": {
                    "type": "string",
                    "description": "Never changes: invalid-request, printing-not-possible, job-not-found, printer-not-found, document-not-found, job-ended, job-delivered, job-foreign, not-allowed, document-gone, idempotency-key-reused, document-too-large, scheduler-unreachable, scheduler-refused, settings-unreadable, storage-failed, preview-unavailable, preview-not-found, preview-not-possible, not-found, unknown-field, request-timeout, too-many-connections, scheduler-not-local, internal-error; where there is no picture, the code of the preview's error."
                  },
                  "detail": {"type": "string", "description": "What is the matter and what to do."},
                  "field": {
                    "type": ["string", "null"],
                    "description": "The field that is not known or not understood, where that is the problem."
                  },
                  "parameters": {
                    "type": ["object", "null"],
                    "additionalProperties": {"type": "string"},
                    "description": "What the words speak of, where they come in the language asked for: a job, its state."
                  },
                  "obstacles": {
                    "type": ["array", "null"],
                    "items": {"$ref": "#/components/schemas/Obstacle"},
                    "description": "Why printing is not possible, where that is the problem."
                  },
                  "check": {
                    "anyOf": [{"$ref": "#/components/schemas/Check"}, {"type": "null"}],
                    "description": "The whole answer of the check, where printing is not possible."
                  }
                }
              },
              "SheetPreview": {
                "type": "object",
                "description": "What the sheets of one copy look like before they are printed.",
                "required": ["id", "faces", "pages", "sheets", "sides", "sheet", "color", "check"],
                "properties": {
                  "id": {
                    "type": "string",
                    "format": "uuid",
                    "description": "Names the preview; unused ones go after an hour, and with the service."
                  },
                  "faces": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "How many sides have a picture; the back of the last sheet has none where it stays white."
                  },
                  "pages": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "integer", "minimum": 1}},
                    "description": "The document's pages on each face; an empty face stays white."
                  },
                  "sheets": {"type": "integer", "minimum": 1, "description": "How many sheets of paper."},
                  "sides": {"type": "string", "description": "The IPP keyword."},
                  "sheet": {
                    "anyOf": [{"$ref": "#/components/schemas/SheetSize"}, {"type": "null"}],
                    "description": "The sheet, where its size is known."
                  },
                  "color": {
                    "type": "string",
                    "enum": ["color", "monochrome"],
                    "description": "What the faces are shown in."
                  },
                  "check": {
                    "$ref": "#/components/schemas/Check",
                    "description": "How it will be printed, and what is worth knowing."
                  }
                }
              },
              "CheckRequest": {
                "type": "object",
                "description": "A question about a document.",
                "required": ["document", "ticket"],
                "properties": {
                  "document": {"type": "string", "description": "The id that POST /v1/documents gave."},
                  "printer": {"type": ["string", "null"], "description": "The printer that the user named."},
                  "defaults": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "Printers to prefer where none is named."
                  },
                  "ticket": {"$ref": "#/components/schemas/Ticket"},
                  "pin": {
                    "type": ["string", "null"],
                    "description": "The PIN to type at the printer; it is written down nowhere."
                  }
                }
              },
              "SubmissionRequest": {
                "type": "object",
                "description": "What is to be printed, where and how.",
                "required": ["document", "ticket"],
                "properties": {
                  "document": {"type": "string", "description": "The id that POST /v1/documents gave."},
                  "printer": {"type": ["string", "null"], "description": "The printer that the user named."},
                  "defaults": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "Printers to prefer where none is named."
                  },
                  "ticket": {"$ref": "#/components/schemas/Ticket"},
                  "name": {
                    "type": ["string", "null"],
                    "description": "What to call the job; the document's name where it is left out or blank. A name of more than 255 characters is cut to 254 and an ellipsis."
                  },
                  "whenPossible": {
                    "type": ["boolean", "null"],
                    "description": "Whether to queue the job although an obstacle stands that may pass by itself."
                  },
                  "hold": {
                    "type": ["boolean", "null"],
                    "description": "Whether to queue the job held, until it is released."
                  },
                  "pin": {
                    "type": ["string", "null"],
                    "description": "The PIN to type at the printer; it is written down nowhere."
                  }
                }
              },
              "PrintRequest": {
                "type": "object",
                "description": "Where and how the document that comes along is to be printed.",
                "required": ["ticket"],
                "properties": {
                  "printer": {"type": ["string", "null"], "description": "The printer that the user named."},
                  "defaults": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "Printers to prefer where none is named."
                  },
                  "ticket": {"$ref": "#/components/schemas/Ticket"},
                  "name": {
                    "type": ["string", "null"],
                    "description": "What to call the job; the document's name where it is left out or blank. A name of more than 255 characters is cut to 254 and an ellipsis."
                  },
                  "whenPossible": {
                    "type": ["boolean", "null"],
                    "description": "Whether to queue the job although an obstacle stands that may pass by itself."
                  },
                  "hold": {
                    "type": ["boolean", "null"],
                    "description": "Whether to queue the job held, until it is released."
                  },
                  "pin": {
                    "type": ["string", "null"],
                    "description": "The PIN to type at the printer; it is written down nowhere."
                  }
                }
              },
              "MoveRequest": {
                "type": "object",
                "description": "Where a job is to be printed instead.",
                "required": ["printer"],
                "properties": {
                  "printer": {"type": "string", "description": "The printer's id, or a name that only it has."}
                }
              },
              "ReprintRequest": {
                "type": "object",
                "description": "How a job is to be printed again.",
                "required": [],
                "properties": {
                  "printer": {"type": ["string", "null"], "description": "Another printer, if it is to be one."},
                  "ticket": {
                    "anyOf": [{"$ref": "#/components/schemas/Ticket"}, {"type": "null"}],
                    "description": "What is to be different; what it leaves out is as it was."
                  },
                  "name": {"type": ["string", "null"], "description": "What to call the new job; null means the job's own name."},
                  "hold": {"type": ["boolean", "null"], "description": "Whether the new job is held until it is released."}
                }
              },
              "PriorityRequest": {
                "type": "object",
                "description": "How urgent a job is.",
                "required": ["priority"],
                "properties": {
                  "priority": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 100,
                    "description": "The highest is printed first; 50 where nobody says more."
                  }
                }
              },
              "CancelRequest": {
                "type": "object",
                "description": "Which jobs are to be canceled.",
                "required": [],
                "properties": {
                  "printer": {
                    "type": ["string", "null"],
                    "description": "The printer whose jobs are meant; all where it is left out."
                  }
                }
              },
              "OptionsRequest": {
                "type": "object",
                "description": "A question about a printer's options.",
                "required": [],
                "properties": {
                  "document": {"type": ["string", "null"], "description": "The id that POST /v1/documents gave."},
                  "printer": {"type": ["string", "null"], "description": "The printer that the user named."},
                  "defaults": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "Printers to prefer where none is named."
                  }
                }
              },
              "SheetSize": {
                "type": "object",
                "description": "A sheet as the printer feeds it, in hundredths of a millimetre.",
                "required": ["size", "margins"],
                "properties": {
                  "size": {
                    "type": "object",
                    "description": "The size.",
                    "required": ["width", "length"],
                    "properties": {
                      "width": {"type": "integer", "description": "Across the way of the paper."},
                      "length": {"type": "integer", "description": "Along the way of the paper."}
                    }
                  },
                  "margins": {"$ref": "#/components/schemas/Margins"}
                }
              },
              "Margins": {
                "type": "object",
                "description": "Where a printer cannot print, in hundredths of a millimetre.",
                "required": ["top", "right", "bottom", "left"],
                "properties": {
                  "top": {"type": "integer", "description": "At the head."},
                  "right": {"type": "integer", "description": "At the right."},
                  "bottom": {"type": "integer", "description": "At the foot."},
                  "left": {"type": "integer", "description": "At the left."}
                }
              },
              "UnlockRequest": {
                "type": "object",
                "description": "The password of an encrypted document.",
                "required": ["password"],
                "properties": {
                  "password": {
                    "type": "string",
                    "description": "The password of its user or its owner; it is used once and kept nowhere."
                  }
                }
              },
              "DefaultPrinterRequest": {
                "type": "object",
                "description": "Which printer is to be the user's own default.",
                "required": [],
                "properties": {
                  "printer": {
                    "type": ["string", "null"],
                    "description": "The printer; null has no default of our own any more."
                  }
                }
              },
              "StreamNotice": {
                "type": "object",
                "description": "What a stream of events says of itself.",
                "required": ["code", "detail"],
                "properties": {
                  "code": {
                    "type": "string",
                    "description": "events-gone: not all changes after the Last-Event-ID are known, and the jobs follow as they are; reader-too-slow: the stream ends, and may be asked for again."
                  },
                  "detail": {"type": "string", "description": "What is the matter and what to do."}
                }
              }
            }
          }
        }

        """#
}
