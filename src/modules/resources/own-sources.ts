import { extractors } from '../../engine/extractors/registry.ts';
import { failFields } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { DatasourceSettings } from '../../platform/datasources/authentication.ts';
import {
  acceptUrl,
  audienceOf,
  completeUrl,
  secretsFor,
  takeUrlSecrets,
  type KeptSecrets,
  type SecretCollector,
} from '../connections/index.ts';

/** A type of resource that has no datasource: its parameters tell where its records come from. */
interface OwnSource {
  /** The address that the parameters lead to. */
  readonly url: (params: JsonObject) => string;
  /** The parameters that are secrets. */
  readonly secrets: readonly string[];
  readonly settings: (url: string, params: JsonObject, known: Readonly<Record<string, string>>) => DatasourceSettings;
}

/** The default of a parameter, as the extractor of a type tells it. */
const defaultOf = (type: string, name: string): string =>
  extractors.find((each) => each.type === type)?.parameters.find((each) => each.name === name)?.default ?? '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const ownSources: ReadonlyMap<string, OwnSource> = new Map([
  [
    'jcdecaux',
    {
      url: ({ url }: JsonObject) => textOf(url) || defaultOf('jcdecaux', 'url'),
      secrets: ['api_key'],
      settings: (url: string, { contract }: JsonObject, known: Readonly<Record<string, string>>) => ({
        type: 'jcdecaux',
        url,
        contract: textOf(contract),
        apiKey: known['params.api_key'] ?? '',
      }),
    },
  ],
  [
    'gbfs',
    { url: ({ url }: JsonObject) => textOf(url), secrets: [], settings: (url: string) => ({ type: 'gbfs', url }) },
  ],
] satisfies [string, OwnSource][]);

/** Whether resources of a type have a source of their own, and no datasource. */
export const hasOwnSource = (type: string): boolean => ownSources.has(type);

/** The names of the parameters of a type that are secrets. */
export const secretParams = (type: string): readonly string[] => ownSources.get(type)?.secrets ?? [];

/** What opening the source of such a type takes; undefined for any other type. */
export function ownSettings(type: string, params: JsonObject, secrets: KeptSecrets): DatasourceSettings | undefined {
  const own = ownSources.get(type);
  const url = own?.url(params) ?? '';
  const known = secretsFor(secrets, audienceOf(url));
  return own?.settings(completeUrl(url, 'params.url', known), params, known);
}

/** The parameters of a resource as they are stored: secrets apart. Fails INVALID_INPUT. */
export function acceptParams(type: string, params: JsonObject, collector: SecretCollector): JsonObject {
  const own = ownSources.get(type);
  if (!own) return params;
  const url = acceptUrl(own.url(params), 'params.url');
  for (const name of own.secrets) {
    const given = params[name];
    if (given != null && (typeof given !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(given)))
      failFields({ [`params.${name}`]: ['Send 1 to 1000 visible characters.'] });
    collector.take(`params.${name}`, given, audienceOf(url), `params.${name}`);
  }
  const address = takeUrlSecrets(
    url,
    { place: 'params.url', audience: audienceOf(url), field: 'params.url' },
    collector,
  );
  const open = Object.entries(params).filter(([name]) => !own.secrets.includes(name));
  return Object.fromEntries(
    open.map(([name, value]) => [name, name === 'url' && textOf(value) !== '' ? address : value]),
  );
}
