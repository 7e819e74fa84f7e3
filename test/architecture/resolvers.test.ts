import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

const resolvers = filesBelow('src').filter((file) => file.endsWith('.resolver.ts'));

/** The methods of all resolver classes, with their bodies. */
const methods = resolvers.flatMap((file) => {
  const inClasses = textOf(file)
    .split(/^export class /m)
    .slice(1)
    .map((text) => text.slice(0, text.search(/^}/m)));
  return inClasses.flatMap((text) =>
    [...text.matchAll(/^ {2}(?:async )?(\w+)\([\s\S]*?\) \{\n([\s\S]*?)^ {2}\}/gm)].map(([, name, body]) => ({
      method: `${file} ${name ?? ''}`,
      body: body ?? '',
    })),
  );
});

/** The statements of a body: lines at its own depth that do not close a bracket. */
const statementsOf = (body: string): string[] => body.split('\n').filter((line) => /^ {4}[^\s)}\]]/.test(line));

test('every method of a resolver is one expression', () => {
  expect(methods.length).toBeGreaterThan(10);
  expect(methods.filter(({ body }) => statementsOf(body).length !== 1 || !body.startsWith('    return '))).toEqual([]);
});

test('no resolver has conditions, loops or ORM calls', () => {
  expect(methods.filter(({ body }) => /\b(if|for|while|switch)\b|\bctx\.(em|db)\b/.test(body))).toEqual([]);
});
