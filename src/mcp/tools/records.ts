import { z } from 'zod';
import { fail, failFields } from '#kernel/fail.ts';
import { AggregateRecordsDocument, ReadRecordsDocument } from '../generated/operations.ts';
import { objects, tool } from '../tool.ts';
import { argumentOfClause, datasetIdArgument, pageArguments } from '../tool-arguments.ts';

/** How many records, and how many groups, a query can reach (docs/contract/explore.md). */
const reachable = { records: 10_000, groups: 20_000 };

/** A condition, with the parts of ODSQL that are used most. */
const whereArgument = z
  .string()
  .optional()
  .describe(
    'Condition in ODSQL: population > 1000 and country = "FR" and search("river") and date >= date\'2024\'. Also in (…), like, is null, within_distance(field, geom\'POINT(2 48)\', 5km).',
  );

/** The clauses of a call. */
interface Clauses {
  readonly select?: string | undefined;
  readonly where?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly orderBy?: string | undefined;
}

/** The query of a call: its clauses, and a page that ends where queries end. */
const queryOf = (
  { select, where, groupBy, orderBy }: Clauses,
  { limit, offset, end }: { readonly limit: number; readonly offset: number; readonly end: number },
) => ({
  select,
  groupBy,
  orderBy,
  where: where === undefined ? [] : [where],
  limit: Math.min(limit, Math.max(end - offset, 1)),
  offset,
});

export const readRecordsTool = tool(ReadRecordsDocument, {
  name: 'read_records',
  title: 'Read records',
  description: 'Reads records of a published dataset with the clauses of the Explore API (ODSQL).',
  arguments: {
    datasetId: datasetIdArgument,
    where: whereArgument,
    select: z.string().optional().describe('Columns: name, population / area as density. Default: all fields.'),
    orderBy: z.string().optional().describe('population desc, name.'),
    ...pageArguments,
  },
  output: { records: objects },
  argumentOf: argumentOfClause,
  variables: ({ datasetId, limit, ...clauses }, offset) => ({
    datasetId,
    odsql: queryOf(clauses, { limit, offset, end: reachable.records }),
  }),
  answer({ catalogDataset }, _given, start) {
    const rows = catalogDataset?.rows ?? fail('NOT_FOUND');
    return {
      head: {},
      list: {
        name: 'records',
        items: rows.results,
        start,
        total: rows.totalCount ?? undefined,
        end: {
          position: reachable.records,
          advice:
            'Queries reach 10,000 records. Narrow where, aggregate, or download an export (see describe_dataset).',
        },
      },
    };
  },
});

/** The call of an aggregate, outside texts and quoted names. */
const aggregateCall = /\b(?:count|sum|avg|min|max|median|percentile|envelope|bbox)\s*\(/i;

/** Fails INVALID_INPUT where nothing is aggregated: the answer would be one record of many. */
function requireAggregate<C extends Clauses>(clauses: C): C {
  const { select = '', groupBy } = clauses;
  const code = select.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\`|[^`])*`/g, ' ');
  if (groupBy === undefined && !aggregateCall.test(code))
    failFields({
      select: [
        'There is no aggregate: use read_records to read records, or select count(*), sum(…), avg(…), min(…), max(…).',
      ],
    });
  return clauses;
}

export const aggregateRecordsTool = tool(AggregateRecordsDocument, {
  name: 'aggregate_records',
  title: 'Aggregate records',
  description:
    'Counts, sums and averages records of a published dataset, one row for each group. Prefer it to reading many records.',
  arguments: {
    datasetId: datasetIdArgument,
    select: z
      .string()
      .describe(
        'Aggregates, with names: count(*) as n, sum(population) as people, avg(area), min(…), max(…), median(…), count(distinct country).',
      ),
    groupBy: z
      .string()
      .optional()
      .describe('Keys: country, year(founded) as year, range(population, 5). Default: one group.'),
    where: whereArgument,
    orderBy: z.string().optional().describe('n desc.'),
    ...pageArguments,
  },
  output: { groups: objects },
  argumentOf: argumentOfClause,
  variables: ({ datasetId, limit, ...clauses }, offset) => ({
    datasetId,
    odsql: queryOf(requireAggregate(clauses), {
      // One more shows whether groups follow, because they are not counted.
      limit: clauses.groupBy === undefined ? 1 : limit + 1,
      offset,
      end: reachable.groups,
    }),
  }),
  answer({ catalogDataset }, { limit }, start) {
    const { results } = catalogDataset?.rows ?? fail('NOT_FOUND');
    return {
      head: {},
      list: {
        name: 'groups',
        items: results.slice(0, limit),
        start,
        hasMore: results.length > limit,
        end: {
          position: reachable.groups,
          advice: 'Queries reach 20,000 groups. Narrow where, or group more coarsely.',
        },
      },
    };
  },
});
