import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { domainPermissions, storedScopes } from '#api/session.ts';
import { sessionOfUser } from '#identity/definer.ts';

const user = { username: 'ada', isActive: true, permissions: ['administer' as const], groups: [] };
const datasets = fc.uniqueArray(fc.stringMatching(/^da_[0-9a-z]{6}$/), { minLength: 1, maxLength: 5 });

test('what a key saved runs within the datasets and the scopes of the key', () => {
  fc.assert(
    fc.property(fc.subarray([...domainPermissions]), datasets, (scopes, uids) => {
      const session = sessionOfUser(user, [...scopes, ...uids.map((uid) => `dataset:${uid}` as const)]);
      expect(session.datasetLimit?.uids).toEqual(uids);
      expect(session.permissions.size).toBe(0);
      expect([...session.scopes, ...(session.datasetLimit?.permissions ?? [])]).toEqual(
        [...session.scopes, ...session.scopes].filter((scope) => scopes.includes(scope)),
      );
      expect(sessionOfUser(user, storedScopes(session))).toEqual(session);
    }),
  );
});

test('what a key without this limit saved runs within its scopes alone', () => {
  const session = sessionOfUser(user, ['edit_dataset', 'administer']);
  expect(session.datasetLimit).toBeUndefined();
  expect(sessionOfUser(user, storedScopes(session))).toEqual(session);
});
