import { partAt } from '#api/json-parts.ts';
import { fail } from '#kernel/fail.ts';
import type { RestInput } from '../request/rest-input.ts';
import { applies, mapItems, omit, unchanged, type BodyMapping } from './body-mapping.ts';
import { composeObject, nameOfShape, propertyAt, requiredProperty, shapeAt } from './body-shape.ts';
import { pageUrls } from './page-urls.ts';
import { valueAt, type PathTo } from './paths.ts';
import type { RestResponse, Responder } from './responder.ts';

/** The closed set of responders: object, createdObject, page, list, noContent, acknowledgement. A file has a responder of its own. */

/** The path of the dataset's revision in the data; the response carries it as its ETag (docs/contract/rest.md 1, ETag). */
type RevisionPath<Data> = PathTo<Data, number>;

/** The options of most responders. */
interface Options<Data> {
  readonly etag?: RevisionPath<Data>;
  /** Fails when the data shows that the caller lacks a right. */
  readonly check?: (data: NoInfer<Data>) => void;
}

const withoutRevision = omit('revision');

/** The options of a responder with one object; `body` converts the object. */
interface ObjectOptions<Data, Found> extends Options<Data> {
  readonly body?: BodyMapping<Found>;
}

/**
 * Responds with one object, or 404 when it is null or absent. When the ETag is the revision of the object itself, the body
 * leaves `revision` out.
 */
export const object = <Data, Found extends object = object>(
  path: PathTo<Data, Found>,
  options: ObjectOptions<Data, Found> = {},
): Responder<Data> => objectWithStatus(200, path, options);

/** Like `object`, with status 201, for an object that the operation created. */
export const createdObject = <Data, Found extends object = object>(
  path: PathTo<Data, Found>,
  options: ObjectOptions<Data, Found> = {},
): Responder<Data> => objectWithStatus(201, path, options);

function objectWithStatus<Data, Found extends object>(
  status: number,
  path: PathTo<Data, Found>,
  { etag, check, body = unchanged }: ObjectOptions<Data, Found>,
): Responder<Data> {
  const hasOwnRevision = etag === `${path}.revision`;
  return {
    respond({ data, parts }, input) {
      check?.(data);
      const part = !hasOwnRevision && !applies(body, input) ? partAt(parts, path) : undefined;
      if (part) return { status, ...etagAt(data, etag), body: part };
      const found = body.value(valueAt<Data, Found>(data, path) ?? fail('NOT_FOUND')) ?? fail('NOT_FOUND');
      return { status, ...etagAt(data, etag), body: hasOwnRevision ? withoutRevision.value(found) : found };
    },
    describe(data) {
      const found = body.shape(shapeAt(data, path));
      const json = hasOwnRevision ? withoutRevision.shape(found) : found;
      return { status, hasETag: etag !== undefined, content: { json } };
    },
  };
}

/** A connection of the graph. */
interface Connection<Node> {
  readonly totalCount: number;
  readonly nodes: readonly Node[];
}

/** A page in its envelope (docs/contract/rest.md 1, Pages). `node` converts each result to the form of the contract. */
export const page = <Data, Node extends object = object>(
  path: PathTo<Data, Connection<Node>>,
  { etag, check, node }: Options<Data> & { readonly node?: BodyMapping<Node> } = {},
): Responder<Data> => ({
  respond({ data, parts }, input) {
    check?.(data);
    const found = valueAt<Data, Connection<Node>>(data, path) ?? fail('NOT_FOUND');
    const results =
      node && applies(node, input)
        ? found.nodes.map((item) => node.value(item))
        : (partAt(parts, `${path}.nodes`) ?? found.nodes);
    return { status: 200, ...etagAt(data, etag), body: { ...envelope(input, found.totalCount), results } };
  },
  describe(data) {
    const found = propertyAt(data, `${path}.nodes`);
    const results = { ...found, shape: mapItems(found.shape, node) };
    const address = { ...requiredProperty({ kind: 'address' }), isNullable: true };
    return {
      status: 200,
      hasETag: etag !== undefined,
      content: {
        json: composeObject(`${nameOfShape(results.shape) ?? ''}Page`, {
          total_count: propertyAt(data, `${path}.totalCount`),
          next: address,
          previous: address,
          results,
        }),
      },
    };
  },
});

/** The properties of a page without its results. */
function envelope(input: RestInput, total: number) {
  const { limit = '20', offset = '0' } = input.query;
  return { total_count: total, ...pageUrls(input, { limit: Number(limit), offset: Number(offset), total }) };
}

/** A list without an envelope. `item` converts each item to the form of the contract. */
export const list = <Data, Item = unknown>(
  path: PathTo<Data, readonly Item[]>,
  { item }: { readonly item?: BodyMapping<Item> } = {},
): Responder<Data> => ({
  respond({ data, parts }) {
    const part = item ? undefined : partAt(parts, path);
    if (part) return { status: 200, body: part };
    const items = valueAt<Data, readonly Item[]>(data, path) ?? fail('NOT_FOUND');
    return { status: 200, body: item ? items.map((element) => item.value(element)) : items };
  },
  describe: (data) => ({ status: 200, hasETag: false, content: { json: mapItems(shapeAt(data, path), item) } }),
});

/** Responds 204 without a body, after something was removed. */
export const noContent = <Data>(etag?: RevisionPath<Data>): Responder<Data> => ({
  respond: ({ data }) => ({ status: 204, ...etagAt(data, etag) }),
  describe: () => ({ status: 204, hasETag: etag !== undefined, content: 'none' }),
});

/** `{"detail": "ok"}`, after an action. */
export const acknowledgement = <Data>(etag: RevisionPath<Data>): Responder<Data> => ({
  respond: ({ data }) => ({ status: 200, ...etagAt(data, etag), body: { detail: 'ok' } }),
  describe: () => ({
    status: 200,
    hasETag: true,
    content: { json: composeObject('Acknowledgement', { detail: requiredProperty({ kind: 'text', text: 'ok' }) }) },
  }),
});

const etagOf = (revision: number | null | undefined): Pick<RestResponse, 'headers'> =>
  revision == null ? {} : { headers: { etag: `"${String(revision)}"` } };

const etagAt = <Data>(data: Data, path: RevisionPath<Data> | undefined): Pick<RestResponse, 'headers'> =>
  path === undefined ? {} : etagOf(valueAt<Data, number>(data, path));
