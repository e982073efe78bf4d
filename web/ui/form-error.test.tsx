// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { FormError, PostedError } from "./form-error.tsx";
import { ToastProvider, useToast } from "./toast.tsx";

function Form() {
  const toast = useToast();
  const [isFailed, setFailed] = useState(false);
  return (
    <>
      <button type="button" onClick={() => toast({ title: "Saved.", tone: "good" })} />
      <button type="button" onClick={() => setFailed(true)} />
      <FormError failure={isFailed ? { code: "x", message: "It failed.", fields: {} } : null} />
    </>
  );
}

test("the error of a second try takes away what told of the success of the first", async () => {
  const { container } = await renderPage(
    <ToastProvider>
      <Form />
    </ToastProvider>,
  );
  const [save, fail] = container.querySelectorAll("button");
  await act(async () => save?.click());
  expect(container.textContent).toContain("Saved.");
  await act(async () => fail?.click());
  expect(container.textContent).toBe("It failed.");
});

test("R9.01 a page says why its button was refused that was pressed without scripts, also if only a field is wrong", async () => {
  const failure = { code: "invalid_input", message: "Check the marked fields.", fields: { note: "This is too long." } };
  const { container } = await renderPage(<PostedError />, { posted: { answer: null, failure, typed: {} } });
  expect(container.querySelector('[role="alert"]')?.textContent).toBe("This is too long.");
});
