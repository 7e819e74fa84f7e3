import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { UncheckedVariables } from '#api/graph.ts';
import { collectFields, type SelectionContext, selectionsOf } from '#api/planning/collect-fields.ts';
import { CatalogError, fail, failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { DatasetSchema } from './dataset-schema.ts';
import { translatePaths } from './filter-tree.ts';

/** When a dataset was last published. */
interface PublicationTimes {
  readonly dataProcessedAt: string | null;
  readonly metadataProcessedAt: string | null;
}

/** The publication that a typed graph was built from, as one text. */
export const publicationOf = ({ dataProcessedAt, metadataProcessedAt }: PublicationTimes): string =>
  JSON.stringify([dataProcessedAt, metadataProcessedAt]);

/** Thrown where a dataset was published again since its typed graph was built. */
export class PublishedAgain extends Error {}

/** What reads the fields of a typed graph. */
export interface DatasetReader {
  readonly datasetSchema: DatasetSchema;
  readonly datasetId: string;
  readonly publication: string;
  readonly context: SelectionContext;
  /** Whether the document has directives, so that the variables decide what it selects. */
  readonly hasDirectives: boolean;
  /** The SDL of the typed graph as a subgraph. */
  readonly printSdl: () => string;
  /** Executes an operation of the main graph on behalf of the caller. */
  readonly execute: <Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
  ) => Promise<Data>;
}

/** Reads a field of the typed graph by its coerced arguments. */
export type ReadField = (
  reader: DatasetReader,
  args: Readonly<Record<string, unknown>>,
  nodes: readonly FieldNode[],
) => Promise<unknown>;

/** The dataset of an operation, of the publication that the typed graph was built from. */
export function currentDataset<Dataset extends PublicationTimes>(
  { publication }: DatasetReader,
  { catalogDataset }: { readonly catalogDataset: Dataset | null },
): Dataset {
  if (!catalogDataset) return fail('NOT_FOUND');
  if (publicationOf(catalogDataset) !== publication) throw new PublishedAgain();
  return catalogDataset;
}

/** A field that is selected of an object. */
export interface SelectedMember {
  /** The response key. */
  readonly key: string;
  readonly name: string;
  readonly found: readonly FieldNode[];
}

/** The fields that nodes select of an object. */
export const membersOf = (
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): readonly SelectedMember[] =>
  [...collectFields(context, type, selectionsOf(nodes))].map(([key, found]) => ({
    key,
    name: found[0]?.name.value ?? '',
    found,
  }));

/** Writes the members that are selected of an object, each by its name. */
export const writeObject = (
  members: readonly SelectedMember[],
  type: GraphQLObjectType,
  valueOf: (member: SelectedMember) => unknown,
): object =>
  Object.fromEntries(members.map((member) => [member.key, member.name === '__typename' ? type.name : valueOf(member)]));

/** The texts of an argument that is a list. */
export const textsIn = (given: unknown): readonly string[] =>
  Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];

/** The values of facets and the condition in ODSQL that select records, as the main graph takes them. */
export const selectionOf = ({
  refine,
  where,
}: Readonly<Record<string, unknown>>): { readonly refine?: readonly object[]; readonly where?: string } => ({
  ...(Array.isArray(refine) && {
    refine: refine.filter(isJsonObject).map(({ field, value }) => ({ field, value })),
  }),
  ...(typeof where === 'string' && { where }),
});

/** Gives the errors of invalid arguments the paths that the caller knows. */
export async function withPaths<Result>(
  paths: ReadonlyMap<string, string>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) throw error;
    return failFields(translatePaths(error.fields, paths));
  }
}
