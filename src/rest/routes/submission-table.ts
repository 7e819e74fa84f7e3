import { fail } from '../../kernel/fail.ts';
import { DownloadSubmissionsDocument, type DownloadSubmissionsQuery } from '../generated/operations.ts';
import { csv } from '../responders/csv.ts';
import type { RestInput } from '../rest-input.ts';
import type { Ask, Route } from '../route.ts';
import { boolean } from '../wire-values.ts';

/** How many submissions are asked for at a time: nobody holds more than these. */
const pageSize = 100;

const variablesOf = ({ path, query }: RestInput, after: string | null = null) => ({
  form_slug: path['slug'], status: query['status'], has_revision: boolean(query['has_revision']), submitted_by: query['submitted_by'],
  created_after: query['created_after'], created_before: query['created_before'], search: query['search'], first: pageSize, after,
});

/** The rows of a table, of which the first page is at hand; each of the others is asked for when it is wanted. */
async function* rowsOf(ask: Ask, input: RestInput, { submissions: first }: DownloadSubmissionsQuery): AsyncGenerator<readonly (readonly unknown[])[]> {
  for (let page = first; ;) {
    yield page.nodes.map(({ cells }) => cells);
    if (!page.pageInfo.hasNextPage) return;
    page = (await ask(DownloadSubmissionsDocument, variablesOf(input, page.pageInfo.endCursor))).data.submissions;
  }
}

/** The submissions to a form as CSV, for those who moderate; the query narrows them as the graph's arguments do. */
export const submissionTableRoute: Route = {
  method: 'GET', path: '/forms/{slug}/submissions/download/', operation: 'DownloadSubmissions',
  answer: async (ask, input) => {
    const { data } = await ask(DownloadSubmissionsDocument, variablesOf(input));
    const { columns } = data.submissionTable ?? fail('NOT_FOUND');
    return csv({ filename: `${input.path['slug'] ?? ''}.csv`, columns, rows: rowsOf(ask, input, data) });
  },
};
