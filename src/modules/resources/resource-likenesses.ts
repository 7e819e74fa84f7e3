import type { RequestContext } from '../../api/context.ts';
import type { IdentityKey } from '../../api/sections/match-parts.ts';
import { canonicalJson, type Json } from '../../kernel/json.ts';
import { maskedUrl, decryptConnections } from '../connections/index.ts';
import { datasourceKindOf } from './datasources/datasource-kinds.ts';
import type { ResourceProperties } from './resource.rules.ts';

/** A datasource, stored or of an input. */
interface LinkedDatasource {
  readonly type: string;
  readonly connection?: { readonly uid?: string | null; readonly url?: string | null } | null;
}

interface Part extends ResourceProperties {
  readonly datasource?: LinkedDatasource | null | undefined;
}

/** A resource with the address that it leads to, as far as its parts are compared. */
export type Addressed<T extends Part = Part> = T & { readonly leadsTo: Json };

/** Present and wanted resources with where they lead to: a stored connection is known by its address. */
export async function withAddresses<Present extends Part, Wanted extends Part>(
  { db, app: { secrets } }: RequestContext,
  present: readonly Present[],
  wanted: readonly Wanted[],
): Promise<{ readonly present: Addressed<Present>[]; readonly wanted: Addressed<Wanted>[] }> {
  const uids = [...present, ...wanted].flatMap(({ datasource }) => datasource?.connection?.uid ?? []);
  const connections = await decryptConnections({ db, secrets }, uids);
  const identityOf = (datasource: LinkedDatasource): Json => {
    const { uid, url } = datasource.connection ?? {};
    const connectionUrl = masked(url) ?? connections.get(uid ?? '')?.settings.url ?? null;
    return [datasource.type, connectionUrl, datasourceKindOf(datasource.type).identity(datasource)];
  };
  const leadsTo = ({ url, datasource }: Part): Json => [masked(url), datasource ? identityOf(datasource) : null];
  const addressed = <T extends Part>(part: T): Addressed<T> => ({ ...part, leadsTo: leadsTo(part) });
  return { present: present.map(addressed), wanted: wanted.map(addressed) };
}

/** Stored addresses are without their secrets. */
const masked = (url: string | null | undefined): string | null => (url == null ? null : maskedUrl(url));

/** For resources whose addresses may be invalid: those of the same name first, then those of the same type. */
export const looseLikenesses: readonly IdentityKey<Pick<Part, 'type' | 'title'>>[] = [
  ({ type, title }) => canonicalJson([type, title]),
  ({ type }) => type,
];

/** A resource is most like those that equal it but for secrets, then those of its name, then those of its type. */
export const likenesses: readonly IdentityKey<Addressed>[] = [
  ({ type, title, params, leadsTo }) => canonicalJson([type, title, params, leadsTo]),
  ...looseLikenesses,
];
