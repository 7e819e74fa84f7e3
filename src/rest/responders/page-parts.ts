import type { JsonPart, JsonParts } from '../../api/json-parts.ts';

/** The one page of a result. Its nodes are JSON text, which is copied into the envelope without parsing. */
export interface PageParts {
  /** The revision of the dataset whose list this is; undefined for other lists. */
  readonly revision: number | undefined;
  readonly totalCount: number;
  /** The JSON array of nodes. */
  readonly nodes: string;
}

/**
 * The page of an operation of `schema/operations`: the one field that it requests, or a field of it next to the dataset's revision.
 * Undefined where the result has no such page: the dataset was not found, or resolvers executed the operation.
 */
export function pageParts(result: JsonParts | undefined): PageParts | undefined {
  const [root] = Object.values(result ?? {});
  if (root === undefined || typeof root === 'string') return undefined;
  const page = isPage(root) ? root : Object.values(root).find(isPage);
  return (
    page && {
      revision: typeof root['revision'] === 'string' ? Number(root['revision']) : undefined,
      totalCount: Number(page.totalCount),
      nodes: page.nodes,
    }
  );
}

const isPage = (part: JsonPart): part is { readonly totalCount: string; readonly nodes: string } =>
  typeof part === 'object' && typeof part['totalCount'] === 'string' && typeof part['nodes'] === 'string';
