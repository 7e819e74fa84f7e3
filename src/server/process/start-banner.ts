import { styleText } from 'node:util';
import type { Config } from '#platform/config.ts';

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

/** The keys and datasets of the seeded catalog; empty without any. */
export const seededCatalogNotice = ({
  datasetIds,
  keys,
}: {
  readonly datasetIds: readonly string[];
  readonly keys: readonly CreatedKey[];
}): string =>
  [
    ...keys.map(({ username, label, text }) => line(`API key of ${username}`, `${styleText('bold', text)}  ${label}`)),
    ...datasetIds.map((datasetId, index) => line(index === 0 ? 'First datasets' : '', datasetId)),
  ].join('');

/** A generated API key. */
interface CreatedKey {
  readonly username: string;
  readonly label: string;
  readonly text: string;
}

const line = (name: string, value: string): string => `  ${name.padEnd(24)} ${value}\n`;
