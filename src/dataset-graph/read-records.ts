import type { FieldNode } from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { onceFor } from '#kernel/once-for.ts';
import type { DatasetSchema } from './dataset-schema.ts';
import { translateFilter } from './filter-tree.ts';
import { ReadDatasetRecordDocument, ReadDatasetRecordsDocument } from './generated/operations.ts';
import { narrowing } from './narrow-document.ts';
import {
  currentDataset,
  type DatasetReader,
  membersOf,
  PublishedAgain,
  type ReadField,
  selectionOf,
  type SelectedMember,
  withPaths,
  writeObject,
} from './read-field.ts';
import { rowShape, type RowShape } from './rows.ts';
import { pageInfo } from './value-types.ts';

/** What a document selects of a page. */
interface PageShape {
  readonly selected: readonly (SelectedMember & { readonly below: readonly SelectedMember[] })[];
  readonly shapes: ReadonlyMap<readonly FieldNode[], RowShape>;
  /** The items of `select`; undefined for all fields. */
  readonly select: readonly string[] | undefined;
  readonly parts: Readonly<
    Record<'withTotal' | 'withNodes' | 'withEdges' | 'withPageInfo' | 'withIds' | 'withValues', boolean>
  >;
}

function pageShape({ datasetSchema, context }: DatasetReader, nodes: readonly FieldNode[]): PageShape {
  const { connectionType, edgeType } = datasetSchema;
  const selected = membersOf(context, connectionType, nodes).map((member) => ({
    ...member,
    below:
      member.name === 'edges'
        ? membersOf(context, edgeType, member.found)
        : member.name === 'pageInfo'
          ? membersOf(context, pageInfo, member.found)
          : [],
  }));
  const rowNodes = selected.flatMap(({ name, found, below }) =>
    name === 'nodes' ? [found] : below.filter((member) => member.name === 'node').map((member) => member.found),
  );
  const shapes = new Map<readonly FieldNode[], RowShape>(
    rowNodes.map((found) => [found, rowShape(datasetSchema, context, found, rowNodes.length === 1)]),
  );
  const rows = [...shapes.values()];
  const selects = (...names: string[]): boolean => selected.some(({ name }) => names.includes(name));
  const isByEdges = selects('edges');
  const hasValues = rows.some(({ select }) => select.length > 0);
  return {
    selected,
    shapes,
    select: rows.some(({ isWhole }) => isWhole) ? undefined : [...new Set(rows.flatMap(({ select }) => select))],
    parts: {
      withTotal: selects('totalCount'),
      withNodes: selects('nodes') && !isByEdges,
      withEdges: isByEdges,
      withPageInfo: selects('pageInfo') || !selects('totalCount', 'nodes', 'edges'),
      withIds: !hasValues || rows.some(({ hasRecordId }) => hasRecordId),
      withValues: hasValues,
    },
  };
}

/** The shapes of the pages that documents without directives select, which are the same each time. */
const keptShapes = onceFor((_datasetSchema: DatasetSchema) => new WeakMap<FieldNode, PageShape>());

function shapeOfPage(reader: DatasetReader, nodes: readonly FieldNode[]): PageShape {
  const [node] = nodes;
  if (!node || nodes.length > 1 || reader.hasDirectives) return pageShape(reader, nodes);
  const kept = keptShapes(reader.datasetSchema);
  const shape = kept.get(node) ?? pageShape(reader, nodes);
  kept.set(node, shape);
  return shape;
}

const narrowRecords = narrowing(ReadDatasetRecordsDocument);

/** Reads a page of records: what its nodes and edges select in one operation of the main graph. */
export const readRecordsField: ReadField = async (reader, args, nodes) => {
  const { datasetSchema } = reader;
  const { connectionType, edgeType } = datasetSchema;
  const { selected, shapes, select, parts } = shapeOfPage(reader, nodes);
  const { filter, paths } = translateFilter(args['filter'], datasetSchema.fields);
  const variables = {
    datasetId: reader.datasetId,
    select: parts.withValues ? select : undefined,
    ...(filter && { filter }),
    ...selectionOf(args),
    orderBy: orderOf(args['orderBy']),
    first: args['first'] ?? defaultFirst,
    after: args['after'] ?? undefined,
    offset: args['offset'] === 0 ? undefined : (args['offset'] ?? undefined),
    timezone: args['timezone'] === 'UTC' ? undefined : args['timezone'],
    ...parts,
  };
  const result = await withPaths(paths, () => reader.execute(narrowRecords(variables), variables));
  const { records } = currentDataset(reader, result);
  if (!records) return null;
  const [whole] = [...shapes.values()].filter(({ isWhole }) => isWhole);
  const [first] = records.edges?.map(({ node }) => node) ?? records.nodes ?? [];
  // without `select` the main graph returns the fields that the caller sees now, not those of the typed graph
  if (whole && first && !whole.fits(first)) throw new PublishedAgain();
  const edges = records.edges ?? records.nodes?.map((node) => ({ cursor: '', node })) ?? [];
  const members = new Map(selected.map(({ key, below }) => [key, below]));
  return writeObject(selected, connectionType, ({ key, name, found }) => {
    const below = members.get(key) ?? [];
    if (name === 'totalCount') return records.totalCount;
    if (name === 'pageInfo')
      return writeObject(below, pageInfo, (member) => Reflect.get(records.pageInfo ?? {}, member.name) ?? null);
    if (name === 'nodes') {
      const shape = shapes.get(found);
      return edges.map(({ node }) => shape?.rowOf(node));
    }
    return edges.map(({ cursor, node }) =>
      writeObject(below, edgeType, (member) =>
        member.name === 'cursor' ? cursor : shapes.get(member.found)?.rowOf(node),
      ),
    );
  });
};

/** Reads one record. */
export const readRecordField: ReadField = async (reader, { recordId, timezone }, nodes) => {
  const shape = rowShape(reader.datasetSchema, reader.context, nodes, true);
  const variables = { datasetId: reader.datasetId, recordId, timezone, select: shape.select };
  const { record } = currentDataset(reader, await reader.execute(ReadDatasetRecordDocument, variables));
  return record && shape.rowOf(record);
};

/** The page size without `first`. */
const defaultFirst = 20;

/** An order of the main graph. The values of the enum are the names of the dataset. */
const orderOf = (given: unknown): unknown =>
  Array.isArray(given)
    ? given.filter(isJsonObject).map(({ field, direction, distanceTo }) => ({
        field,
        direction,
        distanceTo,
      }))
    : undefined;
