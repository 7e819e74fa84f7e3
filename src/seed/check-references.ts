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

  requireUnique(groups.map(({ uid }, index) => [uid, uid, 'groups', index, 'uid']));
  requireUnique(users.map(({ username }, index) => [username, username, 'users', index, 'username']));
  requireUnique(
    users.flatMap(({ apiKeys }, index) =>
      apiKeys.flatMap(({ text }, nth): Named[] =>
        text === undefined ? [] : [[text, 'This key', 'users', index, 'apiKeys', nth, 'text']],
      ),
    ),
  );
  requireUnique([
    ...datasets.flatMap(({ uid, datasetId }, index): Named[] => [
      [datasetId, datasetId, 'datasets', index, 'datasetId'],
      ...(uid === undefined || uid === datasetId ? [] : [[uid, uid, 'datasets', index, 'uid'] as const]),
    ]),
    ...assets.map(({ name }, index): Named => [name, name, 'assets', index, 'name']),
  ]);
  users.forEach(({ groups: groupsOfUser }, index) => {
    groupsOfUser.forEach((uid, nth) => {
      requireKnown(groupUids, 'group', uid, 'users', index, 'groups', nth);
    });
  });
  datasets.forEach(({ createdBy, rulesets, feedbacks }, index) => {
    requireKnown(usernames, 'user', createdBy, 'datasets', index, 'createdBy');
    feedbacks.forEach((feedback, nth) => {
      requireKnown(usernames, 'user', feedback.user, 'datasets', index, 'feedbacks', nth, 'user');
    });
    rulesets.forEach((ruleset, nth) => {
      requireKnown(usernames, 'user', ruleset.user, 'datasets', index, 'rulesets', nth, 'user');
      requireKnown(groupUids, 'group', ruleset.group, 'datasets', index, 'rulesets', nth, 'group');
    });
    requireUnique(
      rulesets.map(({ user, group }, nth) => {
        const grantee = user === undefined ? `group ${String(group)}` : `user ${user}`;
        return [grantee, grantee, 'datasets', index, 'rulesets', nth];
      }),
    );
  });
  relations.forEach(({ source, use }, index) => {
    requireKnown(assetNames, 'dataset or asset', source, 'relations', index, 'source');
    requireKnown(assetNames, 'dataset or asset', use, 'relations', index, 'use');
  });
}
