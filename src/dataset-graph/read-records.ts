import type { FieldNode } from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { translateFilter } from './filter-tree.ts';
import { ReadDatasetRecordDocument, ReadDatasetRecordsDocument } from './generated/operations.ts';
import { currentDataset, membersOf, type ReadField, withPaths, writeObject } from './read-field.ts';
import { rowShape, type RowShape } from './rows.ts';
import { pageInfo } from './value-types.ts';

/** Reads a page of records: what its nodes and edges select in one operation of the main graph. */
export const readRecordsField: ReadField = async (reader, args, nodes) => {
  const { datasetSchema, context } = reader;
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
  const select = [...new Set([...shapes.values()].flatMap((shape) => shape.select))];
  const selects = (...names: string[]): boolean => selected.some(({ name }) => names.includes(name));
  const { filter, paths } = translateFilter(args['filter'], datasetSchema.fields);
  const isByEdges = selects('edges');
  const result = await withPaths(paths, () =>
    reader.execute(ReadDatasetRecordsDocument, {
      datasetId: reader.datasetId,
      select,
      ...(filter && { filter }),
      orderBy: orderOf(args['orderBy']),
      first: args['first'] ?? defaultFirst,
      after: args['after'],
      offset: args['offset'] ?? 0,
      timezone: args['timezone'],
      withTotal: selects('totalCount'),
      withNodes: selects('nodes') && !isByEdges,
      withEdges: isByEdges,
      withPageInfo: selects('pageInfo') || !selects('totalCount', 'nodes', 'edges'),
      withValues: select.length > 0,
    }),
  );
  const { records } = currentDataset(reader, result);
  if (!records) return null;
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
        isDescending: direction === 'DESC',
        distanceTo,
      }))
    : undefined;
