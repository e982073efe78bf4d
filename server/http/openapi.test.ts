import { expect, test } from "vitest";
import { networkEventTypes, webhookEventTypes } from "#contract/webhook-event-types.ts";
import { calls } from "./calls.ts";
import { documentedCalls, openApiDocument } from "./openapi.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const document = JSON.parse(JSON.stringify(openApiDocument(calls)));

type Operation = {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string }[];
  responses: Record<string, Json>;
};
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ title: `${method} ${path}`, ...operation })),
);

/** Each object of the document, with where it stands. */
function objectsIn(value: Json, place = ""): [place: string, object: { [key: string]: Json }][] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([key, each]) => objectsIn(each, `${place}/${key}`));
  return Array.isArray(value) ? within : [[place, value], ...within];
}
const objects = objectsIn(document);
const places = new Set(objects.map(([place]) => `#${place}`));

test("the OpenAPI document has a server; its paths have no query, and its tags are declared", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: "/" }]);
  expect(Object.keys(document.paths).filter((path) => /[?#{]/.test(path))).toEqual([]);
  expect(new Set(Object.keys(document.paths))).toEqual(new Set(calls.map(({ path }) => path)));
  const tags = new Set(document.tags.map(({ name }: { name: string }) => name));
  expect(tags.size).toBe(document.tags.length);
  for (const { title, tags: used } of operations) for (const tag of used) expect(tags, title).toContain(tag);
});

test("each operation of the OpenAPI document has a name of its own", () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toContain("getUser");
  expect(ids.filter((id) => typeof id !== "string")).toEqual([]);
  expect(new Set(ids).size).toBe(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size);
});

test("calls that share a method and a path are one operation, with what each of them takes and answers", () => {
  const { post } = document.paths["/api/user.php"];
  expect(post.operationId).toBe("logIn");
  expect(post.security).toEqual([{}, { member: [] }]);
  const push = post.parameters.find(({ name }: { name: string }) => name === "push");
  expect(push).toEqual({ name: "push", in: "query", required: false, schema: { type: "string", enum: ["1"] } });
  const bodies = post.requestBody.content["application/json"].schema.anyOf;
  expect(bodies.map(({ required }: { required: string[] }) => required)).toEqual([
    ["login", "password"],
    ["subscription"],
  ]);
  expect(post.responses[200].content["application/json"].schema.anyOf).toHaveLength(2);
  expect(post.responses[401].description).toContain("login");
});

test("schemas of the OpenAPI document are those of 3.1: what they require is defined, and references lead somewhere", () => {
  const wrong = objects.flatMap(([place, object]) => {
    // the fields of a body may be called like a word of JSON Schema
    if (/\/properties$/.test(place)) return [];
    const problems: string[] = [];
    if ("nullable" in object) problems.push("nullable");
    const { required, properties = {}, $ref } = object;
    if (Array.isArray(required) && typeof properties === "object" && properties !== null) {
      problems.push(...required.filter((name) => !(String(name) in properties)).map((name) => `no property ${name}`));
    }
    if (typeof $ref === "string" && !places.has($ref)) problems.push($ref);
    return problems.map((problem) => `${place}: ${problem}`);
  });
  expect(wrong).toEqual([]);
  expect(objects.length).toBeGreaterThan(10_000);
});

test("R13.05 calls of programs have a bearer scheme and name their scope; production shows them", () => {
  expect(document.components.securitySchemes.program).toMatchObject({ type: "http", scheme: "bearer" });
  expect(document.paths["/api/program-bans.php"].put.security).toEqual([{ program: ["bans"] }]);
  expect(document.paths["/api/like.php"].put.security).toEqual([{ member: [] }]);
  expect(document.paths["/api/program-bans.php"].put.responses[401].description).toBe("api_key_required");
  expect(documentedCalls(calls, "production").filter(({ who }) => who === "program")).toHaveLength(7);
});

test("R13.05 the events that servers of the operator are told are webhooks with their schemas", () => {
  const ofNetworks = [...networkEventTypes, "purchases.summed"].map((type) => `network.${type}`);
  expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes, ...ofNetworks]);
  for (const [type, { post }] of Object.entries<Record<string, Json>>(document.webhooks) as [string, never][]) {
    const { requestBody, parameters, operationId } = post as {
      requestBody: { content: Record<string, { schema: { properties: Record<string, { const?: string }> } }> };
      parameters: { name: string }[];
      operationId: string;
    };
    expect(operationId).toMatch(/^[a-zA-Z]+$/);
    expect(requestBody.content["application/json"]?.schema.properties.type?.const).toBe(type.replace("network.", ""));
    expect(parameters.map(({ name }) => name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
  }
  const { properties } = document.webhooks["purchase.refunded"].post.requestBody.content["application/json"].schema;
  expect(properties.data.required).toEqual(["site", "member", "order", "amount", "currency", "refund"]);
  const toNetwork = document.webhooks["network.purchase.completed"].post.requestBody.content["application/json"].schema;
  expect(Object.keys(toNetwork.properties.data.properties)).toEqual([
    "site",
    "click",
    "order",
    "amount",
    "currency",
    "first",
  ]);
});

test("each parameter stands once in its operation, and each answer has a description", () => {
  for (const { title, parameters, responses } of operations) {
    const names = parameters.map((each) => `${each.in} ${each.name}`);
    expect(new Set(names).size, title).toBe(names.length);
    for (const answer of Object.values(responses)) {
      expect(answer, title).toMatchObject({ description: expect.stringMatching(/./) });
    }
  }
});

test("the OpenAPI document gives the bounds that callers meet: towns, amounts, years, birthdays", () => {
  const body = (path: string) => document.paths[path].post.requestBody.content["application/json"].schema.properties;
  expect(body("/api/signup.php").city_id).toMatchObject({ minimum: 1, maximum: 2_147_483_647 });
  expect(body("/api/signup.php").date_of_birth).toMatchObject({ type: "string", format: "date" });
  expect(body("/api/payment.php").amount).toMatchObject({ minimum: 0, maximum: 2_147_483_647 });
  const [year] = document.paths["/api/transparency.php"].get.parameters;
  expect(year.schema).toMatchObject({ type: "integer", minimum: 2000, maximum: 9999 });
  const { days } = document.paths["/api/fair.php"].get.responses[200].content["application/json"].schema.properties;
  expect(days.items.properties.first_messages.properties.female.required).toEqual([
    "answered",
    "no_answer",
    "declined",
  ]);
});
