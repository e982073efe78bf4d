import { isPublicAddress } from "#server/config/public-address.ts";
import { attempt, type Finding, good, note, reasonOf, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";
import type { CheckedSite } from "./read-database.ts";

const isInvented = (host: string) => /(?:^|\.)(?:localhost|invalid|test|example)$/.test(host) || !host.includes(".");

async function checkHost(host: string, probes: Probes): Promise<Finding[]> {
  const about = `site ${host}`;
  return await attempt(about, "its DNS name can't be looked up: check the name servers of this machine", async () => {
    const answers = await Promise.all([probes.resolve(host, "A"), probes.resolve(host, "AAAA")]);
    const addresses = answers.flat();
    if (addresses.length === 0) {
      return [wrong(about, "has no DNS record: add an A record, and AAAA if you have IPv6, with your proxy's address")];
    }
    const inner = addresses.filter((address) => !isPublicAddress(address));
    const hidden = inner.map((address) => note(about, `leads to ${address}, which others can't reach`));
    try {
      const { status } = await probes.request(`https://${host}/healthz`);
      if (status === 200) return [...hidden, good(about, `leads to ${addresses.join(", ")} and answers over TLS`)];
      const text = `https://${host}/healthz answers ${status}, not 200: the proxy has to pass requests on to the product`;
      return [...hidden, wrong(about, text)];
    } catch (error) {
      const what = `https://${host}/healthz does not answer (${reasonOf(error)})`;
      return [...hidden, wrong(about, `${what}: check the proxy, its certificate, and the firewall for port 443`)];
    }
  });
}

/** Checks the DNS names of the sites, and whether the product answers there. Invented names are left out. */
export async function checkSites(sites: readonly CheckedSite[], probes: Probes): Promise<Finding[]> {
  if (sites.length === 0) return [note("sites", "there is none yet: npm run site -- create, after the first start")];
  const hosts = sites.filter(({ demo }) => !demo).flatMap(({ hosts }) => hosts);
  const real = [...new Set(hosts)].filter((host) => !isInvented(host));
  const invented = hosts
    .filter(isInvented)
    .map((host) => note(`site ${host}`, "is an invented name that leads nowhere"));
  return [...invented, ...(await Promise.all(real.map((host) => checkHost(host, probes)))).flat()];
}
