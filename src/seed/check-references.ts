import type { z } from 'zod';
import type { CatalogFile } from './catalog-file.ts';
import { administrator } from './seed-administrator.ts';

/** The path of a value in a catalog file. */
type Path = readonly (string | number)[];
/** A name, its label in messages, and its path. */
type Named = readonly [name: string, label: string, ...path: Path];

/** Reports duplicate names and dangling references of a catalog file. */
export function checkReferences(
  { groups, users, datasets, assets, relations }: CatalogFile,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const report = (message: string, path: Path) => {
    addIssue({ code: 'custom', message, path: [...path] });
  };
  const requireUnique = (names: readonly Named[]) => {
    const seen = new Set<string>();
    for (const [name, label, ...path] of names) {
      if (seen.has(name)) report(`${label} occurs twice.`, path);
      seen.add(name);
    }
  };
  const groupUids = new Set(groups.map(({ uid }) => uid));
  const usernames = new Set([administrator, ...users.map(({ username }) => username)]);
  const assetNames = new Set([...datasets.map(({ datasetId }) => datasetId), ...assets.map(({ name }) => name)]);
  const requireKnown = (known: ReadonlySet<string>, kind: string, name: string | undefined, ...path: Path) => {
    if (name !== undefined && !known.has(name)) report(`There is no ${kind} ${name} in this file.`, path);
  };

  requireUnique(groups.map(({ uid }, at) => [uid, uid, 'groups', at, 'uid']));
  requireUnique(users.map(({ username }, at) => [username, username, 'users', at, 'username']));
  requireUnique(
    users.flatMap(({ apiKeys }, at) =>
      apiKeys.flatMap(({ text }, nth): Named[] =>
        text === undefined ? [] : [[text, 'This key', 'users', at, 'apiKeys', nth, 'text']],
      ),
    ),
  );
  requireUnique([
    ...datasets.flatMap(({ uid, datasetId }, at): Named[] => [
      [datasetId, datasetId, 'datasets', at, 'datasetId'],
      ...(uid === undefined || uid === datasetId ? [] : [[uid, uid, 'datasets', at, 'uid'] as const]),
    ]),
    ...assets.map(({ name }, at): Named => [name, name, 'assets', at, 'name']),
  ]);
  users.forEach(({ groups: groupsOfUser }, at) => {
    groupsOfUser.forEach((uid, nth) => {
      requireKnown(groupUids, 'group', uid, 'users', at, 'groups', nth);
    });
  });
  datasets.forEach(({ createdBy, rulesets, feedbacks }, at) => {
    requireKnown(usernames, 'user', createdBy, 'datasets', at, 'createdBy');
    feedbacks.forEach((feedback, nth) => {
      requireKnown(usernames, 'user', feedback.user, 'datasets', at, 'feedbacks', nth, 'user');
    });
    rulesets.forEach((ruleset, nth) => {
      requireKnown(usernames, 'user', ruleset.user, 'datasets', at, 'rulesets', nth, 'user');
      requireKnown(groupUids, 'group', ruleset.group, 'datasets', at, 'rulesets', nth, 'group');
    });
    requireUnique(
      rulesets.map(({ user, group }, nth) => {
        const grantee = user === undefined ? `group ${String(group)}` : `user ${user}`;
        return [grantee, grantee, 'datasets', at, 'rulesets', nth];
      }),
    );
  });
  relations.forEach(({ source, use }, at) => {
    requireKnown(assetNames, 'dataset or asset', source, 'relations', at, 'source');
    requireKnown(assetNames, 'dataset or asset', use, 'relations', at, 'use');
  });
}
