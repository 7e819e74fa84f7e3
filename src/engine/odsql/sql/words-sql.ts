import { odsql, sql, type Sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import { type BoundCondition, type BoundFilter, rankedConditions, rankedWords } from '../bind/bound.ts';
import { maxEdits, type Word } from '../words.ts';
import { joinWithSpacesSql } from './expression-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';

type WordsCondition = Extract<BoundCondition<SqlField>, { kind: 'words' }>;

/** The number of words up to which a filter looks them up in an index, each by a join. */
const maxIndexedWords = 8;

/** Whether an index finds words of a filter. The rows that match may then be in any order. */
export function usesIndex(filter: BoundFilter<SqlField>, scope: SqlScope): boolean {
  if (!scope.words?.index) return false;
  const count = indexedCount(filter);
  return count > 0 && count <= maxIndexedWords;
}

export const withoutIndex = (scope: SqlScope): SqlScope =>
  scope.words?.index ? { ...scope, words: { ...scope.words, index: undefined } } : scope;

/** The number of words that each matching row has and that an index has. */
function indexedCount(filter: BoundFilter<SqlField>): number {
  if (filter.kind === 'and') return filter.filters.reduce((sum, part) => sum + indexedCount(part), 0);
  return filter.kind === 'words' && isIndexed(filter) ? filter.words.filter(isIndexedWord).length : 0;
}

const isIndexed = ({ fields }: WordsCondition): boolean =>
  fields.length > 0 && fields.every((field) => field.words !== undefined);

/** An index does not find misspelt words. */
const isIndexedWord = ({ text, match }: Word): boolean => match !== 'fuzzy' || maxEdits(text) === 0;

/** Whether a word of an index is a word, or begins with it. */
function isWordSql(found: Sql, { text, match }: Word): Sql {
  if (match !== 'prefix') return sql`${found} = ${text}::text`;
  const end = prefixEnd(text);
  return sqlAnd(sql`${found} >= ${text}::text`, end === undefined ? undefined : sql`${found} < ${end}::text`);
}

/** Whether the fields contain the words; different fields may contain them. */
export function wordsSql(condition: WordsCondition, scope: SqlScope): Sql {
  const index = isIndexed(condition) ? scope.words?.index : undefined;
  if (!index) return scannedWordsSql(condition, scope);
  const { fields, words } = condition;
  const [indexed, others] = [words.filter(isIndexedWord), words.filter((word) => !isIndexedWord(word))];
  return sqlAnd(
    ...indexed.map((word) => index((found) => isWordSql(found, word), fields)),
    others.length > 0 ? scannedWordsSql({ ...condition, words: others }, scope) : undefined,
  );
}

/** Whether the fields contain the words, by reading them. */
function scannedWordsSql({ fields, words }: WordsCondition, scope: SqlScope): Sql {
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
  sql`${odsql}has_words(${text}, array[${sqlJoin(
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

/** Tests for a long word within n edits of `text`: first searches for one of n + 1 unchanged pieces, which is faster. */
function longNearSql(found: Sql, text: string, edits: number): Sql {
  const characters = Array.from(text);
  const size = Math.ceil(characters.length / (edits + 1));
  const pieces = Array.from({ length: edits + 1 }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
  const hasPiece = pieces.filter((piece) => piece !== '').map((piece) => sql`strpos(${found}, ${piece}::text) > 0`);
  return sql`case when ${anyOf(hasPiece)} then ${odsql}has_near(${found}, ${text}::text) else false end`;
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
  const found = fields.map((field) => field.words ?? sql`${odsql}words(${textSql(field)})`);
  const counts = texts.map(
    (text) => sql`case when ${anyOf(found.map((own) => preparedSql(own, { text, match: 'whole' })))} then 1 else 0 end`,
  );
  return sql`(${sqlJoin(counts, ' + ')} + 1 / (2 + ${odsql}count_words(${joinWithSpacesSql(found)}))::double precision)`;
}

/** The first text, by code point, after all texts that begin with a prefix; undefined when there is none. */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  // U+D7FF is followed by U+E000, because surrogates are not characters.
  return last === undefined ? undefined : String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
