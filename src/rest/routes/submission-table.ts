import { CatalogError, fail } from '../../kernel/fail.ts';
import { DownloadSubmissionsDocument, type DownloadSubmissionsQuery } from '../generated/operations.ts';
import { csv } from '../responders/csv.ts';
import type { RestInput } from '../rest-input.ts';
import type { Ask, Route } from '../route.ts';
import { boolean } from '../wire-values.ts';

/** How many submissions are asked for at a time at first: nobody holds more than these. */
const pageSize = 100;

const variablesOf = ({ path, query }: RestInput, first: number, after: string | null) => ({
  form_slug: path['slug'],
  status: query['status'],
  has_revision: boolean(query['has_revision']),
  submitted_by: query['submitted_by'],
  created_after: query['created_after'],
  created_before: query['created_before'],
  search: query['search'],
  first,
  after,
});

type Page = DownloadSubmissionsQuery;

/** The pages of a table, each asked for when it is wanted; where submissions are too large for one, there are fewer on it. */
async function* pagesOf(ask: Ask, input: RestInput): AsyncGenerator<Page, undefined> {
  let [size, after]: [number, string | null] = [pageSize, null];
  for (;;) {
    const page = await pageOf(ask, input, size, after);
    if (!page) {
      size = Math.ceil(size / 4);
      continue;
    }
    yield page;
    const pageInfo = page.submissions?.pageInfo;
    if (!pageInfo?.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

/** A page; undefined when it is too large. One submission is not. */
async function pageOf(ask: Ask, input: RestInput, size: number, after: string | null): Promise<Page | undefined> {
  try {
    return (await ask(DownloadSubmissionsDocument, variablesOf(input, size, after))).data;
  } catch (error) {
    if (size > 1 && error instanceof CatalogError && error.code === 'QUERY_TOO_COMPLEX') return undefined;
    throw error;
  }
}

async function* rowsOf(first: Page, others: AsyncIterable<Page>): AsyncGenerator<readonly (readonly unknown[])[]> {
  yield cellsOf(first);
  for await (const page of others) yield cellsOf(page);
}

const cellsOf = ({ submissions }: Page) => (submissions?.nodes ?? []).map(({ cells }) => cells);

/** The submissions to a form as CSV, for those who moderate; the query narrows them as the graph's arguments do. */
export const submissionTableRoute: Route = {
  method: 'GET',
  path: '/forms/{slug}/submissions/download/',
  operation: 'DownloadSubmissions',
  answer: async (ask, input) => {
    const pages = pagesOf(ask, input);
    const first = (await pages.next()).value;
    if (!first?.submissionTable) return fail('NOT_FOUND');
    return csv({
      filename: `${input.path['slug'] ?? ''}.csv`,
      columns: first.submissionTable.columns,
      rows: rowsOf(first, pages),
    });
  },
};
