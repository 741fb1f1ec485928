import { Kind, type TSchema } from "@sinclair/typebox";

import { HTTP_STATUS, OTHER_MEMBER } from "#contract/error-codes.ts";
import { MEMBER_HEADER } from "#contract/headers.ts";

import type { Example } from "./examples.ts";
import { accessOf, isGuardedWrite, type Route } from "./routes.ts";
import type { Json, SchemaOf } from "./schemas.ts";

type ResponseDoc = { description?: string; content?: Record<string, { schema: TSchema }> };

const REJECTIONS: Readonly<Record<string, string>> = {
  400: "What was sent can't be read.",
  401: "You are not signed in.",
  403: "The page that calls belongs to another site, or uses the address as a picture, style, font, sound or frame.",
  404: "There is nothing at this address.",
  409: `${OTHER_MEMBER} Nothing happened: \`${MEMBER_HEADER}\` names another member.`,
  413: "What was sent is too large.",
  415: "What was sent has another type than described.",
  422: "A field is missing or not valid; `errors` names each.",
  429: "There are too many calls at once.",
  "5XX": "The club can't answer now, or a service that it asked.",
};
const ADMINS_ONLY = "Only admins may do this.";
const ERROR_BODY = "#/components/schemas/ErrorBody";
/** A conflict with its own schema contains the newer state. */
const CONFLICT_TEXT = "A newer state is there; it comes along.";

/** The responses of a route: by its schema, by its description, and rejections before it runs. */
export function responsesOf(route: Route, schemaOf: SchemaOf, example?: Example, getRoute?: Route): Json {
  const { hooks, method } = route;
  const responses: Record<string, Json> = {};
  const allResponses = { ...successResponses(getRoute?.hooks.detail?.responses), ...hooks.detail?.responses };
  for (const [status, schema] of Object.entries(schemasOf(hooks.response))) responses[status] = convert(status, schema);
  for (const [status, one] of Object.entries<ResponseDoc>(allResponses)) responses[status] ??= ownResponse(status, one);
  for (const status of rejectionStatuses(route))
    responses[status] ??= { $ref: `#/components/responses/${nameOf(status, accessOf(route) === "admin")}` };
  return responses;

  function convert(status: string, schema: TSchema): Json {
    if (schema["type"] === "undefined") return { description: "Done." };
    const isError = status >= "4";
    const description = isError ? prefixOf(status) + CONFLICT_TEXT : status === "202" ? "It will be done." : "OK.";
    const responseSchema = schemaOf(schema);
    const bodySchema = isError ? { anyOf: [responseSchema, { $ref: ERROR_BODY }] } : responseSchema;
    return { description, content: { "application/json": { schema: bodySchema, ...describeSuccess(status) } } };
  }
  function ownResponse(status: string, { description, content }: ResponseDoc): Json {
    if (status >= "4") return describe(status, prefixOf(status) + String(description));
    if (!content || method === "HEAD") return { description };
    const media = Object.entries(content).map(([type, { schema }]) => [
      type,
      type === "application/json" ? { schema: schemaOf(schema), ...describeSuccess(status) } : { schema },
    ]);
    return { description, content: Object.fromEntries(media) };
  }
  function describeSuccess(status: string): Json {
    return example?.answer !== undefined && String(example.status) === status ? { example: example.answer } : {};
  }
  function prefixOf(status: string): string {
    if (status === "409" && isGuardedWrite(route)) return `${REJECTIONS[409]} Or: `;
    return status === "403" && accessOf(route) === "admin" ? `${ADMINS_ONLY} ` : "";
  }
}

export function sharedResponses(): Json {
  const rejections = Object.entries(REJECTIONS).map(([status, text]) => [nameOf(status), describe(status, text)]);
  return { ...Object.fromEntries(rejections), [nameOf("403", true)]: describe("403", ADMINS_ONLY) };
}

function describe(status: string, description: string): Json {
  const headers = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };
  const schema = { $ref: ERROR_BODY };
  return { description, ...(status === "429" && { headers }), content: { "application/json": { schema } } };
}

function nameOf(status: string, isForAdmins = false): string {
  if (status === "5XX") return "OutOfOrder";
  if (status === "403" && isForAdmins) return "AdminsOnly";
  const code = Object.entries(HTTP_STATUS).find(([, number]) => String(number) === status)?.[0] ?? status;
  return code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function schemasOf(response: TSchema | Record<string, TSchema> | undefined): Record<string, TSchema> {
  if (response === undefined) return {};
  return Kind in response ? { 200: response as TSchema } : (response as Record<string, TSchema>);
}

/** The responses of a GET that its HEAD has, too. */
function successResponses(responses: Record<string, ResponseDoc> = {}): Record<string, ResponseDoc> {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => status === "200" || status === "304"));
}

function rejectionStatuses(route: Route): string[] {
  const { path, hooks } = route;
  const takesBody = hooks.body !== undefined || hooks.detail?.requestBody !== undefined;
  const access = accessOf(route);
  return [
    "400",
    ...(access === "open" ? [] : ["401"]),
    ...(path.startsWith("/api") ? ["403"] : []),
    ...(/[:*]/.test(path) ? ["404"] : []),
    ...(isGuardedWrite(route) ? ["409", "422"] : []),
    ...(takesBody ? ["413", "415", "422", "429"] : []),
    ...(hooks.query ? ["422"] : []),
    "5XX",
  ];
}
