import fc from 'fast-check';
import { comparisonOperators, type Expression, type Filter, type Literal } from '#engine/odsql/tree.ts';

/** Names that need backquotes, names that do not, and words of the language. */
export const anyName = fc.oneof(
  fc.stringMatching(/^[a-z_]\w{0,6}$/),
  fc.constantFrom('and', 'or', 'year', 'in', 'like', 'to', 'search', 'count', 'within', 'true', '2020', 'a.b', 'été'),
  fc.string({ unit: 'binary', minLength: 1 }).filter((name) => !/[\0\\]/.test(name)),
);
const anyText = fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.includes('\0'));
const anyDate = fc
  .constantFrom(
    '2026',
    '2026-02',
    '2024-02-29',
    '2026-01-31T08:00',
    '2026-01-31T08:00:00.5Z',
    '0001-01-01T23:59:59-11:30',
  )
  .map((date) => ({ date }));
const anyNumber = fc
  .oneof(
    fc.maxSafeInteger(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
  )
  .map((value) => value + 0);
const anyPoint = fc
  .tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 }))
  .map(([lon, lat]) => ({ geometry: { type: 'Point' as const, coordinates: [lon, lat] } }));
const anyLiteral: fc.Arbitrary<Literal> = fc.oneof(anyText, anyNumber, anyDate, fc.boolean(), fc.constant(null));

const { expression: anyExpression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anyLiteral.map((value): Expression => ({ kind: 'literal', value, text: '' })),
    anyName.map((field): Expression => ({ kind: 'field', field, text: '' })),
    fc.record({
      kind: fc.constant('arithmetic' as const),
      operator: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      left: tie('expression'),
      right: tie('expression'),
      text: fc.constant(''),
    }),
    fc
      .record({ kind: fc.constant('negative' as const), operand: anyName, text: fc.constant('') })
      .map(({ operand, ...value }): Expression => ({ ...value, operand: { kind: 'field', field: operand, text: '' } })),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('year', 'lower', 'ifnull', 'count'),
      arguments: fc.array(tie('expression'), { maxLength: 2 }),
      isStar: fc.constant(false),
      isDistinct: fc.constant(false),
      named: fc.constant([]),
      text: fc.constant(''),
    }),
    fc
      .array(fc.record({ name: fc.constantFrom('year', 'days'), value: fc.integer() }), { maxLength: 2 })
      .map((named): Expression => ({
        kind: 'call',
        name: 'now',
        arguments: [],
        isStar: false,
        isDistinct: false,
        named,
        text: '',
      })),
  ),
}));

const fields = fc.option(fc.array(anyName, { minLength: 1, maxLength: 3 }));
const anyBound = fc.record({ value: anyLiteral, isIncluded: fc.boolean() });

/** Any filter, whether or not it makes sense; its expressions have no text. */
export const { filter: anyFilter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.record({
      kind: fc.constant('comparison' as const),
      left: anyExpression,
      operator: fc.constantFrom(...comparisonOperators),
      right: anyExpression,
    }),
    fc.record({ kind: fc.constant('like' as const), field: anyName, pattern: anyText }),
    fc.record({
      kind: fc.constant('in' as const),
      left: anyExpression,
      values: fc.array(anyLiteral, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('range' as const), left: anyExpression, from: anyBound, to: anyBound }),
    fc.record({ kind: fc.constant('isNull' as const), field: anyName }),
    fc.record({ kind: fc.constant('isTruth' as const), field: anyName, value: fc.boolean() }),
    fc.record({ kind: fc.constant('fullText' as const), fields: fc.constant(null), text: anyText }),
    fc.record({
      kind: fc.constantFrom('search' as const, 'suggest' as const, 'startsWith' as const),
      fields,
      text: anyText,
    }),
    fc.record({
      kind: fc.constant('withinDistance' as const),
      field: anyName,
      point: anyPoint,
      distance: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true, max: 1e9 }).map((value) => value + 0),
    }),
    fc.record({
      kind: fc.constant('geometry' as const),
      field: anyName,
      geometry: anyPoint,
      mode: fc.constantFrom('intersects' as const, 'disjoint' as const, 'within' as const),
    }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));
