import type { FieldNode } from 'graphql';
import { failFields } from '#kernel/fail.ts';
import { enumName } from '#kernel/field-names.ts';
import { isJsonObject, JsonText } from '#kernel/json.ts';
import { translateFilter } from './filter-tree.ts';
import { AggregateDatasetRecordsDocument, CountDatasetFacetsDocument } from './generated/operations.ts';
import {
  currentDataset,
  membersOf,
  type ReadField,
  selectionOf,
  textsIn,
  withPaths,
  writeObject,
} from './read-field.ts';
import { measuresOf } from './value-types.ts';

/** A value that is computed for each group. */
interface Measure {
  readonly function: string;
  readonly field?: string;
}

/** The measures of an operation by the names under which they are read; equal ones are read once. */
class Measures {
  readonly #names = new Map<string, string>();
  readonly #inputs: object[] = [];

  /** The name of a measure, which is added. */
  nameOf(measure: Measure): string {
    const id = JSON.stringify([measure.function, measure.field]);
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = `m${String(this.#inputs.length)}`;
    this.#names.set(id, name);
    this.#inputs.push({ ...measure, as: name });
    return name;
  }

  get inputs(): readonly object[] {
    return this.#inputs;
  }
}

/** Reads `aggregate`: the measures that the groups select, in one operation of the main graph. */
export const readAggregate: ReadField = async (reader, args, nodes) => {
  const { context, datasetSchema } = reader;
  const { aggregates, fields } = datasetSchema;
  if (!aggregates) return null;
  const by = textsIn(args['groupBy']);
  const measures = new Measures();
  const { filter, paths } = translateFilter(args['filter'], fields);
  const orderBy = ordersOf(args['orderBy'], by, measures);
  const selected = membersOf(context, aggregates.aggregateType, nodes);
  const groups = selected
    .filter(({ name }) => name === 'groups')
    .map(({ found }) => [found, groupReader(found)] as const);
  if (by.length === 0) measures.nameOf({ function: 'count' });
  const result = await withPaths(paths, () =>
    reader.execute(AggregateDatasetRecordsDocument, {
      datasetId: reader.datasetId,
      by: by.map((field, index) => ({ field, as: `k${String(index)}` })),
      measures: measures.inputs,
      ...(filter && { filter }),
      ...selectionOf(args),
      orderBy,
      first: args['first'] ?? 100,
      offset: args['offset'] ?? 0,
      timezone: args['timezone'],
    }),
  );
  const { aggregate } = currentDataset(reader, result);
  if (!aggregate) return null;
  const readGroups = new Map<readonly FieldNode[], (group: Group) => unknown>(groups);
  return writeObject(selected, aggregates.aggregateType, ({ name, found }) =>
    name === 'groups' ? aggregate.groups.map((group) => readGroups.get(found)?.(groupOf(group))) : aggregate.hasMore,
  );

  /** How a group is written; adds the measures that it reads. */
  function groupReader(found: readonly FieldNode[]): (group: Group) => unknown {
    if (!aggregates) return () => null;
    const { groupType, keyType, keys, measured } = aggregates;
    const members = membersOf(context, groupType, found).map(({ key, name, found: inner }) => {
      if (name === 'key') return { key, read: keyReader(inner) };
      if (name === 'count') {
        const as = measures.nameOf({ function: 'count' });
        return { key, read: (group: Group) => group[as] ?? null };
      }
      const field = measured.get(name);
      if (!field) return { key, read: () => groupType.name };
      const { type, functions } = measuresOf(field);
      const names = membersOf(context, type, inner).map((member) => {
        const measure = functions[member.name];
        const as = measure === undefined ? undefined : measures.nameOf({ function: measure, field: field.name });
        return { key: member.key, read: (group: Group) => (as === undefined ? type.name : (group[as] ?? null)) };
      });
      return { key, read: (group: Group) => writeMembers(names, group) };
    });
    return (group) => writeMembers(members, group);

    function keyReader(inner: readonly FieldNode[]): (group: Group) => unknown {
      const values = membersOf(context, keyType, inner).map(({ key, name }) => {
        const field = keys.get(name);
        if (!field) return { key, read: () => keyType.name };
        const at = by.indexOf(field.name);
        if (at < 0) return failFields({ groupBy: [`Group by ${name}, because its value is selected.`] });
        return { key, read: (group: Group) => group[`k${String(at)}`] ?? null };
      });
      return (group) => writeMembers(values, group);
    }
  }
};

type Group = Readonly<Record<string, unknown>>;

/** A member of a group, by its response key. */
interface GroupMember {
  readonly key: string;
  readonly read: (group: Group) => unknown;
}

const writeMembers = (members: readonly GroupMember[], group: Group): object =>
  Object.fromEntries(members.map(({ key, read }) => [key, read(group)]));

function groupOf(value: unknown): Group {
  const parsed: unknown = value instanceof JsonText ? value.value : value;
  return isJsonObject(parsed) ? parsed : {};
}

/** An order of the main graph. Adds the measures that it names. */
function ordersOf(given: unknown, by: readonly string[], measures: Measures): readonly object[] {
  const orders: readonly unknown[] = Array.isArray(given) ? given : [];
  return orders.filter(isJsonObject).map(({ field, measure, direction }, index) => {
    const path = `orderBy.${String(index)}`;
    if (typeof measure === 'string') {
      if (typeof field !== 'string' && measure !== 'count')
        return failFields({ [`${path}.field`]: ['Name the field of the measure.'] });
      const of = typeof field === 'string' ? { field } : {};
      return { field: measures.nameOf({ function: measure, ...of }), direction };
    }
    if (typeof field !== 'string') return { field: measures.nameOf({ function: 'count' }), direction };
    const at = by.indexOf(field);
    return at < 0
      ? failFields({ [`${path}.field`]: ['Group by the field, or name a measure of it.'] })
      : { field: `k${String(at)}`, direction };
  });
}

/** Reads `facets`. */
export const readFacetsField: ReadField = async (reader, args, nodes) => {
  const { context, datasetSchema } = reader;
  const { aggregates, fields } = datasetSchema;
  if (!aggregates) return null;
  const names = textsIn(args['fields']);
  if (names.length === 0) return failFields({ fields: ['Give at least one field.'] });
  const { filter, paths } = translateFilter(args['filter'], fields);
  const facets = names.map((field) => ({ field, limit: args['limit'] ?? null }));
  const limits = facets.map((_facet, index) => [`facets.${String(index)}.limit`, 'limit'] as const);
  const result = await withPaths(new Map([...paths, ...limits]), () =>
    reader.execute(CountDatasetFacetsDocument, {
      datasetId: reader.datasetId,
      facets,
      ...(filter && { filter }),
      ...selectionOf(args),
      timezone: args['timezone'],
    }),
  );
  const { recordFacets } = currentDataset(reader, result);
  const nameOf = (own: string) => [...aggregates.keys].find(([, field]) => field.name === own)?.[0] ?? own;
  const selected = membersOf(context, aggregates.facetType, nodes).map((member) => ({
    ...member,
    below: member.name === 'values' ? membersOf(context, aggregates.facetValueType, member.found) : [],
  }));
  const below = new Map(selected.map((member) => [member.key, member.below]));
  return (
    recordFacets?.map((facet) =>
      writeObject(selected, aggregates.facetType, ({ key, name }) =>
        name === 'field'
          ? enumName(nameOf(facet.name))
          : facet.values.map((value) =>
              writeObject(
                below.get(key) ?? [],
                aggregates.facetValueType,
                (member) => Reflect.get(value, member.name) ?? null,
              ),
            ),
      ),
    ) ?? null
  );
};
