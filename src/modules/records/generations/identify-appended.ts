import type { RequestContext } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { idsOf, type GenerationTable } from '#platform/columns/column-engine.ts';
import type { RecordIdentity } from '../table/record-encoder.ts';

/** Where the records of a generation are. */
interface IdentifiedRecords {
  readonly generation: string;
  /** The table of the file; null without one. */
  readonly file: GenerationTable | null;
}

/** The number of identifiers of equal records that one search looks for at a time. */
const maxProbes = 16;
/** How many bytes the found identifiers of one search may have. */
const maxBytes = 64 * 1024 * 1024;
const timeoutMs = 30_000;

/**
 * The identifiers of records that are appended to a generation, from the identifiers of the first records with their digests. Records with equal
 * digests, also those that the generation has, are numbered as in a publication.
 */
export async function identifyAppended(
  ctx: RequestContext,
  records: IdentifiedRecords,
  identity: RecordIdentity,
  firsts: readonly string[],
): Promise<readonly string[]> {
  const counts = await countRepeated(ctx, records, identity, new Set(firsts));
  return firsts.map((first) => {
    const n = counts.get(first) ?? 0;
    counts.set(first, n + 1);
    return identity.repeatedIdOf(first, n);
  });
}

/** How many records with a digest there are: `low` at least, and less than `high`, which is undefined while no bound is known. */
interface Range {
  readonly low: number;
  readonly high?: number;
}

/**
 * Counts the records of a generation by the identifier of the first; of others than the given identifiers there is none. They are numbered
 * without gaps, so each search for some of their identifiers divides the range of the count.
 */
async function countRepeated(
  ctx: RequestContext,
  records: IdentifiedRecords,
  identity: RecordIdentity,
  firsts: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const found = await findIdentifiers(ctx, records, [...firsts]);
  let searched = new Map<string, Range>([...firsts].filter((id) => found.has(id)).map((first) => [first, { low: 1 }]));
  while (searched.size > 0) {
    const probes = [...searched].map(([first, range]) => ({
      first,
      range,
      ids: probesIn(range).map((n) => ({ n, id: identity.repeatedIdOf(first, n) })),
    }));
    const present = await findIdentifiers(
      ctx,
      records,
      probes.flatMap(({ ids }) => ids.map(({ id }) => id)),
    );
    searched = new Map();
    for (const { first, range, ids } of probes) {
      const low = Math.max(range.low, ...ids.filter(({ id }) => present.has(id)).map(({ n }) => n + 1));
      const high = Math.min(range.high ?? Infinity, ...ids.filter(({ id }) => !present.has(id)).map(({ n }) => n));
      if (low === high) counts.set(first, low);
      else searched.set(first, high === Infinity ? { low } : { low, high });
    }
  }
  return counts;
}

/** The numbers to look for in a range, the lowest first: ever further apart, or evenly where the range has an end. */
function probesIn({ low, high }: Range): number[] {
  if (high === undefined) return Array.from({ length: maxProbes }, (_, index) => low + 2 ** index - 1);
  const step = Math.max(1, (high - low) / maxProbes);
  const count = Math.min(maxProbes, high - low);
  return Array.from({ length: count }, (_, index) => low + Math.floor(index * step));
}

/** Those of the identifiers that the file or the tail has. */
async function findIdentifiers(
  { app, db }: RequestContext,
  { generation, file }: IdentifiedRecords,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const [inTail, inFile] = await Promise.all([
    db.rows<{ id: string }>(sql`
      select encode(id, 'hex') as id from record_tail
      where generation = ${generation}::bigint and id in (select decode(id, 'hex') from unnest(${ids}::text[]) id)`),
    file
      ? app.columnEngine.rows({ tables: [file], statement: idsInFile(file, ids) }, { timeoutMs, maxBytes })
      : Promise.resolve([]),
  ]);
  return new Set([...inTail.map(({ id }) => id), ...inFile.map(([id]) => id ?? '')]);
}

/** Finds records by the keys of identifiers. Other identifiers may have the same keys, so they are among the results. */
const idsInFile = (file: GenerationTable, ids: readonly string[]) => sql`
  select lower(hex(t._id)) from ${sqlText(file.name)} t where t._position in (
    select position from ${idsOf(file)} where key in (select unnest(${ids.map(keyOf)}::text[])::ubigint))`;

/** The key of an identifier in the table of identifiers. */
const keyOf = (id: string): string => BigInt(`0x${id.slice(0, 16)}`).toString();
