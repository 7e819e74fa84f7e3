import {
  BREAK,
  execute,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { collectFields } from '#api/planning/collect-fields.ts';
import { onceFor } from '#kernel/once-for.ts';
import type { DatasetSchema } from './dataset-schema.ts';
import { readEntities, readService } from './read-entities.ts';
import { readAggregate, readFacetsField } from './read-aggregate.ts';
import { type DatasetReader, PublishedAgain, type ReadField } from './read-field.ts';
import { readRecordField, readRecordsField } from './read-records.ts';

/** An operation of a typed graph; the document is valid. */
export interface DatasetOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The result of an operation. The data may hold texts that are written as they are; null where a field that is never null failed, undefined where nothing was executed. */
export interface DatasetResult {
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly GraphQLError[];
}

const readers: ReadonlyMap<string, ReadField> = new Map([
  ['records', readRecordsField],
  ['record', readRecordField],
  ['aggregate', readAggregate],
  ['facets', readFacetsField],
  ['_service', readService],
  ['_entities', readEntities],
]);

/** Whether a document has directives. */
const hasDirectives = onceFor((document: DocumentNode) => {
  let found = false;
  visit(document, {
    Directive: () => {
      found = true;
      return BREAK;
    },
  });
  return found;
});

/** The most errors of variables that are reported. */
const maxErrors = 5;

/**
 * Executes an operation of a typed graph: each field by an operation of the main graph, so that one that fails is null and the others are answered.
 * Throws PublishedAgain where the dataset was published since the typed graph was built.
 */
export async function executeOperation(
  datasetSchema: DatasetSchema,
  { document, operation, variables }: DatasetOperation,
  reading: Pick<DatasetReader, 'datasetId' | 'publication' | 'execute' | 'printSdl'>,
): Promise<DatasetResult> {
  const { schema, prefix } = datasetSchema;
  const { coerced, errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors,
  });
  if (!coerced) return { data: undefined, errors };
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const context = { schema, fragments, variables: coerced };
  const reader = { ...reading, datasetSchema, context, hasDirectives: hasDirectives(document) };
  const failures: GraphQLError[] = [];
  const queryType = schema.getQueryType();
  const fields = queryType ? [...collectFields(context, queryType, [operation.selectionSet])] : [];

  async function read(key: string, nodes: readonly FieldNode[]): Promise<unknown> {
    const [node] = nodes;
    const field = node && queryType?.getFields()[node.name.value];
    const readField = node && readers.get(withoutPrefix(node.name.value, prefix));
    if (!field || !readField) return node?.name.value === '__typename' ? queryType?.name : readSchema(key, nodes);
    try {
      return await readField(reader, getArgumentValues(field, node, coerced), nodes);
    } catch (error) {
      if (error instanceof PublishedAgain) throw error;
      const originalError = error instanceof GraphQLError ? error.originalError : error;
      failures.push(
        new GraphQLError(error instanceof Error ? error.message : String(error), {
          nodes,
          path: [key],
          originalError: originalError instanceof Error ? originalError : null,
        }),
      );
      return null;
    }
  }

  /** Reads what an operation selects of the schema itself, which needs no data. */
  async function readSchema(key: string, nodes: readonly FieldNode[]): Promise<unknown> {
    const selectionSet = { kind: Kind.SELECTION_SET, selections: [...nodes] } as const;
    const definitions = [{ ...operation, selectionSet }, ...fragments.values()];
    const result = await execute({
      schema,
      document: { kind: Kind.DOCUMENT, definitions },
      operationName: operation.name?.value,
      variableValues: variables,
    });
    failures.push(...(result.errors ?? []));
    return result.data?.[key];
  }

  const values = await Promise.all(fields.map(async ([key, nodes]) => [key, await read(key, nodes)] as const));
  const failed = new Set(values.flatMap(([key, value]) => (value === null ? [key] : [])));
  const hasNoData = fields.some(([key, [node]]) => {
    const field = failed.has(key) && node ? queryType?.getFields()[node.name.value] : undefined;
    return isNonNullType(field?.type);
  });
  return { data: hasNoData ? null : Object.fromEntries(values), errors: failures };
}

const withoutPrefix = (name: string, prefix: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;
