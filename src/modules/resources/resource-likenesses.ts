import type { RequestContext } from '../../api/context.ts';
import type { IdentityKey } from '../../api/sections/match-parts.ts';
import { canonicalJson, type Json } from '../../kernel/json.ts';
import { maskedUrl, openConnections } from '../connections/index.ts';
import type { ResourceProperties } from './resource.rules.ts';

/** Where a datasource leads, stored or given. */
interface Leading {
  readonly connection?: { readonly uid?: string | null; readonly url?: string | null } | null;
  readonly file?: { readonly uid: string } | null;
  readonly relativeUrl?: string | null;
  readonly url?: string | null;
  readonly fileId?: string | null;
  readonly driveId?: string | null;
  readonly domain?: { readonly domainId: string } | null;
  readonly dataset?: { readonly datasetId: string } | null;
  readonly query?: string | null;
  readonly form?: string | null;
}

interface Part extends ResourceProperties {
  readonly datasource?: Leading | null | undefined;
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
  const connections = await openConnections({ db, secrets }, uids);
  const leadsTo = ({ url, datasource }: Part): Json => [
    masked(url),
    masked(datasource?.connection?.url) ?? connections.get(datasource?.connection?.uid ?? '')?.settings.url ?? null,
    datasource?.file?.uid ?? null,
    masked(datasource?.relativeUrl) ?? '',
    masked(datasource?.url),
    datasource?.fileId ?? null,
    datasource?.driveId ?? null,
    datasource?.domain?.domainId ?? null,
    datasource?.dataset?.datasetId ?? null,
    datasource?.query ?? null,
    datasource?.form ?? null,
  ];
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
