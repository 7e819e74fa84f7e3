import type { BenchDatabase } from '../database/bench-database.ts';
import { ask, type Server } from '../servers/server.ts';
import { normalForm } from './normal-form.ts';
import { fullTitle, uidAt, type CallOf, type Facts, type Operation } from './operation.ts';

/** Makes sure that all servers answer an operation, and with the same data; fails with the first difference. */
export async function checkAnswers(
  database: BenchDatabase,
  servers: readonly Server[],
  facts: Facts,
  operation: Operation,
): Promise<void> {
  // of a mixed operation, the requests of one whole pattern
  const numbers = operation.kind === 'mixed' ? Array.from({ length: 10 }, (_, at) => at) : [0];
  for (const at of numbers) {
    const said = [];
    for (const server of servers) {
      const before = await stateOf(database, uidAt(facts, at));
      const answer = normalForm(await ask(server, callOf(operation, server)(facts, at), operation.caller, at));
      const effect = effectOf(before, await stateOf(database, uidAt(facts, at)));
      if (operation.kind === 'read' && answer.length < 40)
        throw new Error(`${server.name} answers nothing to "${fullTitle(operation)}": ${answer}`);
      said.push({ server, text: `${operation.kind === 'read' ? answer : withoutRevision(answer)} ${effect}` });
    }
    const [first, ...others] = said;
    for (const other of others)
      if (first && other.text !== first.text) throw new Error(difference(fullTitle(operation), [first, other]));
  }
}

function callOf({ calls }: Operation, { dialect, name }: Server): CallOf {
  const found = calls[dialect];
  if (!found) throw new Error(`${name} is not asked this.`);
  return found;
}

interface State {
  readonly revision: number;
  readonly versions: number;
  readonly sections: readonly string[];
  readonly snapshots: readonly string[];
}

/** What a change leaves behind: the revision, the versions kept, and what the latest one consists of. */
async function stateOf(database: BenchDatabase, uid: string): Promise<State | undefined> {
  const [state] = await database.rows<State>(
    `
    select d.revision, (select count(*)::int from dataset_version where dataset_uid = d.uid) as versions, v.sections,
      array(select section from section_snapshot where id = any(v.snapshots) order by section) as snapshots
    from dataset d join dataset_version v on v.dataset_uid = d.uid and v.revision = d.revision where d.uid = $1`,
    [uid],
  );
  return state;
}

const effectOf = (before: State | undefined, after: State | undefined): string =>
  JSON.stringify({
    revisions: (after?.revision ?? 0) - (before?.revision ?? 0),
    versions: Math.min(20, after?.versions ?? 0) - Math.min(20, before?.versions ?? 0),
    sections: after?.sections,
    snapshots: after?.snapshots,
  });

/** All servers change the same dataset, one after another. */
const withoutRevision = (text: string): string =>
  text
    .replace(/"revision":\d+/g, '"revision":0')
    .replace(/"updatedAt":\d+/g, '"updatedAt":0')
    .replace(/"updatedBy":(null|\{[^}]*\})/g, '"updatedBy":0');

function difference(title: string, [a, b]: readonly [Said, Said]): string {
  let at = 0;
  while (a.text[at] === b.text[at]) at += 1;
  const near = ({ server, text }: Said) => `  ${server.name.padEnd(13)}…${text.slice(Math.max(0, at - 80), at + 120)}…`;
  return `The servers do not answer the same to "${title}":\n${near(a)}\n${near(b)}`;
}

interface Said {
  readonly server: Server;
  readonly text: string;
}
