import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import type { Session } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { buildDatasetSchema, type DatasetDescription, type DatasetSchema } from './dataset-schema.ts';
import { prefixOf } from './entities.ts';
import { DescribeDatasetFieldsDocument } from './generated/operations.ts';
import { publicationOf, PublishedAgain } from './read-field.ts';

/** The typed graph of a dataset as a caller sees it. */
export interface DatasetGraph {
  readonly datasetSchema: DatasetSchema;
  /** Identifies the schema: equal descriptions share one. */
  readonly key: string;
  /** The publication that it was built from. */
  readonly publication: string;
  /** The typed graph that the caller saw before this one; undefined where it is not kept. */
  readonly earlier: DatasetSchema | undefined;
}

/** The typed graph that a caller saw last, and the one before it. */
interface SeenGraph {
  readonly key: string;
  readonly publication: string;
  readonly earlierKey: string | undefined;
}

/** Which typed graph of which dataset. */
export interface DatasetGraphName {
  readonly datasetId: string;
  /** Whether its names are unique in a supergraph. */
  readonly isSubgraph: boolean;
}

/** The typed graphs of datasets. */
export interface DatasetGraphs {
  /**
   * Answers an operation by the typed graph of a dataset. `answer` is called again where the graph that the caller saw before is not the current one, and
   * then its first result is not used. Fails NOT_FOUND for a dataset that the caller may not see.
   */
  answer<Result extends { readonly isFinal: boolean }>(
    ctx: RequestContext,
    { datasetId, isSubgraph }: DatasetGraphName,
    answer: (graph: DatasetGraph) => Promise<Result>,
  ): Promise<Result>;
}

/** The maximum memory of schemas, and of what callers saw last, estimated. */
const maxSchemaBytes = 32 * 1024 * 1024;
const maxSeenBytes = 4 * 1024 * 1024;

/** An estimate of the memory that a schema takes, and each of its fields. */
const bytesOfSchema = 40_000;
const bytesOfField = 4_000;

/** How often a dataset may be published while one operation is answered. */
const maxAttempts = 3;

/**
 * Creates the typed graphs of datasets. A schema is built for the fields that a caller sees, on demand, and shared by all callers who see the same. What
 * a caller saw last is used again without asking which fields those are: the main graph refuses a field that the caller sees no more, every read tells
 * the publication, and what fails is decided by the current fields.
 */
export function createDatasetGraphs(graph: Graph, prepare: (schema: GraphQLSchema) => GraphQLSchema): DatasetGraphs {
  const schemas = new LRUCache<string, DatasetSchema>({
    maxSize: maxSchemaBytes,
    sizeCalculation: ({ fields }) => bytesOfSchema + bytesOfField * fields.size,
  });
  const seen = new LRUCache<string, SeenGraph>({
    maxSize: maxSeenBytes,
    sizeCalculation: (_graph, key) => 500 + 2 * key.length,
  });

  function schemaOf(description: DatasetDescription, key: string): DatasetSchema {
    const known = schemas.get(key);
    if (known) return known;
    const built = buildDatasetSchema(description);
    prepare(built.schema);
    schemas.set(key, built);
    return built;
  }

  async function describe(
    ctx: RequestContext,
    { datasetId, isSubgraph }: DatasetGraphName,
    seenKey: string,
  ): Promise<DatasetGraph> {
    const { catalogDataset } = await graph.execute(DescribeDatasetFieldsDocument, { datasetId }, ctx);
    if (!catalogDataset) {
      seen.delete(seenKey);
      return fail('NOT_FOUND');
    }
    const { title, schema: fields } = catalogDataset;
    const prefix = isSubgraph ? prefixOf(catalogDataset) : '';
    const key = hash('sha256', JSON.stringify([title, fields, prefix]));
    const last = seen.get(seenKey);
    const earlierKey = last && last.key !== key ? last.key : last?.earlierKey;
    const found = { key, publication: publicationOf(catalogDataset), earlierKey };
    seen.set(seenKey, found);
    return { ...found, datasetSchema: schemaOf({ title, fields, prefix }, key), earlier: earlierOf(found) };
  }

  const earlierOf = ({ earlierKey }: SeenGraph): DatasetSchema | undefined =>
    earlierKey === undefined ? undefined : schemas.get(earlierKey);

  /** What a caller saw last; undefined where its schema is not kept. */
  function lastSeen(seenKey: string): DatasetGraph | undefined {
    const last = seen.get(seenKey);
    const datasetSchema = last && schemas.get(last.key);
    return datasetSchema && { ...last, datasetSchema, earlier: earlierOf(last) };
  }

  return Object.freeze({
    async answer(ctx, name, answer) {
      const seenKey = JSON.stringify([name.datasetId, name.isSubgraph, ...callerOf(ctx.session)]);
      const last = lastSeen(seenKey);
      const first = last && (await unlessPublished(() => answer(last)));
      if (first?.isFinal) return first;
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const current = await describe(ctx, name, seenKey);
        if (first && last.key === current.key && last.publication === current.publication) return first;
        const result = await unlessPublished(() => answer(current));
        if (result) return result;
      }
      return fail('UNAVAILABLE');
    },
  } satisfies DatasetGraphs);
}

/** The key of callers who may see the same fields. */
const callerOf = ({ username, keyUid, token }: Session): readonly (string | null)[] => [
  username ?? null,
  keyUid ?? null,
  token?.identityUid ?? null,
];

/** The result; undefined where the dataset was published meanwhile. */
async function unlessPublished<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PublishedAgain) return undefined;
    throw error;
  }
}
