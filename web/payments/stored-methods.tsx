import { useState } from "react";
import { deleteStoredMethod, type StoredMethod } from "#contract/payments.ts";
import { useMethodName } from "#web/credits/method-name.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";

/** The member's stored payment methods, each with a button to remove it. */
export function StoredMethods({ methods }: { methods: readonly StoredMethod[] }) {
  const t = useTexts("payments");
  const getMethodName = useMethodName();
  const { refresh } = useSession();
  const { run, pending, failure, clearFailure } = useCall(deleteStoredMethod);
  const [methodToRemove, setMethodToRemove] = useState<StoredMethod | null>(null);
  if (methods.length === 0) return null;
  const describeMethod = ({ method, label }: StoredMethod) => `${getMethodName(method)} ${label}`;
  const close = () => {
    setMethodToRemove(null);
    clearFailure();
  };
  const remove = async ({ id }: StoredMethod) => {
    if ((await run({ body: { id } })) === null) return;
    close();
    await refresh();
  };
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-xl">{t("stored.title")}</h2>
      <ul className="space-y-3">
        {methods.map((each) => (
          <li key={each.id} className="surface-card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
            <span className="font-semibold">{describeMethod(each)}</span>
            <Button
              look="outline"
              aria-label={t("stored.remove_named", { method: describeMethod(each) })}
              onClick={() => setMethodToRemove(each)}
            >
              {t("stored.remove")}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={methodToRemove !== null}
        onClose={close}
        title={methodToRemove === null ? "" : t("stored.remove_title", { method: describeMethod(methodToRemove) })}
      >
        <p>{t("stored.remove_text")}</p>
        <FormError failure={failure} />
        <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
          <Button look="danger" pending={pending} onClick={() => methodToRemove && void remove(methodToRemove)}>
            {t("stored.remove")}
          </Button>
          <Button look="outline" onClick={close}>
            {t("stored.keep")}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
