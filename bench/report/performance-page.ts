import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serverNames, serverTitles } from '../servers/server.ts';
import type { Options } from '../options.ts';
import { aimsTable, judgeAims } from './aims.ts';
import { machine } from './machine.ts';
import type { Results } from './results.ts';
import { markdownTable } from './table.ts';
import { comparisonTable, editorsTable, growthTable } from './tables.ts';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
const notes = '## Notes';

/** Writes docs/performance.md; text below its heading "Notes" stays. */
export function writePerformancePage(results: Results, options: Options): void {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}performance.md`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = before.includes(notes) ? before.slice(before.indexOf(notes)) : `${notes}\n`;
  writeFileSync(file, `${page(results, options)}\n${kept}`);
}

function page(results: Results, { sizes, rounds, seconds, connections, quick }: Options): string {
  const aims = judgeAims(results);
  const missed = aims.filter(({ isReached }) => !isReached).length;
  return [
    '# Performance',
    '',
    `Written by \`npm run bench -- --write\`${quick ? ' (a trial with `--quick`: its numbers mean little)' : ''} on ${new Date().toISOString().slice(0, 10)}: ${machine(results.databaseVersion)}.`,
    '',
    `One run, one machine, one database with durable settings: ${sizes[1].toLocaleString('en')} datasets with 3 resources, 4 processors, 3 field configurations, 3 or 4 rulesets and 10 versions each. Each server is a`,
    `separate process on the same Node, with a pool of 20 connections; another process calls them in turns over ${String(connections)} connections, in ${String(rounds)} rounds of ${String(seconds)} s`,
    'each, every round in another order, and shares the machine with them. Before, all servers must give the same answer to each operation, and are driven until two rounds',
    'agree; a server that answers so slowly that a round lasts five times as long is measured in three rounds. All connections have the same planner settings: no',
    'compilation, and one plan for each statement. A figure is the median of the rounds, beside the least and the most;',
    'CPU is user and system time per request, memory is the resident size of the process after a round.',
    '',
    "- **Catalograph** answers an administrator's key unless the row names another caller: each request looks up its key, and every level of a statement is authorized.",
    '- **PostGraphile** 5 as its manual recommends for production, with a separate role and no row security: it authorizes nothing. Its update calls',
    '  one function that locks, changes, records the version and prunes. The REST list is the same query in its schema.',
    '- **PostGraphile, row security** is the same with another role: policies show a caller what its rulesets allow, and a setting of the transaction names the caller.',
    '- **SQL by hand** is the ceiling: named statements that build the same JSON behind bare `node:http`, without authorization.',
    '- Some rows are asked of other servers or under other conditions: *keys* are a thousand keys of users who may edit everything, *streams* follow the status of datasets,',
    '  and a network is a relay between servers of their own and the database, which makes each round trip longer. What no other server offers is measured alone.',
    '',
    '## Comparison',
    '',
    ...markdownTable(comparisonTable(results.operations)),
    '',
    '## Growth',
    '',
    'Catalograph only. Rows (with entries of indexes) and blocks are what a request reads, as PostgreSQL counts it; × is the largest size by the smallest.',
    'A list of children has 20 items by default, and never more than 1,000.',
    '',
    ...markdownTable(growthTable(results.growth)),
    '',
    `A cold start, from the start of the process to its first answer from the database, took ${results.coldStart.toFixed(0)} ms (median). The largest memory of each`,
    `process: ${memories(results)}.${crowdMemory(results)}`,
    '',
    '## Editors by rulesets',
    '',
    `The first page of 20 with users, resources and processors among ${sizes[2].toLocaleString('en')} datasets, for users whose rights come from the rulesets of one group. Each is`,
    'measured in turns with an administrator, who needs no rulesets.',
    '',
    ...markdownTable(editorsTable(results.editors)),
    '',
    '## Aims',
    '',
    `${String(aims.length - missed)} of ${String(aims.length)} reached. Ratios are those of requests per second.`,
    '',
    ...markdownTable(aimsTable(aims)),
    '',
  ].join('\n');
}

/** The memory of the gateway after the crowds, which come after the comparison. */
function crowdMemory({ crowds }: Results): string {
  const last = crowds.at(-1);
  return last === undefined ? '' : ` Beside the crowds of the aims, Catalograph reached ${last.memory.toFixed(0)} MB.`;
}

const memories = ({ peakMemory }: Results): string =>
  serverNames
    .filter((name) => peakMemory[name] !== undefined)
    .map((name) => `${serverTitles[name]} ${peakMemory[name]?.toFixed(0) ?? ''} MB`)
    .join(', ');
