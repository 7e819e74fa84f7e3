import { ask } from '../servers/server.ts';
import { contenderNames, contenderTitles, type Contenders } from './contender.ts';
import type { Exploration, ExploreFacts } from './exploration.ts';

/** Checks that all contenders give the same result; fails with the first difference. */
export async function checkResults(
  contenders: Contenders,
  facts: ExploreFacts,
  { title, asked }: Exploration,
  at: number,
): Promise<void> {
  let first: Result | undefined;
  for (const name of contenderNames) {
    const way = asked[name];
    if (!way) continue;
    const answer = await ask(contenders[name], way.call(facts, at), 'anonymous');
    const text = JSON.stringify(normal(way.result(answer)));
    if (text.length < 10) throw new Error(`${contenderTitles[name]} returns nothing for "${title}": ${text}`);
    if (first && first.text !== text) throw new Error(difference(title, first, { by: contenderTitles[name], text }));
    first ??= { by: contenderTitles[name], text };
  }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A value without what may differ: names in one order, instants as numbers, and the last digits of sums, which depend on the order. */
function normal(value: unknown): unknown {
  if (typeof value === 'string') return isoTime.test(value) ? Date.parse(value) : value;
  // A number in the middle of two roundings would be rounded by its last digit, and means often are in the middle.
  if (typeof value === 'number') return Number((value * (1 + 1e-11)).toPrecision(10));
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, part]): [string, unknown] => [name, normal(part)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Result {
  readonly by: string;
  readonly text: string;
}

function difference(title: string, one: Result, other: Result): string {
  let at = 0;
  while (one.text[at] === other.text[at]) at += 1;
  const near = ({ by, text }: Result) => `  ${by.padEnd(16)}…${text.slice(Math.max(0, at - 120), at + 120)}…`;
  return `The results of "${title}" differ:\n${near(one)}\n${near(other)}`;
}
