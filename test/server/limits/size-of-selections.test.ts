import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { sizeOfSelections } from '#server/graph/limit-rules.ts';

const fragmentsOf = (document: DocumentNode) =>
  new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('no operation');
  return operation;
}

function measure(source: string) {
  const document = parse(source);
  const fragments = fragmentsOf(document);
  return sizeOfSelections((name) => fragments.get(name))(operationOf(document).selectionSet);
}

/** The definition itself, without memory: every spread is written out where it stands. */
function countNaively(document: DocumentNode) {
  const fragments = fragmentsOf(document);
  const count = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce(
      (sum, node) =>
        sum +
        (node.kind === Kind.FIELD ? 1 : 0) +
        count(node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)?.selectionSet : node.selectionSet),
      0,
    );
  return count(operationOf(document).selectionSet);
}

/** `{ ...F1 } fragment F1 on Query { ...F2 ...F2 } …`: two to the power of the chain's length fields, in few tokens. */
const bomb = (length: number) =>
  `{ ...F1 } ${Array.from(
    { length },
    (_, i) => `fragment F${i + 1} on Query { ${i + 1 === length ? 'a b' : `...F${i + 2} ...F${i + 2}`} }`,
  ).join(' ')}`;

const selections = (spreads: readonly string[]): fc.Arbitrary<string> =>
  fc.letrec<{ set: string; selection: string }>((tie) => ({
    set: fc.array(tie('selection'), { minLength: 1, maxLength: 3 }).map((all) => `{ ${all.join(' ')} }`),
    selection: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', 'alias: c', ...spreads.map((name) => `...${name}`)),
      tie('set').map((set) => `d ${set}`),
      tie('set').map((set) => `... on Query ${set}`),
    ),
  })).set;

const documents = fc
  .tuple(selections(['F', 'G', 'H']), selections(['G', 'H']), selections(['H']), selections([]))
  .map(
    ([operation, f, g, h]) => `${operation} fragment F on Query ${f} fragment G on Query ${g} fragment H on Query ${h}`,
  );

describe('The size of a selection set', () => {
  test('counts the fields of the document with fragments expanded', () => {
    fc.assert(
      fc.property(documents, (source) => {
        expect(measure(source).fields).toBe(countNaively(parse(source)));
      }),
    );
  });

  test('has the width of the root and the depth of the deepest path, through fragments', () => {
    expect(measure('{ a b ...F } fragment F on Query { c d { e { f } } }')).toMatchObject({
      width: 4,
      depth: 3,
      fields: 6,
    });
  });

  test('The size of a selection set of a fragment bomb is exact and takes one visit of each fragment', () => {
    const document = parse(bomb(50));
    const fragments = fragmentsOf(document);
    let visits = 0;
    const sizeOf = sizeOfSelections((name) => (visits++, fragments.get(name)));
    expect(sizeOf(operationOf(document).selectionSet).fields).toBe(2 ** 50);
    expect(visits).toBe(50);
  });

  test('The size of a selection set of cyclic fragments is finite', () => {
    expect(measure('{ ...F } fragment F on Query { a ...G } fragment G on Query { b ...F }').fields).toBe(2);
  });
});
