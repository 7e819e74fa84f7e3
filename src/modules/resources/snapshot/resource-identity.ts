import type { RequestContext } from '#api/context.ts';
import type { IdentityKey } from '#api/match-parts.ts';
import { canonicalJson, type Json } from '#kernel/json.ts';
import { maskUrl, decryptConnections } from '#connections/index.ts';
import { datasourceKindOf } from '../datasources/datasource-kinds.ts';
import type { ResourceProperties } from '../resource.rules.ts';

/** A datasource, stored or from an input. */
interface LinkedDatasource {
  readonly type: string;
  readonly connection?: { readonly uid?: string | null; readonly url?: string | null } | null;
}

interface ComparableResource extends ResourceProperties {
  readonly datasource?: LinkedDatasource | null | undefined;
}

/** A resource with the address of its bytes, in a form that can be compared. */
export type WithTarget<T extends ComparableResource = ComparableResource> = T & { readonly target: Json };

/** Adds the address of the bytes to current and desired resources. The address contains the URL of a stored connection instead of its uid. */
export async function withTargets<Current extends ComparableResource, Desired extends ComparableResource>(
  { db, app: { secrets } }: RequestContext,
  current: readonly Current[],
  desired: readonly Desired[],
): Promise<{ readonly current: WithTarget<Current>[]; readonly desired: WithTarget<Desired>[] }> {
  const uids = [...current, ...desired].flatMap(({ datasource }) => datasource?.connection?.uid ?? []);
  const connections = await decryptConnections({ db, secrets }, uids);
  const identityOf = (datasource: LinkedDatasource): Json => {
    const { uid, url } = datasource.connection ?? {};
    const connectionUrl = toMaskedUrl(url) ?? connections.get(uid ?? '')?.settings.url ?? null;
    return [datasource.type, connectionUrl, datasourceKindOf(datasource.type).identity(datasource)];
  };
  const targetOf = ({ url, datasource }: ComparableResource): Json => [
    toMaskedUrl(url),
    datasource ? identityOf(datasource) : null,
  ];
  const addAddress = <T extends ComparableResource>(resource: T): WithTarget<T> => ({
    ...resource,
    target: targetOf(resource),
  });
  return { current: current.map(addAddress), desired: desired.map(addAddress) };
}

/** The address without secrets, as the catalog stores addresses. */
const toMaskedUrl = (url: string | null | undefined): string | null => (url == null ? null : maskUrl(url));

/** The identity keys for resources whose addresses may be invalid: first type and title, then type. */
export const looseIdentityKeys: readonly IdentityKey<Pick<ComparableResource, 'type' | 'title'>>[] = [
  ({ type, title }) => canonicalJson([type, title]),
  ({ type }) => type,
];

/** The identity keys of resources: first all properties except secrets, then type and title, then type. */
export const identityKeys: readonly IdentityKey<WithTarget>[] = [
  ({ type, title, params, target }) => canonicalJson([type, title, params, target]),
  ...looseIdentityKeys,
];
