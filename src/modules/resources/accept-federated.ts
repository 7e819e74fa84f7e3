import { isDeepStrictEqual } from 'node:util';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { originOfDomain } from '../../platform/datasources/federated/federated.ts';
import type { DatasourcePlace } from './accept-datasource.ts';
import type { DatasourceInput } from './datasource.inputs.ts';
import type { FederatedDatasource } from './datasource-kinds.type.ts';

const maxParameters = 50;
/** In characters. */
const longestDomain = 300;
const text = /^[^\p{Cc}]{0,4000}$/u;

/** The place of the key to another catalog among secrets. */
export const federatedKey = 'parameters.apikey';

/** Which dataset of another catalog it is, for people too. */
export const remoteAddress = ({ domain, dataset }: Pick<FederatedDatasource, 'domain' | 'dataset'>): string =>
  `${originOfDomain(domain.domainId) ?? ''}/${dataset.datasetId}`;

/** A dataset of another catalog, saved by a user; fails INVALID_INPUT. */
export function acceptFederated(
  input: DatasourceInput,
  username: string,
  { collector, present }: DatasourcePlace,
): FederatedDatasource {
  const audience = originOfDomain(input.domain?.domainId.slice(0, longestDomain) ?? '') ?? '';
  const [domainId, datasetId, parameters] = checkAll(
    () => acceptDomain(input),
    () => acceptDataset(input),
    () => acceptParameters(input.parameters ?? {}, audience, collector),
    () => {
      if (present?.type !== 'federated') requireImpersonation(input);
    },
  );
  const saved = { type: 'federated', domain: { domainId }, dataset: { datasetId }, parameters } as const;
  if (present?.type === 'federated' && isSame(saved, present)) return present;
  requireImpersonation(input);
  return { ...saved, permissionsUser: { username } };
}

/** No answer has this field, so an unchanged datasource is sent without it. */
function requireImpersonation({ impersonatePermissions }: DatasourceInput): void {
  if (impersonatePermissions == null) failFields({ 'datasource.impersonatePermissions': [required] });
}

function acceptDomain({ domain }: DatasourceInput): string {
  const { domainId } = domain ?? failFields({ 'datasource.domain': [required] });
  const isDomain = domainId.length <= longestDomain && originOfDomain(domainId) !== undefined;
  return isDomain
    ? domainId
    : failFields({
        'datasource.domain.domainId': ['Send a host name, or an address without a path, such as data.example.org.'],
      });
}

function acceptDataset({ dataset }: DatasourceInput): string {
  const { datasetId } = dataset ?? failFields({ 'datasource.dataset': [required] });
  const isIdentifier = /^[\w@.-]{1,300}$/.test(datasetId) && !/^\.+$/.test(datasetId);
  return isIdentifier
    ? datasetId
    : failFields({
        'datasource.dataset.datasetId': ['Send the identifier of a dataset: letters, digits, and - _ @ . alone.'],
      });
}

/** Whoever sends the same again did not save it. */
function isSame(saved: Omit<FederatedDatasource, 'permissionsUser'>, present: FederatedDatasource): boolean {
  return isDeepStrictEqual({ ...saved, permissionsUser: present.permissionsUser }, present);
}

function acceptParameters(
  given: JsonObject,
  origin: string,
  collector: DatasourcePlace['collector'],
): Readonly<Record<string, string | null>> {
  const field = 'datasource.parameters';
  if (!isJsonObject(given) || Object.keys(given).length > maxParameters)
    failFields({ [field]: [`Send at most ${maxParameters} parameters.`] });
  return Object.fromEntries(
    checkAll(
      ...Object.entries(given).map(([name, value]) => (): readonly [string, string | null] => {
        if (!text.test(name) || name === '') failFields({ [field]: ['Send names without control characters.'] });
        const isKey = name.toLowerCase() === 'apikey';
        if ((value !== null || !isKey) && (typeof value !== 'string' || !text.test(value)))
          failFields({ [`${field}.${name}`]: ['Send a text of at most 4000 characters.'] });
        return isKey ? ['apikey', collector.take(federatedKey, value, origin, `${field}.${name}`)] : [name, value];
      }),
    ),
  );
}
