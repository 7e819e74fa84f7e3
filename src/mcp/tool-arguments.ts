import { z } from 'zod';

/** The maximum number of items of a page. */
const maxLimit = 100;

export const cursorArgument = z.string().max(200).optional().describe('nextCursor of the previous answer.');

/** The arguments of tools that read a list page by page. */
export const pageArguments = {
  limit: z.int().min(1).max(maxLimit).default(20).describe('Items to read.'),
  cursor: cursorArgument,
};

export const datasetIdArgument = z.string().describe('The datasetId or uid.');

export const datasetUidArgument = z.string().describe("The dataset's uid, da_….");

/** The arguments of a clause in ODSQL, which `rows` has in `odsql`. */
export const argumentOfClause = (path: string): string => path.replace(/^odsql\./, '');
