import { sql, type Sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import {
  type BoundCondition,
  type BoundFilter,
  type BoundRangeEnd,
  rankedConditions,
  rankedWords,
} from '../bind/bound.ts';
import {
  castToDouble,
  dateSql,
  datetimeSql,
  doubleSql,
  isBigint,
  joinWithSpacesSql,
  numberSql,
  pointSql,
  scalarSql,
  scalarType,
  type SqlExpression,
  type SqlType,
} from './expression-sql.ts';
import { geometrySql, inBoxSql, withinDistanceSql } from './geometry-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import type { ComparisonOperator } from '../tree.ts';
import { maxEdits, type Word } from '../words.ts';

/**
 * Compiles a filter to an SQL condition, which is true for exactly the rows that match, and false or null for others. The condition
 * compares columns directly, so that an engine can use their indexes and statistics.
 */
export function filterSql(filter: BoundFilter<SqlField>, scope: SqlScope): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.length === 0
        ? sqlText(filter.kind === 'and' ? 'true' : 'false')
        : sql`(${sqlJoin(
            filter.filters.map((part) => filterSql(part, scope)),
            ` ${filter.kind} `,
          )})`;
    case 'not':
      return sql`((${filterSql(filter.filter, scope)}) is not true)`;
    case 'constant':
      return sqlText(String(filter.value));
    case 'comparison':
      return comparisonSql(filter);
    case 'in':
      return inSql(filter);
    case 'range':
      return rangeSql(filter);
    case 'isNull':
      return isNullSql(filter.operand);
    case 'isTruth':
      return isTruthSql(filter.field, filter.value);
    case 'words':
      return wordsSql(filter, scope);
    case 'startsWith':
      return sql`(${sqlJoin([sqlText('false'), ...startsWithSql(filter)], ' or ')})`;
    case 'withinDistance':
      return withinDistanceSql(filter);
    case 'inBox':
      return inBoxSql(filter);
    case 'geometry':
      return geometrySql(filter);
  }
}

/** Tests for null. A multivalued field without a value may also be an empty list. */
function isNullSql(operand: SqlExpression): Sql {
  if (operand.kind === 'field' && operand.field.isMultivalued)
    return sql`coalesce(array_length(${operand.field.value}, 1), 0) = 0`;
  return sql`${operand.type === 'geo_point_2d' ? pointSql(operand).lon : scalarSql(operand)} is null`;
}

/** Tests for a truth value: the text `true` or `false` in any combination of upper and lower case. */
const isTruthSql = ({ value, isMultivalued }: SqlField, truth: boolean): Sql =>
  isMultivalued
    ? sql`odsql.has_truth(${value}, ${String(truth)}::text)`
    : sql`lower(${value}) = ${String(truth)}::text`;

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;

const falseSql = sqlText('false');

const mirroredOperators = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Compares two values. A comparison with a literal does not convert the other side, so that an engine can use its index or statistics. */
function comparisonSql({ operator, left, right }: Condition<'comparison'>): Sql {
  if (right.kind === 'literal') return compareWithLiteral(left, operator, right.value);
  if (left.kind === 'literal') return compareWithLiteral(right, mirroredOperators[operator], left.value);
  const other = inCommonType(right, left);
  const list = listOf(left);
  return list
    ? sql`(${other} is not null and ${compareList(list, operator, other)})`
    : sql`${inCommonType(left, right)} ${operatorSql(operator)} ${other}`;
}

const operatorSql = (operator: ComparisonOperator): Sql => sqlText(operator === '!=' ? '<>' : operator);

/** Converts one side to the type in which both sides are compared. */
function inCommonType(side: SqlExpression, other: SqlExpression): Sql {
  const [type, otherType] = [scalarType(side), scalarType(other)];
  if (type === otherType) return type === 'text' ? sql`(${scalarSql(side)} collate "C")` : scalarSql(side);
  if (otherType === 'double precision') return castToDouble(side);
  return otherType === 'timestamptz' ? sql`odsql.midnight(${scalarSql(side)})` : scalarSql(side);
}

function compareWithLiteral(side: SqlExpression, operator: ComparisonOperator, value: string | number | null): Sql {
  if (value === null) return falseSql;
  const list = listOf(side);
  if (list) return compareList(list, operator, sql`${String(value)}::text`);
  if (side.kind === 'field' && side.field.bytes && operator === '=') return bytesSql(side.field.bytes, [value]);
  return compareSql(scalarSql(side), scalarType(side), operator, value);
}

/** The list of a multivalued field; undefined for other expressions. */
const listOf = (expression: SqlExpression): Sql | undefined =>
  expression.kind === 'field' && expression.field.isMultivalued ? expression.field.value : undefined;

/** Whether a list has a text that compares so with another, which is not null. */
function compareList(list: Sql, operator: ComparisonOperator, other: Sql): Sql {
  switch (operator) {
    case '=':
      return sql`odsql.has(${list}, ${other})`;
    case '!=':
      return sql`not odsql.has(${list}, ${other})`;
    case '<':
    case '<=':
      return hasBetweenSql(list, null, { value: other, isIncluded: operator === '<=' });
    case '>':
    case '>=':
      return hasBetweenSql(list, { value: other, isIncluded: operator === '>=' }, null);
  }
}

interface TextEnd {
  readonly value: Sql;
  readonly isIncluded: boolean;
}

/** Whether a list has a text between two ends; null is an open end. */
const hasBetweenSql = (list: Sql, from: TextEnd | null, to: TextEnd | null): Sql =>
  sql`odsql.has_between(${list}, ${endSql(from)}, ${endSql(to)})`;

const endSql = (end: TextEnd | null): Sql =>
  end ? sql`${end.value}, ${sqlText(String(end.isIncluded))}` : sqlText('null::text, false');

/** Compares SQL of a type with a value that the query writes. */
function compareSql(value: Sql, type: SqlType, operator: ComparisonOperator, other: string | number): Sql {
  if (type === 'bigint' && typeof other === 'number' && !isBigint(other)) return compareInteger(value, operator, other);
  return sql`${value} ${operatorSql(operator)} ${valueSql(type, other)}`;
}

function valueSql(type: SqlType, value: string | number): Sql {
  if (typeof value === 'number') return type === 'double precision' ? doubleSql(value) : numberSql(value);
  if (type === 'date') return value.length > 10 ? datetimeSql(value) : dateSql(value);
  return type === 'timestamptz' ? datetimeSql(value) : sql`(${value}::text collate "C")`;
}

/** Compares a bigint with a number that is not an integer, or that exceeds a bigint. */
function compareInteger(value: Sql, operator: ComparisonOperator, other: number): Sql {
  if (operator === '=') return falseSql;
  const isNotNull = sql`${value} is not null`;
  if (operator === '!=') return isNotNull;
  const isLess = operator === '<' || operator === '<=';
  const nearest = isLess ? Math.floor(other) : Math.ceil(other);
  if (!isBigint(nearest)) return isLess === other > 0 ? isNotNull : falseSql;
  return sql`${value} ${sqlText(isLess ? '<=' : '>=')} ${numberSql(nearest)}`;
}

/** Whether a value is in a list. */
function inSql({ operand, values }: Condition<'in'>): Sql {
  const list = listOf(operand);
  if (list) return hasAnySql(list, values.map(String));
  if (operand.kind === 'field' && operand.field.bytes) return bytesSql(operand.field.bytes, values);
  const type = scalarType(operand);
  const found = type === 'bigint' ? values.filter((value) => typeof value === 'number' && isBigint(value)) : values;
  return oneOfSql(
    scalarSql(operand),
    found.map((value) => valueSql(type, value)),
  );
}

const oneOfSql = (value: Sql, values: readonly Sql[]): Sql =>
  values.length === 0 ? falseSql : sql`${value} in (${sqlJoin(values, ', ')})`;

/** The number of texts up to which looking for each of them in a list is faster than looking for all. */
const maxTextsEach = 8;

/** Whether a list has one of some texts. */
function hasAnySql(list: Sql, texts: readonly string[]): Sql {
  const values = texts.map((text) => sql`${text}::text`);
  if (values.length === 0) return falseSql;
  return values.length > maxTextsEach
    ? sql`${list} && array[${sqlJoin(values, ', ')}]`
    : sql`(${sqlJoin(
        values.map((value) => sql`odsql.has(${list}, ${value})`),
        ' or ',
      )})`;
}

/** Whether bytes have one of the values in hexadecimal. A text that is not hexadecimal matches nothing. */
const bytesSql = (bytes: Sql, values: readonly (string | number)[]): Sql =>
  oneOfSql(
    bytes,
    values
      .filter((value) => /^(?:[0-9a-f]{2})+$/.test(String(value)))
      .map((value) => sql`odsql.unhex(${String(value)}::text)`),
  );

/** Whether a value is between two ends. */
function rangeSql({ operand, from, to }: Condition<'range'>): Sql {
  const list = listOf(operand);
  if (list) return hasBetweenSql(list, from && textEnd(from), to && textEnd(to));
  const type = scalarType(operand);
  const value = scalarSql(operand);
  const lower = from && compareSql(value, type, from.isIncluded ? '>=' : '>', from.value);
  const upper = to && compareSql(value, type, to.isIncluded ? '<=' : '<', to.value);
  if (lower && upper) return sql`(${lower} and ${upper})`;
  return lower ?? upper ?? sql`${value} is not null`;
}

const textEnd = ({ value, isIncluded }: BoundRangeEnd): TextEnd => ({ value: sql`${String(value)}::text`, isIncluded });

/** For each field, whether its text begins with a prefix. The condition is a range, so that an engine can use its index or statistics. */
function startsWithSql({ fields, prefix }: Condition<'startsWith'>): Sql[] {
  const from = prefix === '' ? null : { value: prefix, isIncluded: true };
  const end = prefixEnd(prefix);
  const to = end === undefined ? null : { value: end, isIncluded: false };
  return fields.map((field) =>
    rangeSql({ kind: 'range', operand: { kind: 'field', type: field.type, field }, from, to }),
  );
}

/** The first text, by code point, after all texts that begin with a prefix; undefined when there is none. */
function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  // U+D7FF is followed by U+E000, because surrogates are not characters.
  return last === undefined ? undefined : String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

type WordsCondition = Extract<BoundCondition<SqlField>, { kind: 'words' }>;

/** Whether the fields contain the words; different fields may contain them. */
export function wordsSql({ fields, words }: WordsCondition, scope: SqlScope): Sql {
  if (words.length === 0) return sqlText('true');
  if (fields.length === 0) return sqlText('false');
  const candidates = scope.words?.candidates?.(words) ?? undefined;
  const [prepared, others] = [
    fields.flatMap(({ words: found }) => found ?? []),
    fields.filter((field) => !field.words),
  ];
  const text = others.length === 0 ? undefined : joinWithSpacesSql(others.map(textSql));
  const check =
    prepared.length === 0 && text
      ? hasWordsSql(text, words)
      : sqlAnd(
          ...words.map((word) =>
            anyOf([
              ...(prepared.length > 0 ? [hasWordSql(prepared, word)] : []),
              ...(text ? [hasWordsSql(text, [word])] : []),
            ]),
          ),
        );
  return candidates ? sql`(${candidates} and ${check})` : sql`(${check})`;
}

const anyOf = (conditions: readonly Sql[]): Sql => sqlJoin(conditions, ' or ');

const textSql = ({ value, isMultivalued }: SqlField): Sql =>
  isMultivalued ? sql`array_to_string(${value}, ' ')` : sql`(${value})::text`;

/** Whether a text has some words. The function folds the text once for all of them. */
const hasWordsSql = (text: Sql, words: readonly Word[]): Sql =>
  sql`odsql.has_words(${text}, array[${sqlJoin(
    words.map((word) => sql`${patternOf(word)}::text`),
    ', ',
  )}])`;

/** A word as `odsql.has_words` reads it: `*` follows a prefix, and `~` a word that may be misspelt. */
const patternOf = ({ text, match }: Word): string => text + { whole: '', prefix: '*', fuzzy: '~' }[match];

/** The number of fields up to which each is tested for a misspelt word, which is faster, with a pattern of some thousand characters. */
const maxPatterns = 8;

/** Whether the words of a field have a word. */
const hasWordSql = (found: readonly Sql[], word: Word): Sql =>
  word.match === 'fuzzy' && found.length > maxPatterns
    ? preparedSql(joinWithSpacesSql(found), word)
    : anyOf(found.map((own) => preparedSql(own, word)));

/** Tests the words of a field, which have a space before and after each, for a word. */
function preparedSql(found: Sql, { text, match }: Word): Sql {
  if (match === 'prefix') return sql`strpos(${found}, ${` ${text}`}::text) > 0`;
  const edits = match === 'fuzzy' ? maxEdits(text) : 0;
  return edits === 0 ? sql`strpos(${found}, ${` ${text} `}::text) > 0` : nearSql(found, text, edits);
}

/** The length of words up to which a pattern lists what they may be misspelt as: some hundred parts, which an engine reads in one pass. */
const maxPatternLength = 12;

/** What a statement may contain: every word is of letters and digits (`wordsOf`), none of which a pattern or SQL would read otherwise. */
const isPlainWord = (text: string): boolean => /^[\p{L}\p{N}]+$/u.test(text);

/** Tests for a word within n edits of `text`. The pattern is a part of the statement, because engines prepare it only then. */
const nearSql = (found: Sql, text: string, edits: number): Sql =>
  Array.from(text).length <= maxPatternLength && isPlainWord(text)
    ? sql`${found} ~ ${sqlText(`'^.* (?:${misspellings(text, edits).join('|')}) .*$'`)}`
    : longNearSql(found, text, edits);

const anyCharacter = '[^ ]';

/** Patterns of the words within n edits of a word. An edit leaves out a character, or has any in its place or before it. */
function misspellings(text: string, edits: number): readonly string[] {
  let words = new Map([[text, Array.from(text)]]);
  for (let edit = 0; edit < edits; edit++) {
    const edited = [...words.values()].flatMap((word) =>
      Array.from({ length: word.length + 1 }, (_, at) => {
        const [before, after] = [word.slice(0, at), word.slice(at + 1)];
        return [
          [...before, ...after],
          [...before, anyCharacter, ...after],
          [...before, anyCharacter, ...word.slice(at)],
        ];
      }).flat(),
    );
    words = new Map([...words, ...edited.map((word) => [word.join(''), word] as const)]);
  }
  return [...words.keys()];
}

/**
 * Tests for a long word within n edits of `text`. Such a word contains at least one of n + 1 pieces of `text` unchanged. A search for the
 * pieces is faster than counting edits, so it comes first.
 */
function longNearSql(found: Sql, text: string, edits: number): Sql {
  const characters = Array.from(text);
  const size = Math.ceil(characters.length / (edits + 1));
  const pieces = Array.from({ length: edits + 1 }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
  const hasPiece = pieces.filter((piece) => piece !== '').map((piece) => sql`strpos(${found}, ${piece}::text) > 0`);
  return sql`case when ${anyOf(hasPiece)} then odsql.has_near(${found}, ${text}::text) else false end`;
}

/**
 * SQL for how well a row matches the ranked words of a filter, a double. A row that contains more of the words, as they are written, is
 * more relevant; for equal numbers, the row with fewer other words is. Only the searched fields count. Returns null when the filter has
 * no ranked words, or the scope does not rank rows.
 */
export function relevanceSql(filter: BoundFilter<SqlField> | null, scope: SqlScope): Sql | null {
  const conditions = filter ? rankedConditions(filter) : [];
  if (!scope.words?.isRanked || conditions.length === 0) return null;
  if (scope.words.relevance) return scope.words.relevance(conditions.flatMap(({ words }) => words));
  const parts = conditions.map(conditionRelevance);
  return sql`((${sqlJoin(parts, ' + ')}) / ${parts.length}::double precision)`;
}

/** The number of the condition's words in a row, plus at most one half, which shrinks as the row has more words. */
function conditionRelevance({ fields, words }: WordsCondition): Sql {
  const texts = rankedWords({ words });
  const found = fields.map((field) => field.words ?? sql`odsql.words(${textSql(field)})`);
  const counts = texts.map(
    (text) => sql`case when ${anyOf(found.map((own) => preparedSql(own, { text, match: 'whole' })))} then 1 else 0 end`,
  );
  return sql`(${sqlJoin(counts, ' + ')} + 1 / (2 + odsql.count_words(${joinWithSpacesSql(found)}))::double precision)`;
}
