import { findExtractor } from '#engine/extractors/registry.ts';
import { failFields } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type ReadableDatasource, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import {
  parseUrl,
  audienceOf,
  restoreUrlSecrets,
  secretsForAudience,
  extractUrlSecrets,
  type StoredSecrets,
  type SecretCollector,
} from '#connections/index.ts';

/** How to read resources of a type whose parameters contain the address. */
interface ParameterDatasource {
  /** The address in the parameters. */
  readonly url: (params: JsonObject) => string;
  /** The parameters that are secrets. */
  readonly secrets: readonly string[];
  readonly toReadable: (
    url: string,
    params: JsonObject,
    secrets: Readonly<Record<string, string>>,
  ) => ReadableDatasource;
}

/** The default of a parameter of the extractor of a type. */
const defaultOf = (type: string, name: string): string =>
  findExtractor(type)?.parameters.find((parameter) => parameter.name === name)?.default ?? '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const parameterDatasources: ReadonlyMap<string, ParameterDatasource> = new Map([
  [
    'jcdecaux',
    {
      url: ({ url }: JsonObject) => textOf(url) || defaultOf('jcdecaux', 'url'),
      secrets: ['api_key'],
      toReadable: (url: string, { contract }: JsonObject, secrets: Readonly<Record<string, string>>) =>
        toReadableDatasource(
          { type: 'jcdecaux' as const, url, contract: textOf(contract), apiKey: secrets['params.api_key'] ?? '' },
          async () => (await import('#platform/datasources/mobility.ts')).jcdecauxClient,
        ),
    },
  ],
  [
    'gbfs',
    {
      url: ({ url }: JsonObject) => textOf(url),
      secrets: [],
      toReadable: (url: string) =>
        toReadableDatasource(
          { type: 'gbfs' as const, url },
          async () => (await import('#platform/datasources/mobility.ts')).gbfsClient,
        ),
    },
  ],
] satisfies [string, ParameterDatasource][]);

/** The types of resources whose parameters contain the address. */
export const parameterDatasourceTypes: readonly string[] = [...parameterDatasources.keys()];

/** Whether the parameters of a resource type contain the address, so that its resources have no datasource field. */
export const hasParameterDatasource = (type: string): boolean => parameterDatasources.has(type);

/** The names of the parameters of a type that are secrets. */
export const secretParams = (type: string): readonly string[] => parameterDatasources.get(type)?.secrets ?? [];

/** The datasource that the parameters of a resource describe; undefined for types with a datasource field. */
export function readableFromParams(
  type: string,
  params: JsonObject,
  secrets: StoredSecrets,
): ReadableDatasource | undefined {
  const declared = parameterDatasources.get(type);
  const url = declared?.url(params) ?? '';
  const usableSecrets = secretsForAudience(secrets, audienceOf(url));
  return declared?.toReadable(restoreUrlSecrets(url, 'params.url', usableSecrets), params, usableSecrets);
}

/** Validates parameters and returns those to store; the collector receives their secrets. Fails INVALID_INPUT. */
export function parseParams(type: string, params: JsonObject, collector: SecretCollector): JsonObject {
  const declared = parameterDatasources.get(type);
  if (!declared) return params;
  const url = parseUrl(declared.url(params), 'params.url');
  for (const name of declared.secrets) {
    const given = params[name];
    if (given != null && (typeof given !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(given)))
      failFields({ [`params.${name}`]: ['Send 1 to 1000 visible characters.'] });
    collector.collect(`params.${name}`, given, audienceOf(url), `params.${name}`);
  }
  const publicUrl = extractUrlSecrets(
    url,
    { prefix: 'params.url', audience: audienceOf(url), field: 'params.url' },
    collector,
  );
  const publicParams = Object.entries(params).filter(([name]) => !declared.secrets.includes(name));
  return Object.fromEntries(
    publicParams.map(([name, value]) => [name, name === 'url' && textOf(value) !== '' ? publicUrl : value]),
  );
}
