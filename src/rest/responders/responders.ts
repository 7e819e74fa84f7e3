import { fail } from '../../kernel/fail.ts';
import type { RestInput } from '../rest-input.ts';
import type { Responder } from '../route.ts';
import { pageParts } from './page-parts.ts';
import { pageUrls } from './page-urls.ts';

/** The closed set of answers: one, created, page, array, empty, detail. A file has a responder of its own. */

/** A dataset's revision as it came with the data; the answer carries it as its ETag (docs/contract/rest.md 1, ETag). */
type Revision = number | null | undefined;
type Pick<Data, Picked> = (data: Data) => Picked | null | undefined;

const etag = (revision: Revision): { headers?: Record<string, string> } =>
  revision == null ? {} : { headers: { etag: `"${String(revision)}"` } };

/** One object; null or absent is 404. Without `revisionOf` the object's own `revision` becomes the ETag and no part of the body. */
export const one =
  <Data>(pick: Pick<Data, object>, revisionOf?: (data: Data) => Revision, status = 200): Responder<Data> =>
  ({ data }) => {
    const found = pick(data) ?? fail('NOT_FOUND');
    if (revisionOf) return { status, ...etag(revisionOf(data)), body: found };
    const { revision, ...body }: { revision?: number } = { ...found };
    return { status, ...etag(revision), body };
  };

/** The same with 201, after something was made. */
export const created = <Data>(pick: Pick<Data, object>, revisionOf?: (data: Data) => Revision): Responder<Data> =>
  one(pick, revisionOf, 201);

/** A page in its envelope (docs/contract/rest.md 1, Pages); its nodes are the results, as they came or each rewritten where the wire differs. */
export const page =
  <Data, Node extends object>(
    pick: Pick<Data, { readonly totalCount: number; readonly nodes: readonly Node[] }>,
    {
      revisionOf,
      node,
    }: { revisionOf?: (data: Data) => Revision; node?: (node: Node) => object | null | undefined } = {},
  ): Responder<Data> =>
  (answered, input) => {
    const parts = node ? undefined : pageParts(answered.parts);
    if (parts)
      return {
        status: 200,
        ...etag(parts.revision),
        body: `${JSON.stringify(envelope(input, parts.totalCount)).slice(0, -1)},"results":${parts.nodes}}`,
      };
    const { totalCount, nodes } = pick(answered.data) ?? fail('NOT_FOUND');
    return {
      status: 200,
      ...etag(revisionOf?.(answered.data)),
      body: { ...envelope(input, totalCount), results: node ? nodes.map(node) : nodes },
    };
  };

function envelope(input: RestInput, total: number) {
  const { limit = '20', offset = '0' } = input.query;
  return { total_count: total, ...pageUrls(input, { limit: Number(limit), offset: Number(offset), total }) };
}

/** A bare list. */
export const array =
  <Data>(pick: Pick<Data, readonly unknown[]>): Responder<Data> =>
  ({ data }) => ({ status: 200, body: pick(data) ?? fail('NOT_FOUND') });

/** 204 without a body, after something was removed. */
export const empty =
  <Data>(revisionOf?: (data: Data) => Revision): Responder<Data> =>
  ({ data }) => ({ status: 204, ...etag(revisionOf?.(data)) });

/** `{"detail": "ok"}`, after an action. */
export const detail =
  <Data>(revisionOf?: (data: Data) => Revision): Responder<Data> =>
  ({ data }) => ({ status: 200, ...etag(revisionOf?.(data)), body: { detail: 'ok' } });
