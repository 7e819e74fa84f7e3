import { CatalogError, fail } from '#kernel/fail.ts';
import { DownloadSubmissionsDocument, type DownloadSubmissionsQuery } from '#rest/generated/operations.ts';
import { constant, fromPath, fromQuery, parseBoolean } from '#rest/request/request-value.ts';
import { csvDescription, csvResponse } from '#rest/responders/file.ts';
import { customRoute } from '#rest/route.ts';

/** The size of the first page, and the maximum number of submissions in memory. */
const pageSize = 100;

type Page = DownloadSubmissionsQuery;
/** Reads a page of submissions: those after the cursor `after`, or the first page. */
type ReadPage = (first: number, after: string | null) => Promise<Page>;

/** The pages of a table, read on demand. Pages get smaller where the submissions exceed the size of an answer. */
async function* pagesOf(readPage: ReadPage): AsyncGenerator<Page, undefined> {
  let [size, after]: [number, string | null] = [pageSize, null];
  for (;;) {
    const page = await tryReadPage(readPage, size, after);
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

/** Reads a page; undefined when it is too large. A page of one submission is never too large. */
async function tryReadPage(readPage: ReadPage, size: number, after: string | null): Promise<Page | undefined> {
  try {
    return await readPage(size, after);
  } catch (error) {
    if (size > 1 && error instanceof CatalogError && error.code === 'ANSWER_TOO_LARGE') return undefined;
    throw error;
  }
}

async function* rowsOf(first: Page, others: AsyncIterable<Page>): AsyncGenerator<readonly (readonly unknown[])[]> {
  yield cellsOf(first);
  for await (const page of others) yield cellsOf(page);
}

const cellsOf = ({ submissions }: Page) => (submissions?.nodes ?? []).map(({ cells }) => cells);

/** The submissions to a form as CSV, for its moderators. The query parameters filter them as the arguments of the graph do. */
export const submissionTableRoute = customRoute(DownloadSubmissionsDocument, {
  method: 'GET',
  path: '/forms/{slug}/submissions/download/',
  variables: {
    form_slug: fromPath('slug'),
    status: fromQuery('status'),
    has_revision: fromQuery('has_revision', { parse: parseBoolean }),
    submitted_by: fromQuery('submitted_by'),
    created_after: fromQuery('created_after'),
    created_before: fromQuery('created_before'),
    search: fromQuery('search'),
    first: constant(pageSize),
    after: constant(null),
  },
  describeResponse: () => csvDescription,
  respond: async (execute, { path }, variables) => {
    const pages = pagesOf(
      async (first, after) => (await execute(DownloadSubmissionsDocument, { ...variables, first, after })).data,
    );
    const first = (await pages.next()).value;
    if (!first?.submissionTable) return fail('NOT_FOUND');
    return csvResponse({
      filename: `${path['slug'] ?? ''}.csv`,
      columns: first.submissionTable.columns,
      rows: rowsOf(first, pages),
    });
  },
});
