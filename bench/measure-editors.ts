import { measureInTurns, type Bench } from './load/measure.ts';
import { list } from './operations/datasets.ts';
import { noFacts } from './operations/operation.ts';
import type { EditorResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import type { Server } from './servers/server.ts';
import type { Gateway } from './servers/start-gateway.ts';

/** How many rulesets give an editor rights, and on which datasets. */
const counts = [10, 500, 10_000];
const orders = [
  ['oldest', 'created_at, uid'],
  ['newest', 'created_at desc, uid'],
  ['random', 'md5(uid)'],
] as const;

/** Measures the first page of editors by the rulesets of a group, each in turns with an administrator's. */
export async function measureEditors(bench: Bench, gateway: Gateway): Promise<EditorResult[]> {
  const editors = orders.flatMap(([datasets, order]) =>
    counts.map((rulesets) => ({
      name: `editor-${datasets}-${String(rulesets)}`,
      title: `${rulesets.toLocaleString('en')} rulesets on the ${datasets} datasets`,
      order,
      rulesets,
    })),
  );
  for (const editor of editors) await addEditor(bench, editor);
  await bench.database.rows('vacuum analyze');
  const results: EditorResult[] = [];
  for (const { name, title } of editors) {
    progress(`page of an editor by ${title}`);
    const key = await gateway.newKey(name);
    const asEditor: Server = { ...gateway, headers: () => ({ authorization: `Apikey ${key}` }) };
    const question = { calls: list.first, facts: noFacts };
    const [administrator, editor] = await measureInTurns(
      bench,
      [gateway, asEditor].map((server) => ({ server, question })),
    );
    if (administrator && editor) results.push({ title, administrator, editor });
  }
  return results;
}

/** A user to add, with rights on the first datasets in an order. */
interface NewEditor {
  readonly name: string;
  readonly order: string;
  readonly rulesets: number;
}

/** Adds the user, a group with the same name, and the group's rulesets. */
async function addEditor({ database }: Bench, { name, order, rulesets }: NewEditor): Promise<void> {
  await database.rows('insert into user_account (username) values ($1)', [name]);
  await database.rows('insert into user_group (uid, title) values ($1::text, $1::text)', [name]);
  await database.rows('insert into membership (username, group_uid) values ($1::text, $1::text)', [name]);
  await database.rows(
    `insert into ruleset (dataset_uid, group_uid, permissions, security)
     select uid, $1, '{edit_dataset}', default_security from dataset order by ${order} limit $2`,
    [name, rulesets],
  );
}
