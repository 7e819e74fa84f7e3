import { expect, test } from '@jest/globals';
import { declarationOf } from '#api/errors/declares.ts';
import { domainPermissions } from '#api/session.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import { isInputObjectType, isNonNullType } from 'graphql';
import { catalogSchema } from '../support/worker/catalog-schema.ts';

const mutations = Object.values(catalogSchema.getMutationType()?.getFields() ?? {});
const declared = mutations.map((field) => ({ ...field, declaration: declarationOf(field.extensions) }));

test('every mutation declares its right, or that it needs none, and codes of the table', () => {
  expect(mutations.length).toBeGreaterThan(90);
  expect(declared.filter(({ declaration }) => !declaration).map(({ name }) => name)).toEqual([]);
  const unknown = declared.flatMap(({ name, declaration }) =>
    (declaration?.fails ?? []).filter((code) => !(code in errorCodes)).map((code) => `${name}: ${code}`),
  );
  expect(unknown).toEqual([]);
});

test('the right of a mutation names permissions', () => {
  const permissions: readonly string[] = domainPermissions;
  const words = declared.flatMap(({ name, declaration }) =>
    (declaration?.needs?.match(/(?<!`)\b[a-z]+_[a-z_]+\b/g) ?? []).map((word) => ({ name, word })),
  );
  expect(words.length).toBeGreaterThan(50);
  expect(words.filter(({ word }) => !permissions.includes(word))).toEqual([]);
  const withoutPermission = declared.filter(
    ({ declaration }) => !permissions.some((permission) => declaration?.needs?.includes(permission)),
  );
  // The push key is no right of a user, and everyone with a key may send feedback.
  expect(withoutPermission.map(({ name }) => name).sort()).toEqual(['pushRecords', 'submitFeedback']);
});

test('the mutations that take a revision declare REVISION_MISMATCH, and they alone', () => {
  const takesRevision = mutations.filter(({ args }) =>
    args.some(({ type }) => {
      const input = isNonNullType(type) ? type.ofType : type;
      return (
        isInputObjectType(input) && Object.keys(input.getFields()).some((name) => name.startsWith('expectedRevision'))
      );
    }),
  );
  const declaring = declared.filter(({ declaration }) => declaration?.fails.includes('REVISION_MISMATCH'));
  expect(declaring.map(({ name }) => name)).toEqual(takesRevision.map(({ name }) => name));
});

test('the description of a mutation ends with what it declares', () => {
  const { updateUser, pushRecords, submitFeedback } = catalogSchema.getMutationType()?.getFields() ?? {};
  expect(updateUser?.description).toMatch(/ Needs `administer`\. Fails with LAST_ADMINISTRATOR, NOT_FOUND\.$/);
  expect(pushRecords?.description).toMatch(/ Needs the push key\. Fails with INVALID_PUSH_KEY, PUSH_DISABLED\.$/);
  expect(submitFeedback?.description).toMatch(/ Needs no right\. Fails with FEEDBACK_DISABLED, NOT_FOUND\.$/);
});
