import { calls } from "./call.ts";
import { sends } from "./media.ts";

export const OPENAPI = "application/vnd.oai.openapi+json";

export const apiDocsCalls = () =>
  calls("Server", {
    "GET /api/docs": { by: "admin", summary: "List the calls", response: sends("A page.", "text/html") },
    "GET /api/docs/openapi.json": {
      by: "admin",
      summary: "Download this description",
      description: "As OpenAPI 3.1.",
      response: sends("The description.", OPENAPI),
    },
  });
