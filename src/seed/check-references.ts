import type { z } from 'zod';
import type { CatalogFile } from './catalog-file.ts';
import { administrator } from './seed-administrator.ts';

/** Where something stands in a catalog file. */
type Place = readonly (string | number)[];
/** A name, what it is told as, and where it stands. */
type Named = readonly [name: string, told: string, ...place: Place];

/** Tells the names in a catalog file that two things have, or nothing. */
export function checkReferences(
  { groups, users, datasets, assets, relations }: CatalogFile,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const tell = (message: string, path: Place) => {
    addIssue({ code: 'custom', message, path: [...path] });
  };
  const once = (all: readonly Named[]) => {
    const seen = new Set<string>();
    for (const [name, told, ...place] of all) {
      if (seen.has(name)) tell(`${told} is there twice.`, place);
      seen.add(name);
    }
  };
  const groupUids = new Set(groups.map(({ uid }) => uid));
  const usernames = new Set([administrator, ...users.map(({ username }) => username)]);
  const assetNames = new Set([...datasets.map(({ datasetId }) => datasetId), ...assets.map(({ name }) => name)]);
  const knows = (known: ReadonlySet<string>, kind: string, name: string | undefined, ...place: Place) => {
    if (name !== undefined && !known.has(name)) tell(`There is no ${kind} ${name} in this file.`, place);
  };

  once(groups.map(({ uid }, at) => [uid, uid, 'groups', at, 'uid']));
  once(users.map(({ username }, at) => [username, username, 'users', at, 'username']));
  once(
    users.flatMap(({ apiKeys }, at) =>
      apiKeys.flatMap(({ text }, nth): Named[] =>
        text === undefined ? [] : [[text, 'This key', 'users', at, 'apiKeys', nth, 'text']],
      ),
    ),
  );
  once([
    ...datasets.flatMap(({ uid, datasetId }, at): Named[] => [
      [datasetId, datasetId, 'datasets', at, 'datasetId'],
      ...(uid === undefined || uid === datasetId ? [] : [[uid, uid, 'datasets', at, 'uid'] as const]),
    ]),
    ...assets.map(({ name }, at): Named => [name, name, 'assets', at, 'name']),
  ]);
  users.forEach((one, at) => {
    one.groups.forEach((uid, nth) => {
      knows(groupUids, 'group', uid, 'users', at, 'groups', nth);
    });
  });
  datasets.forEach(({ createdBy, rulesets, feedbacks }, at) => {
    knows(usernames, 'user', createdBy, 'datasets', at, 'createdBy');
    feedbacks.forEach((one, nth) => {
      knows(usernames, 'user', one.user, 'datasets', at, 'feedbacks', nth, 'user');
    });
    rulesets.forEach((one, nth) => {
      knows(usernames, 'user', one.user, 'datasets', at, 'rulesets', nth, 'user');
      knows(groupUids, 'group', one.group, 'datasets', at, 'rulesets', nth, 'group');
    });
    once(
      rulesets.map(({ user, group }, nth) => {
        const holder = user === undefined ? `group ${String(group)}` : `user ${user}`;
        return [holder, holder, 'datasets', at, 'rulesets', nth];
      }),
    );
  });
  relations.forEach(({ source, use }, at) => {
    knows(assetNames, 'dataset or asset', source, 'relations', at, 'source');
    knows(assetNames, 'dataset or asset', use, 'relations', at, 'use');
  });
}
