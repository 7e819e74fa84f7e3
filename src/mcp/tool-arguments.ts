import { z } from 'zod';
import { fromNodeId, toNodeId } from '#kernel/ids.ts';

/** The maximum number of items of a page. */
const maxLimit = 100;

export const cursorArgument = z.string().max(200).optional().describe('nextCursor of the previous answer.');

/** The arguments of tools that read a list page by page. */
export const pageArguments = {
  limit: z.int().min(1).max(maxLimit).default(20).describe('Items to read.'),
  cursor: cursorArgument,
};

/** The key in an identifier of the graph (`id`); any other text unchanged. */
function keyOf(given: string): string {
  const node = fromNodeId(given);
  return node && toNodeId(node.type, node.key) === given ? node.key : given;
}

/** A text that names an object by its identifier in the graph, or by its own. */
export const idArgument = z.string().max(300).transform(keyOf);

export const datasetIdArgument = idArgument.describe('The datasetId, uid or id.');

/** Whether a text is a uid: two letters and six characters. */
export const looksLikeUid = (given: string): boolean => /^[a-z]{2}_[0-9a-z]{6}$/.test(given);

/** The arguments of a clause in ODSQL, which `rows` has in `odsql`. */
export const argumentOfClause = (path: string): string => path.replace(/^odsql\./, '');
