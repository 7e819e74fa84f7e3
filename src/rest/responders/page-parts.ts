import type { AnswerPart, AnswerParts } from '../../api/answer-parts.ts';

/** The one page of an answer. Its nodes are JSON text, which is copied into the envelope without parsing. */
export interface PageParts {
  /** The revision of the dataset whose list this is; undefined for other lists. */
  readonly revision: number | undefined;
  readonly totalCount: number;
  /** The JSON array of nodes. */
  readonly nodes: string;
}

/**
 * The page of an operation of `schema/operations`: the one field that it requests, or a field of it next to the dataset's revision.
 * Undefined where the answer has no such page: the dataset was not found, or resolvers answered.
 */
export function pageParts(answer: AnswerParts | undefined): PageParts | undefined {
  const [root] = Object.values(answer ?? {});
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

const isPage = (part: AnswerPart): part is { readonly totalCount: string; readonly nodes: string } =>
  typeof part === 'object' && typeof part['totalCount'] === 'string' && typeof part['nodes'] === 'string';
