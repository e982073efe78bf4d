import { addPasskey, getPasskeyChallenge, logInByPasskey, offerPasskey } from "#contract/passkeys.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { type AuthenticatorFlaw, TestAuthenticator } from "./test-authenticator.ts";
import { test as base } from "./test-logins.ts";

export { expect } from "./test-logins.ts";

export async function offerTo(client: TestClient) {
  return (await client.call(offerPasskey, { body: {} })).body.options;
}

export async function add(client: TestClient, device = new TestAuthenticator(), name = "My phone") {
  const response = device.create(await offerTo(client));
  return { device, answer: await client.call(addPasskey, { body: { name, response } }) };
}

export const test = base.extend("logIn", { scope: "file" }, ({ visitor }) => {
  return async (device: TestAuthenticator, twist: AuthenticatorFlaw = {}, client = visitor()) => {
    const { options } = (await client.call(getPasskeyChallenge)).body;
    const answer = await client.call(logInByPasskey, { body: { response: device.use(options, twist) } });
    return { client, answer, code: answer.body.error?.code };
  };
});
