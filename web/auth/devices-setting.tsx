import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { type Device, endDevice, endOtherDevices } from "#contract/auth.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

const phones = new Set<string | null>(["iOS", "Android", "HarmonyOS", "Windows Phone"]);

function useDeviceName(): (device: Device) => string {
  const t = useTexts("auth");
  return ({ browser, system }) =>
    browser && system ? t("devices.name", { browser, system }) : (browser ?? system ?? t("devices.unknown"));
}

type RowProps = { device: Device; onEnd: () => void; pending: boolean };

function DeviceRow({ device, onEnd, pending }: RowProps) {
  const t = useTexts("auth");
  const format = useFormat();
  const name = useDeviceName()(device);
  const Icon = phones.has(device.system) ? Smartphone : Monitor;
  const { country, first_seen: first, last_seen: last } = device;
  return (
    <li className="flex flex-wrap items-start gap-3 border-line border-b py-4 last:border-b-0">
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.current ? <Chip tone="good">{t("devices.this")}</Chip> : null}
        </p>
        <ul className="mt-1 text-muted text-sm">
          {country ? <li>{t("devices.place", { country: format.country(country) })}</li> : null}
          <li>{t("devices.first", { day: format.day(first) })}</li>
          <li>{t("devices.last", { day: format.day(last), time: format.time(last) })}</li>
        </ul>
      </div>
      {device.current ? null : (
        <SettingForm form={{ setting: "device", failure: null }} onSubmit={onEnd}>
          <input type="hidden" name="id" value={device.id} />
          <Button type="submit" look="outline" pending={pending} aria-label={t("devices.end_name", { name })}>
            {t("devices.end")}
          </Button>
        </SettingForm>
      )}
    </li>
  );
}

export const endOneDevice = (call: CallFunction, { id = "" }: Fields) => call(endDevice, { body: { id } });
export const endOthers = (call: CallFunction) => call(endOtherDevices);

/** The devices where a member is logged in, and buttons to log them out. */
export function DevicesSetting({ devices: loaded }: { devices: readonly Device[] }) {
  const t = useTexts("auth");
  const nameOf = useDeviceName();
  const one = useSettingForm("device", endOneDevice);
  const others = useSettingForm("other_devices", endOthers);
  // reloaded data is newer than the last answer, as after a change of the password
  const [devices, setDevices] = useStateFor(loaded, loaded);
  const [ending, setEnding] = useState("");
  const [result, setResult] = useState<{ words: string } | null>(null);
  // the pressed button no longer exists, so the focus moves to the status
  const status = useFocus<HTMLParagraphElement>(result);

  const end = async (device: Device) => {
    setEnding(device.id);
    const answer = await one.submit({ id: device.id });
    if (!answer) return;
    setDevices(answer.devices);
    setResult({ words: t("devices.ended", { name: nameOf(device) }) });
  };
  const endAllOthers = async () => {
    const answer = await others.submit({});
    if (!answer) return;
    setDevices(answer.devices);
    setResult({ words: t("devices.ended_others") });
  };
  return (
    <>
      <p className="text-muted">{t("devices.text")}</p>
      <ul aria-label={t("devices.list")}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            pending={one.pending && ending === device.id}
            onEnd={() => void end(device)}
          />
        ))}
      </ul>
      <FormError failure={one.failure ?? others.failure} />
      <p ref={status} tabIndex={-1} role="status" className="font-medium text-secondary-ink outline-none">
        {result?.words}
      </p>
      {devices.some((device) => !device.current) ? (
        <SettingForm form={{ ...others, failure: null }} onSubmit={() => void endAllOthers()}>
          <Button type="submit" look="outline" className="mt-3" pending={others.pending}>
            {t("devices.end_others")}
          </Button>
        </SettingForm>
      ) : null}
    </>
  );
}
