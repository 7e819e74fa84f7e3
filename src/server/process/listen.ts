import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { SetupError, systemErrorCode } from '#platform/system-errors.ts';
import { existsSync } from 'node:fs';
import { styleText } from 'node:util';

/** The settings of an address. */
interface AddressSettings {
  readonly port: string;
  readonly host: string;
}

const reasons: Readonly<Record<string, (settings: AddressSettings) => string>> = {
  EADDRINUSE: ({ port }) => `another program listens there. Stop that program, or set ${port} to another port.`,
  EACCES: ({ port }) => `this user has no permission. Set ${port} to 1024 or higher.`,
  EADDRNOTAVAIL: ({ host }) => `this machine does not have that address. Set ${host} to an address of this machine.`,
  ENOTFOUND: ({ host }) => `the name is unknown. Set ${host} to an address of this machine.`,
};

/** The error of a port that cannot be opened: a SetupError that names the setting to change, where the reason is known. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  settings: AddressSettings = { port: 'PORT', host: 'HOST' },
): unknown {
  const reason = reasons[String(systemErrorCode(error))]?.(settings);
  return reason === undefined ? error : new SetupError(`Port ${port} of ${host} cannot be opened: ${reason}`);
}

/** Listens and returns the address that the start message shows. Fails with a SetupError when the port cannot be opened. */
export async function listen(
  http: FastifyInstance,
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<string> {
  await http.listen({ host, port }).catch((error: unknown) => {
    throw listenFailure(error, { host, port });
  });
  return publicUrl ?? `http://${hostInUrl(host)}:${portOf(http) ?? port}`;
}

/** The host as written in a URL: `localhost` for all addresses of the machine, IPv6 addresses in brackets. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address at which this process reaches itself. */
export function ownAddress({ server }: FastifyInstance): string {
  const listening = server.address();
  if (typeof listening !== 'object' || listening === null) throw new Error('The service does not listen.');
  return `http://${hostInUrl(listening.address)}:${listening.port}`;
}

/** The port in use, which the system chooses when the setting is 0. */
function portOf({ server }: FastifyInstance): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/** The addresses of a running gateway, in colour on a terminal. */
export function startBanner(address: string, { portal }: Pick<Config, 'portal'>, metricsUrl?: string): string {
  const lines = [
    ...(portal ? [['Page of the portal', '/']] : []),
    ['GraphQL', '/graphql'],
    ['GraphiQL', '/graphiql'],
    ['Automation API', '/api/automation/v1.0'],
    ['Portal API', '/api/portal/v1.0'],
    ['Explore API', '/api/explore/v2.1'],
    ['API description', '/docs'],
    ['Health', '/readyz'],
  ]
    .map(([name = '', path = '']) => [name, address + path] as const)
    .concat(metricsUrl === undefined ? [] : [['Metrics', metricsUrl]])
    .map(([name, url]) => line(name, styleText('cyan', url)));
  return `\n${styleText('bold', 'Catalograph is running.')} Ctrl-C stops it.\n\n${lines.join('')}\n`;
}

/** The administrator's key, printed only when it is created. */
export const administratorKeyNotice = (key: string): string =>
  `\n${line("Administrator's API key", `${styleText('bold', key)}  (not stored: it is shown only once)`)}`;

/** The link that signs the administrator in, printed until it is used or has ended. */
export const administratorLinkNotice = (url: string): string =>
  `${line('Sign in as administrator', `${styleText('cyan', url)}  (once, within a day)`)}\n`;

/** Printed first: what the start does, and how long it takes. A start takes longer where it creates the embedded database. */
export const startNotice = ({ embeddedFolder }: Pick<Config, 'embeddedFolder'>): string =>
  embeddedFolder !== undefined && !existsSync(embeddedFolder)
    ? `Creating a PostgreSQL in ${embeddedFolder}; this takes about 15 seconds, at the first start only.\n`
    : 'Starting; this takes a few seconds.\n';

/** Printed while the gateway applies the demo. */
export const demoNotice = 'Applying the demo; this takes a few seconds, at the first start only.\n';

/** The datasets of the demo, and who sees them; empty without any. */
export const seededCatalogNotice = (datasets: readonly SeededDataset[]): string =>
  datasetLists
    .map(([name, includes]) => [name, datasets.filter(includes).map(({ datasetId }) => datasetId)] as const)
    .filter(([, datasetIds]) => datasetIds.length > 0)
    .map(([name, datasetIds]) => line(name, datasetIds.join(', ')))
    .join('');

/** The lists of datasets by who sees them, with their names. */
const datasetLists: readonly (readonly [string, (dataset: SeededDataset) => boolean])[] = [
  ['Public datasets', ({ isPublished, isRestricted }) => isPublished && !isRestricted],
  ['Restricted ones', ({ isPublished, isRestricted }) => isPublished && isRestricted],
  ['Drafts', ({ isPublished }) => !isPublished],
];

/** A dataset, and whether everyone sees it, only those with a right, or only its editors. */
interface SeededDataset {
  readonly datasetId: string;
  readonly isPublished: boolean;
  readonly isRestricted: boolean;
}

const line = (name: string, value: string): string => `  ${name.padEnd(24)} ${value}\n`;
