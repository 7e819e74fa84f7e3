import { failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { RequestContext } from './context.ts';
import type { TypeSource } from './reading/type-source.ts';
import { loadByKey } from './reading/load.ts';
import { maxPageSize } from './reading/connection.ts';

/** The maximum number of objects that `_entities` finds. A router asks at once for the objects of a whole page of another subgraph. */
export const maxRepresentations = maxPageSize;

/** A field by which a supergraph identifies the objects of a type, and its column. */
export interface EntityKey {
  readonly source: TypeSource;
  readonly field: string;
  readonly column: string;
}

/** An object that a representation names. */
export interface NamedEntity extends EntityKey {
  readonly value: string;
}

type Sources = ReadonlyMap<string, TypeSource>;

/** The keys of a type; none where it is not an entity. */
export const entityKeysOf = (source: TypeSource): EntityKey[] =>
  (source.entityKeys ?? []).map((field) => {
    const column = source.columns[field];
    if (typeof column !== 'string') throw new TypeError(`${source.type}.${field} is no column, so it cannot be a key.`);
    return { source, field, column };
  });

/** The keys of all types that are entities. */
export const entityKeys = (sources: Sources): EntityKey[] => [...sources.values()].flatMap(entityKeysOf);

/** Reads representations of Apollo Federation: a type and a key of it. Fails INVALID_INPUT for too many, and for one without an object. */
export function parseRepresentations(sources: Sources, representations: unknown): readonly NamedEntity[] {
  const given: readonly unknown[] = Array.isArray(representations) ? representations : [];
  if (given.length > maxRepresentations)
    failFields({ representations: [`Ask for at most ${String(maxRepresentations)} objects.`] });
  return given.map((representation, index) =>
    parseRepresentation(sources, representation, `representations.${String(index)}`),
  );
}

function parseRepresentation(sources: Sources, representation: unknown, path: string): NamedEntity {
  if (!isJsonObject(representation)) return failFields({ [path]: ['Send an object with __typename and a key.'] });
  const type = representation['__typename'];
  const source = typeof type === 'string' ? sources.get(type) : undefined;
  const keys = source ? entityKeysOf(source) : [];
  if (keys.length === 0) {
    const types = new Set(entityKeys(sources).map((key) => key.source.type));
    return failFields({ [`${path}.__typename`]: [`Name one of the entities: ${[...types].join(', ')}.`] });
  }
  for (const key of keys) {
    const value = representation[key.field];
    if (typeof value === 'string') return { ...key, value };
  }
  return failFields({
    [path]: [`Send a key of the entity as a text: ${keys.map(({ field }) => field).join(' or ')}.`],
  });
}

/** The objects that representations name, in their order; null in place of each that does not exist or that the caller may not see. */
export const findEntities = (ctx: RequestContext, representations: unknown): Promise<(object | null)[]> =>
  Promise.all(
    parseRepresentations(ctx.app.registry.sources, representations).map(async ({ source, column, value }) => {
      const row = await loadByKey(ctx, source, value, column);
      return row && { __typename: source.type, ...row };
    }),
  );
