import type { JsonObject } from '#kernel/json.ts';
import { resolveSecrets, withReferences } from '../files/secrets.ts';
import { connectionNoun } from '../nouns/connection.ts';
import { camelCase } from '../nouns/write-dataset.ts';
import type { Move } from './move.ts';
import { writeConnection } from './read-dataset.ts';
import { readRulesets } from './read-rulesets.ts';
import { remoteConnection } from './remote-objects.ts';

/** The connections that another portal shares, with references to their secrets and whom they are shared with. Resources name them then. */
export async function* readConnections(move: Move): AsyncGenerator<JsonObject> {
  const { remote, report, env, connections } = move;
  const counts = new Map<string, number>();
  for (const { uid, type, ...settings } of await remote.all('/datasource_connections/', remoteConnection)) {
    const given = { settings: { [camelCase(type)]: writeConnection(settings) } };
    const identity = connectionNoun.keyOf(given);
    const number = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, number);
    const numbered = { ...given, ...(number > 1 && { number }) };
    const key = connectionNoun.keyOf(numbered);
    const document = {
      ...numbered,
      settings: withReferences(given.settings, [key]),
      isReusable: true,
      rulesets: await readRulesets(
        move,
        { path: `/datasource_connections/${encodeURIComponent(uid)}`, of: `connections/${key}` },
        ({ permissions }) => ({ permissions }),
      ),
    };
    for (const secret of resolveSecrets(document, env).missing)
      report.leave(`connections/${key}`, `a secret: set ${secret}, unless this portal has it`);
    connections.set(uid, key);
    yield document;
  }
}
