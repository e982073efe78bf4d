import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { commonErrors, errorStatus } from "#contract/errors.ts";
import { networkEvents, webhookEvents } from "#contract/webhook-events.ts";
import type { Config } from "#server/config/config.ts";
import { callNames } from "./calls.ts";

/** Listed keys get `properties`, which all generators read; Zod writes `propertyNames`, and requires undefined keys. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== "object" || propertyNames.enum === undefined) return;
  schema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [String(name), structuredClone(additionalProperties ?? {})]),
  );
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema: each }) => nameProperties(each),
  });
  return described;
}

function parametersOf(call: Call) {
  const query = jsonSchema(call.query, "input");
  const required = new Set(query.required ?? []);
  const fields = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
  const header = (name: string, schema: z.core.JSONSchema._JSONSchema, required = true) => ({
    name,
    in: "header",
    required,
    schema,
  });
  for (const [name, value] of Object.entries(call.when ?? {})) {
    fields.push({ name, in: "query", required: false, schema: { type: "string", enum: [value] } });
  }
  if (call.clientHeader) fields.push(header("X-Request-Type", { type: "string", enum: ["client"] }));
  if (call.key !== "ignored") {
    fields.push(header("Idempotency-Key", { type: "string", format: "uuid" }, call.key === "required"));
  }
  return fields;
}

type Content = Record<string, { schema: unknown }>;

function bodyOf(call: Call): Content {
  const file = { schema: { type: "string", format: "binary" } };
  if (call.upload?.form) {
    const { properties, ...schema } = jsonSchema(call.body, "input");
    return { "multipart/form-data": { schema: { ...schema, properties: { ...properties, file: file.schema } } } };
  }
  if (call.upload) return Object.fromEntries(call.upload.mediaTypes.map((type) => [type, file]));
  const body = { schema: jsonSchema(call.body, "input") };
  return { "application/json": body, ...(call.form ? { "application/x-www-form-urlencoded": body } : {}) };
}

function responsesOf(call: Call) {
  const byStatus = new Map<number, string[]>();
  for (const code of [...commonErrors, ...call.errors]) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  }
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(", "),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]);
  const answer = { "application/json": { schema: jsonSchema(call.answer, "output") } };
  return { 200: { description: "Done.", content: answer }, ...Object.fromEntries(failures) };
}

const tagOf = (call: Call) => call.path.replace(/^\/api\/|\.php$/g, "");

function operationOf(call: Call) {
  return {
    // generators name their functions by it
    operationId: callNames.get(call),
    summary: call.summary,
    tags: [tagOf(call)],
    // a bearer scheme may name what the token has to allow (OpenAPI 3.1, section 4.8.30)
    security: call.who === "anyone" ? [] : [{ [call.who]: call.scope === null ? [] : [call.scope] }],
    parameters: parametersOf(call),
    ...(call.method === "GET" ? {} : { requestBody: { required: true, content: bodyOf(call) } }),
    responses: responsesOf(call),
  };
}

type Operation = ReturnType<typeof operationOf>;

const eitherSchema = (one: Content, other: Content): Content =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((type) => [
      type,
      { schema: { anyOf: [one[type]?.schema, other[type]?.schema].filter((schema) => schema !== undefined) } },
    ]),
  );

/** Two calls of one method and path are one operation: a path has no query (OpenAPI 3.1, section 4.8.8). */
function eitherOf(one: Operation, other: Operation): Operation {
  const answers = (operation: Operation) => (operation.responses as Record<string, { content: Content }>)[200]?.content;
  const fails = (operation: Operation) => operation.responses as Record<string, { description: string }>;
  const responses: Record<string, object> = { ...one.responses, ...other.responses };
  for (const [status, { description }] of Object.entries(fails(one))) {
    const codes = new Set([...description.split(", "), ...(fails(other)[status]?.description.split(", ") ?? [])]);
    responses[status] = { ...responses[status], description: [...codes].join(", ") };
  }
  responses[200] = { description: "Done.", content: eitherSchema(answers(one) ?? {}, answers(other) ?? {}) };
  const named = new Map([...one.parameters, ...other.parameters].map((each) => [`${each.in} ${each.name}`, each]));
  const sides = [one, other];
  const optional = (name: string) => !sides.every(({ parameters }) => parameters.some((each) => each.name === name));
  return {
    ...one,
    summary: `${one.summary} Or, by the query: ${other.summary}`,
    security: [...(one.security.length === 0 ? [{}] : one.security), ...other.security],
    parameters: [...named.values()].map((each) => ({ ...each, required: each.required && !optional(each.name) })),
    requestBody: {
      required: true,
      content: eitherSchema(one.requestBody?.content ?? {}, other.requestBody?.content ?? {}),
    },
    responses: responses as never,
  };
}

const webhookHeaders = [
  ["webhook-id", "The same at each attempt: ignore one that you have."],
  ["webhook-timestamp", "Seconds since 1970, of this attempt."],
  ["webhook-signature", "`v1,` and HMAC-SHA256 of `id.timestamp.body` in base64, by the bytes behind `whsec_`."],
];

/** What servers of the operator and networks are told: requests that the product makes (OpenAPI 3.1, section 4.8.1). */
const describeWebhooks = () =>
  Object.fromEntries(
    [
      ...Object.entries(webhookEvents),
      ...Object.entries(networkEvents).map(([type, schema]) => [`network.${type}`, schema] as const),
    ].map(([type, schema]) => [
      type,
      {
        post: {
          operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: schema.description,
          tags: ["webhooks"],
          security: [],
          parameters: webhookHeaders.map(([name, description]) => ({
            ...{ name, description, in: "header", required: true },
            schema: { type: "string" },
          })),
          requestBody: { required: true, content: { "application/json": { schema: jsonSchema(schema, "output") } } },
          responses: {
            "2XX": {
              description: "Taken. Anything else, or no answer in ten seconds, is tried again for almost six days.",
            },
            410: { description: "Nothing more is sent to this endpoint." },
          },
        },
      },
    ]),
  );

export function openApiDocument(calls: readonly Call[]) {
  const paths: Record<string, Record<string, Operation>> = {};
  // the call without a query first: the operation has its name
  for (const call of [...calls].sort((a, b) => Number(a.when !== undefined) - Number(b.when !== undefined))) {
    const operations = paths[call.path] ?? {};
    paths[call.path] = operations;
    const method = call.method.toLowerCase();
    const operation = operationOf(call);
    operations[method] = operations[method] ? eitherOf(operations[method], operation) : operation;
  }
  const error = z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      field_codes: z.record(z.string(), z.string()).optional(),
    }),
    authentication_required: z.boolean().optional(),
  });
  return {
    // 3.0 ignores the body of a DELETE, which the specified calls have
    openapi: "3.1.0" as const,
    info: {
      title: "Rendezvous",
      version: "1",
      description:
        "Failures: `{ error: { code, message, fields, field_codes } }`. A call without its login is a 403 with `authentication_required`. Calls of programs need an API key: 401 without one, 403 if it lacks the scope that the call names under `security`. DELETE calls have a JSON body, which proxies must pass on.",
    },
    // the site that serves the document
    servers: [{ url: "/" }],
    tags: [
      ...[...new Set(calls.map(tagOf))].sort().map((name) => ({ name, description: `/api/${name}.php` })),
      { name: "webhooks", description: "Requests to servers that staff name at /staff/webhooks." },
    ],
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: { Error: jsonSchema(error, "output") },
      securitySchemes: {
        member: { type: "apiKey", in: "cookie", name: "auth" },
        staff: { type: "apiKey", in: "cookie", name: "staff" },
        program: {
          type: "http",
          scheme: "bearer",
          description: "An API key, `rv_…`, that staff make at /staff/api-keys.",
        },
      },
    },
  };
}

/** Swagger's page has inline styles; its scripts are files. */
const pagePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Swagger's page is made for wide screens. Its bar has the mark of a library, and a choice of other documents. */
const pageTheme = {
  title: "API",
  css: [
    {
      filename: "page.css",
      content: ".swagger-ui .topbar :is(.link, form) { display: none } .swagger-ui { overflow-wrap: anywhere }",
    },
  ],
  js: [
    {
      filename: "page.js",
      content:
        'document.head.append(Object.assign(document.createElement("meta"), { name: "viewport", content: "width=device-width" }))',
    },
  ],
};

/** The calls that are documented: in production not those of staff, as strangers need no list of what they can do. */
export const documentedCalls = (calls: readonly Call[], mode: Config["mode"]): readonly Call[] =>
  mode === "production" ? calls.filter(({ who }) => who !== "staff") : calls;

/** Serves the page at `/api/docs` and the document at `/api/docs/json`, which is made when it is first asked for. */
export async function registerApiDocs(app: FastifyInstance, calls: readonly Call[]): Promise<void> {
  let generated: ReturnType<typeof openApiDocument> | undefined;
  const document = {
    toJSON() {
      generated ??= openApiDocument(calls);
      return generated;
    },
  };
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  await app.register(swaggerUi, {
    ...{ routePrefix: "/api/docs", staticCSP: pagePolicy, theme: pageTheme },
    // closed groups and a filter: there are hundreds of calls
    uiConfig: { validatorUrl: null, docExpansion: "none", filter: true },
  });
}
