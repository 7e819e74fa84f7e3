import { isDeepStrictEqual } from 'node:util';
import { Field, InputType, ObjectType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import { requireCaller } from '#api/session.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { catalogOrigin, type FederatedSettings, originOfDomain } from '#platform/datasources/federated.ts';
import {
  AnyDatasource,
  type DatasourceInputBase,
  type SecretCollector,
  secretsForAudience,
  type StoredSecrets,
} from '#connections/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { openThroughCache } from '../resource-cache.ts';
import type { DatasourceKind, DatasourceParseContext } from './datasource-kind.ts';
import type { Config } from '#platform/config.ts';

/** The name under which a resource stores the API key for another catalog among its secrets. */
const apiKeySecretName = 'parameters.apikey';

/** A dataset of another catalog. */
interface RemoteReference {
  readonly domain: { readonly domainId: string };
  readonly dataset: { readonly datasetId: string };
}

/** The address of a dataset of another catalog. The address identifies the dataset and is shown to users. */
export const remoteAddress = ({ domain, dataset }: RemoteReference): string =>
  `${originOfDomain(domain.domainId) ?? ''}/${dataset.datasetId}`;

/**
 * The settings for reading a dataset of another catalog. The API key is sent only to the origin for which the user gave the key. Fails
 * SOURCE_FAILED when the key for that origin is not stored.
 */
export function federatedSettings(
  { federatedExportPath: exportPath }: Pick<Config, 'federatedExportPath'>,
  {
    domain: { domainId },
    dataset: { datasetId },
    parameters,
  }: RemoteReference & { readonly parameters: Readonly<Record<string, string | null>> },
  secrets: StoredSecrets,
): FederatedSettings {
  const apiKey = secretsForAudience(secrets, catalogOrigin(domainId))[apiKeySecretName];
  const publicParameters = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const needsKey = Object.hasOwn(parameters, 'apikey');
  if (needsKey && apiKey === undefined)
    fail('SOURCE_FAILED', { reason: 'the key of the other catalog is not stored. Send it again.' });
  return { type: 'federated', domainId, datasetId, parameters: publicParameters, exportPath, apiKey: apiKey ?? null };
}

@ObjectType({ description: 'Another catalog.' })
class FederatedDomain {
  @Field(() => String, { description: 'The host name of the catalog, or its address without a path.' })
  domainId!: string;
}

@ObjectType({ description: 'A dataset of another catalog.' })
class FederatedDataset {
  @Field(() => String, { description: 'The identifier of the dataset in the other catalog.' })
  datasetId!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'A dataset of another catalog.' })
export class FederatedDatasource extends AnyDatasource {
  declare type: 'federated';

  @Field(() => FederatedDomain, { description: 'The other catalog.' })
  domain!: FederatedDomain;

  @Field(() => FederatedDataset, { description: 'The dataset in the other catalog.' })
  dataset!: FederatedDataset;

  @Field(() => JsonMap, {
    description: 'The query parameters of the export, by name. `apikey` is a secret: null for a stored key.',
  })
  parameters!: Readonly<Record<string, string | null>>;

  @Field(() => RelatedUser, { description: 'The user who saved the datasource.' })
  permissionsUser!: RelatedUser;
}

@InputType({ description: 'Names another catalog.' })
class FederatedDomainInput {
  @Field(() => String, { description: 'The host name of the catalog, or its address without a path.' })
  domainId!: string;
}

@InputType({ description: 'Names a dataset of another catalog.' })
class FederatedDatasetInput {
  @Field(() => String, { description: 'The identifier of the dataset in the other catalog.' })
  datasetId!: string;
}

interface FederatedInput extends DatasourceInputBase {
  readonly domain?: FederatedDomainInput | null;
  readonly dataset?: FederatedDatasetInput | null;
  readonly parameters?: JsonObject | null;
  readonly canImpersonatePermissions?: boolean | null;
}

/** Datasets of other catalogs. */
export const federatedKind: DatasourceKind<FederatedDatasource, FederatedInput> = Object.freeze<
  DatasourceKind<FederatedDatasource, FederatedInput>
>({
  type: 'federated',
  label: 'Federated dataset',
  description: 'In a dataset of another catalog.',
  objectType: FederatedDatasource,
  inputs: {
    domain: { type: () => FederatedDomainInput, isRequired: true, description: 'The other catalog.' },
    dataset: { type: () => FederatedDatasetInput, isRequired: true, description: 'The dataset there.' },
    parameters: {
      type: () => JsonMap,
      description: 'The query parameters of the export, by name; `apikey` is a secret: null keeps the stored key.',
    },
    canImpersonatePermissions: {
      type: () => Boolean,
      description:
        'Confirms that the data of the remote dataset is read with your permissions; required unless the datasource stays unchanged.',
    },
  },
  hasConnection: false,
  parse: async ({ session }, input, context) => ({
    datasource: parseFederated(input, requireCaller(session), context),
  }),
  displayName: remoteAddress,
  identity: ({ domain, dataset }) => [domain?.domainId ?? null, dataset?.datasetId ?? null],
  async openStream(app, datasource, { resourceUid, secrets }, signal) {
    const readable = toReadableDatasource(
      federatedSettings(app.config, datasource, secrets),
      async () => (await import('#platform/datasources/federated.ts')).federatedClient,
    );
    return openThroughCache(app, resourceUid, readable, signal);
  },
});

const maxParameters = 50;
/** The maximum length of a domain, in characters. */
const maxDomainLength = 300;
const parameterText = /^[^\p{Cc}]{0,4000}$/u;

/** Validates a dataset of another catalog that a user saves. Fails INVALID_INPUT. */
export function parseFederated(
  input: FederatedInput,
  username: string,
  { secrets, current }: Pick<DatasourceParseContext, 'secrets' | 'current'>,
): FederatedDatasource {
  const audience = originOfDomain(input.domain?.domainId.slice(0, maxDomainLength) ?? '') ?? '';
  const [domainId, datasetId, parameters] = checkAll(
    () => parseDomain(input),
    () => parseDataset(input),
    () => parseParameters(input.parameters ?? {}, audience, secrets),
    () => {
      if (!isFederated(current)) requireImpersonation(input);
    },
  );
  const saved = { type: 'federated', domain: { domainId }, dataset: { datasetId }, parameters } as const;
  // a user who sends the stored datasource back does not become the user who saved it
  if (isFederated(current) && isDeepStrictEqual({ ...saved, permissionsUser: current.permissionsUser }, current))
    return current;
  requireImpersonation(input);
  return { ...saved, permissionsUser: { username } };
}

/**
 * Fails INVALID_INPUT when the user has not confirmed that the data is read with the user's permissions. Responses do not contain the
 * confirmation, so a client that sends an unchanged datasource back need not confirm.
 */
function requireImpersonation({ canImpersonatePermissions }: FederatedInput): void {
  if (canImpersonatePermissions == null) failFields({ canImpersonatePermissions: [requiredMessage] });
}

/** Whether a stored datasource is a dataset of another catalog. */
const isFederated = (datasource: AnyDatasource | null): datasource is FederatedDatasource =>
  datasource?.type === federatedKind.type;

function parseDomain({ domain }: FederatedInput): string {
  const { domainId } = domain ?? failFields({ domain: [requiredMessage] });
  const isDomain = domainId.length <= maxDomainLength && originOfDomain(domainId) !== undefined;
  return isDomain
    ? domainId
    : failFields({
        'domain.domainId': ['Send a host name, or an address without a path, such as data.example.org.'],
      });
}

function parseDataset({ dataset }: FederatedInput): string {
  const { datasetId } = dataset ?? failFields({ dataset: [requiredMessage] });
  const isIdentifier = /^[\w@.-]{1,300}$/.test(datasetId) && !/^\.+$/.test(datasetId);
  return isIdentifier
    ? datasetId
    : failFields({
        'dataset.datasetId': ['Send the identifier of a dataset: letters, digits, and - _ @ . alone.'],
      });
}

function parseParameters(
  input: JsonObject,
  origin: string,
  secrets: SecretCollector,
): Readonly<Record<string, string | null>> {
  const field = 'parameters';
  if (!isJsonObject(input) || Object.keys(input).length > maxParameters)
    failFields({ [field]: [`Send at most ${maxParameters} parameters.`] });
  return Object.fromEntries(
    checkAll(
      ...Object.entries(input).map(([name, given]) => (): readonly [string, string | null] => {
        const value = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
        if (!parameterText.test(name) || name === '')
          failFields({ [field]: ['Send names without control characters.'] });
        const isKey = name.toLowerCase() === 'apikey';
        if ((value !== null || !isKey) && (typeof value !== 'string' || !parameterText.test(value)))
          failFields({ [`${field}.${name}`]: ['Send a text of at most 4000 characters.'] });
        return isKey ? ['apikey', secrets.collect(apiKeySecretName, value, origin, `${field}.${name}`)] : [name, value];
      }),
    ),
  );
}
