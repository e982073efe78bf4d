import { formKeyField } from "#contract/constants.ts";
import { newKey } from "#web/lib/api.ts";

/**
 * The key of a form in the server's page, for `page.call`: a second tap before the scripts run files nothing twice
 * (R7.03). Hydration keeps it, because the browser's element names no value. A form that scripts made has none.
 */
export function FormKey() {
  const key = import.meta.env.SSR ? newKey() : undefined;
  return <input type="hidden" name={formKeyField} defaultValue={key} autoComplete="off" suppressHydrationWarning />;
}
