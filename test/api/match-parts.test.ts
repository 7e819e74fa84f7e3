import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchParts } from '#api/match-parts.ts';
import { CatalogError } from '#kernel/fail.ts';

interface Part {
  readonly uid: string;
  readonly type: string;
  readonly label: string;
}
const ofType = ({ type }: Omit<Part, 'uid'>) => type;
const equal = ({ type, label }: Omit<Part, 'uid'>) => `${type} ${label}`;
const match = (present: readonly Part[], wanted: readonly (Omit<Part, 'uid'> & { uid?: string })[]) =>
  matchParts('parts', present, wanted, [equal, ofType]).map((part) => part?.uid);
const part = (uid: string, type = 'a', label = ''): Part => ({ uid, type, label });

const kind = fc.record({ type: fc.constantFrom('a', 'b'), label: fc.constantFrom('', 'x', 'y') });

test('parts with a uid match by uid, the others by the strictest identity key', () => {
  const present = [part('1', 'a', 'x'), part('2', 'a', 'y'), part('3', 'b', 'x')];
  expect(
    match(present, [
      { type: 'b', label: '' },
      { type: 'a', label: 'y' },
      { type: 'a', label: 'z' },
      { type: 'a', label: 'z' },
    ]),
  ).toEqual(['3', '2', '1', undefined]);
  expect(
    match(present, [
      { type: 'b', label: '', uid: '2' },
      { type: 'a', label: 'y' },
    ]),
  ).toEqual(['2', '1']);
});

test('applying the same list again matches every part', () => {
  fc.assert(
    fc.property(fc.array(kind), fc.array(kind), (before, wanted) => {
      const present = before.map((value, index) => ({ ...value, uid: `old${index}` }));
      const made = match(present, wanted).map((uid, index) => ({
        type: '',
        label: '',
        ...wanted[index],
        uid: uid ?? `new${index}`,
      }));
      expect(match(made, wanted)).toEqual(made.map(({ uid }) => uid));
      expect(new Set(made.map(({ uid }) => uid)).size).toBe(made.length);
    }),
  );
});

test('long lists are matched in linear time', () => {
  const length = 20_000;
  const many = (name: string) => Array.from({ length }, (_, index) => part(`${name}${index}`, 'a', `${name}${index}`));
  const wanted = [...many('new'), ...many('old')].map(({ type, label }) => ({ type, label }));
  expect(match(many('old'), wanted)).toEqual([
    ...wanted.slice(0, length).map(() => undefined),
    ...many('old').map(({ uid }) => uid),
  ]);
});

test('an unknown or repeated uid is refused at its path', () => {
  const refusal = (uids: readonly string[]) => {
    try {
      return match(
        [part('1'), part('2')],
        uids.map((uid) => part(uid)),
      );
    } catch (error) {
      return error instanceof CatalogError && [error.code, Object.keys(error.fields ?? {})];
    }
  };
  expect(refusal(['1', '3'])).toEqual(['NOT_FOUND', ['parts.1.uid']]);
  expect(refusal(['1', '1'])).toEqual(['INVALID_INPUT', ['parts.1.uid']]);
});
