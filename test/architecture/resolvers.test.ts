import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

const resolvers = filesBelow('src').filter((file) => file.endsWith('.resolver.ts'));

/** The bodies of the methods of a class, by file and name. */
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

/** The statements of a body: what stands at its own depth, apart from lines that close what was opened there. */
const statementsOf = (body: string): string[] => body.split('\n').filter((line) => /^ {4}[^\s)}\]]/.test(line));

test('a resolver is a door: every method is one expression', () => {
  expect(methods.length).toBeGreaterThan(10);
  expect(methods.filter(({ body }) => statementsOf(body).length !== 1 || !body.startsWith('    return '))).toEqual([]);
});

test('no resolver decides, repeats or speaks to the ORM', () => {
  expect(methods.filter(({ body }) => /\b(if|for|while|switch)\b|\bctx\.(em|db)\b/.test(body))).toEqual([]);
});
