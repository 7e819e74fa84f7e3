import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { UncheckedVariables } from '#api/graph.ts';
import { collectFields, type SelectionContext, selectionsOf } from '#api/planning/collect-fields.ts';
import { CatalogError, fail, failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { DatasetSchema } from './dataset-schema.ts';
import { translateFilter, translatePaths } from './filter-tree.ts';
import { ReadDatasetRecordDocument, ReadDatasetRecordsDocument } from './generated/operations.ts';
import { rowShape, type RowShape } from './rows.ts';
import { pageInfo } from './value-types.ts';

/** When a dataset was last published. */
interface PublicationTimes {
  readonly dataProcessed: string | null;
  readonly metadataProcessed: string | null;
}

/** The publication that a typed graph was built from, as one text. */
export const publicationOf = ({ dataProcessed, metadataProcessed }: PublicationTimes): string =>
  JSON.stringify([dataProcessed, metadataProcessed]);

/** Thrown where a dataset was published again since its typed graph was built. */
export class PublishedAgain extends Error {}

/** What reads the fields of a typed graph. */
export interface DatasetReader {
  readonly datasetSchema: DatasetSchema;
  readonly datasetId: string;
  readonly publication: string;
  readonly context: SelectionContext;
  /** Executes an operation of the main graph on behalf of the caller. */
  readonly execute: <Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
  ) => Promise<Data>;
}

/** The arguments of a field, coerced. */
type FieldArguments = Readonly<Record<string, unknown>>;

/** Reads a field of the typed graph. */
export type ReadField = (reader: DatasetReader, args: FieldArguments, nodes: readonly FieldNode[]) => Promise<unknown>;

/** The dataset of an operation, of the publication that the typed graph was built from. */
function current<Dataset extends PublicationTimes>(
  { publication }: DatasetReader,
  { catalogDataset }: { readonly catalogDataset: Dataset | null },
): Dataset {
  if (!catalogDataset) return fail('NOT_FOUND');
  if (publicationOf(catalogDataset) !== publication) throw new PublishedAgain();
  return catalogDataset;
}

/** Reads a page of records: what its nodes and edges select in one operation of the main graph. */
export const readRecordsField: ReadField = async (reader, args, nodes) => {
  const { datasetSchema, context } = reader;
  const { connectionType, edgeType } = datasetSchema;
  const selected = [...collectFields(context, connectionType, selectionsOf(nodes))].map(([key, found]) => {
    const name = nameOf(found);
    return { key, name, found, edge: name === 'edges' ? membersOf(edgeType, found) : [] };
  });
  const rowNodes = selected.flatMap(({ name, found, edge }) =>
    name === 'nodes' ? [found] : edge.filter((member) => member.name === 'node').map((member) => member.found),
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
  const { records } = current(reader, result);
  if (!records) return null;
  const edges = records.edges ?? records.nodes?.map((node) => ({ cursor: '', node })) ?? [];
  const rowsOf = (found: readonly FieldNode[]) => {
    const rowOf = shapes.get(found)?.rowOf;
    return edges.map(({ node }) => rowOf?.(node));
  };
  return Object.fromEntries(selected.map(({ key, name, found, edge }) => [key, valueOf(name, found, edge)]));

  function membersOf(type: GraphQLObjectType, of: readonly FieldNode[]) {
    return [...collectFields(context, type, selectionsOf(of))].map(([key, found]) => ({
      key,
      name: nameOf(found),
      found,
    }));
  }

  function valueOf(name: string, found: readonly FieldNode[], edge: ReturnType<typeof membersOf>): unknown {
    switch (name) {
      case 'totalCount':
        return records?.totalCount;
      case 'nodes':
        return rowsOf(found);
      case 'edges':
        return edges.map(({ cursor, node }) =>
          Object.fromEntries(
            edge.map((member) => {
              if (member.name === 'cursor') return [member.key, cursor];
              return [member.key, member.name === 'node' ? shapes.get(member.found)?.rowOf(node) : edgeType.name];
            }),
          ),
        );
      case 'pageInfo': {
        const info: Readonly<Record<string, unknown>> = records?.pageInfo ?? {};
        return Object.fromEntries(
          membersOf(pageInfo, found).map((member) => [
            member.key,
            Object.hasOwn(info, member.name) ? info[member.name] : pageInfo.name,
          ]),
        );
      }
      default:
        return connectionType.name;
    }
  }
};

/** Reads one record. */
export const readRecordField: ReadField = async (reader, { recordId, timezone }, nodes) => {
  const shape = rowShape(reader.datasetSchema, reader.context, nodes, true);
  const variables = { datasetId: reader.datasetId, recordId, timezone, select: shape.select };
  const { record } = current(reader, await reader.execute(ReadDatasetRecordDocument, variables));
  return record && shape.rowOf(record);
};

/** The page size without `first`. */
const defaultFirst = 20;

const nameOf = ([node]: readonly FieldNode[]): string => node?.name.value ?? '';

/** An order of the main graph. The values of the enum are the names of the dataset. */
const orderOf = (given: unknown): unknown =>
  Array.isArray(given)
    ? given.filter(isJsonObject).map(({ field, direction, distanceTo }) => ({
        field,
        isDescending: direction === 'DESC',
        distanceTo,
      }))
    : undefined;

/** Gives the errors of invalid arguments the paths that the caller knows. */
async function withPaths<Result>(paths: ReadonlyMap<string, string>, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) throw error;
    return failFields(translatePaths(error.fields, paths));
  }
}
