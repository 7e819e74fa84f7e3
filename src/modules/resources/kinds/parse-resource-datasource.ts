import type { RequestContext } from '#api/context.ts';
import { federated, isRealtime } from '#engine/extractors/services.ts';
import { checkAllAsync, checkBelow } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import {
  audienceOf,
  type DatasourceInputBase,
  noSecrets,
  SecretCollector,
  extractUrlSecrets,
  type ParsedConnection,
  type StoredSecrets,
} from '#connections/index.ts';
import { pushSecrets } from '../resource-secrets.ts';
import type { DatasourceParseContext } from './datasource-kind.ts';
import { type Datasource, datasourceKindOf, memberOf } from './datasource-kinds.ts';
import { hasParameterDatasource, parseParams } from './parameter-datasources.ts';

/** The parts of a resource's input that determine where its records come from. */
interface ResourceDatasourceInput {
  readonly type: string;
  readonly params: JsonObject;
  /** The address of a resource without a datasource. */
  readonly url: string | null;
  /** Undefined keeps the current datasource. */
  readonly datasource: DatasourceInputBase | null | undefined;
}

/** The stored datasource of a resource before a change. */
export interface CurrentDatasource {
  readonly datasource: Datasource | null;
  readonly secrets: StoredSecrets;
}

/** The properties to store that determine where the records of a resource come from. */
export interface ParsedResourceDatasource {
  readonly datasource: Datasource | null;
  /** Absent when the datasource has no connection, or does not change. */
  readonly connection?: ParsedConnection;
  readonly params: JsonObject;
  readonly url: string | null;
  readonly secrets: StoredSecrets;
}

/** The current datasource of a new resource. */
export const noDatasource: CurrentDatasource = Object.freeze({ datasource: null, secrets: noSecrets });

/** Validates a datasource by its kind. Fails INVALID_INPUT below the member of the kind, and PERMISSION_DENIED for its connection. */
export async function parseDatasource(
  ctx: RequestContext,
  input: DatasourceInputBase | null | undefined,
  context: DatasourceParseContext,
): Promise<Pick<ParsedResourceDatasource, 'datasource' | 'connection'>> {
  if (!input) return { datasource: null };
  const kind = datasourceKindOf(input.type);
  return checkBelow(`datasource.${memberOf(kind.type)}`, () => kind.parse(ctx, input, context));
}

/**
 * Validates the properties that determine where the records of a resource come from, and separates their secrets. A realtime resource has
 * a push key instead of a datasource. Fails as `parseDatasource` does, and with INVALID_INPUT when a parameter or the URL is invalid.
 */
export async function parseResourceDatasource(
  ctx: RequestContext,
  datasetUid: string,
  { type, params, url, datasource: input }: ResourceDatasourceInput,
  current: CurrentDatasource = noDatasource,
): Promise<ParsedResourceDatasource> {
  if (isRealtime({ type })) {
    if (input)
      failFields({
        datasource: ['A realtime resource has no datasource, because clients push its records. Omit the datasource.'],
      });
    return { datasource: null, params, url, secrets: pushSecrets(current.secrets) };
  }
  if (hasParameterDatasource(type) && input)
    failFields({
      datasource: [
        `A resource of the type ${type} has no datasource: its parameters contain the address. Omit the datasource.`,
      ],
    });
  const secrets = new SecretCollector(current.secrets);
  const isKept = input === undefined && !hasParameterDatasource(type);
  const [parsed, storedParams, address] = await checkAllAsync(
    async () =>
      isKept
        ? { datasource: current.datasource }
        : parseDatasource(ctx, input, { datasetUid, current: current.datasource, secrets }),
    () => parseParams(type, params, secrets),
    () =>
      url === null
        ? null
        : extractUrlSecrets(url, { prefix: 'address', audience: audienceOf(url), field: 'url' }, secrets),
  );
  if (type === federated.type && parsed.datasource?.type !== 'federated')
    failFields({
      datasource: ['A resource of the type federated is a dataset of another catalog. Send a datasource of this type.'],
    });
  return {
    ...parsed,
    params: storedParams,
    url: address,
    secrets: { ...(isKept && datasourceSecrets(current.secrets)), ...secrets.secrets },
  };
}

/** Checks a datasource independently of the other properties of its resource. Fails as `parseDatasource` does. */
export const checkDatasource = (
  ctx: RequestContext,
  datasetUid: string,
  input: DatasourceInputBase | null | undefined,
  current: CurrentDatasource,
): Promise<unknown> =>
  parseDatasource(ctx, input, {
    datasetUid,
    current: current.datasource,
    secrets: new SecretCollector(current.secrets),
  });

/** The secrets of the datasource itself, without the secrets of the parameters and of the address. */
const datasourceSecrets = (secrets: StoredSecrets): StoredSecrets =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => /^(headers|parameters|relativeUrl|url)\./.test(name)));
