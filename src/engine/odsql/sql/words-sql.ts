import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundCondition, BoundFilter } from '../bind/bound/bound-filter.ts';
import { lexemeOf, maxLexeme, omittedWords } from '../word-vector.ts';
import { maxEdits, type Word } from '../words.ts';
import type { SqlField, SqlScope } from './scope.ts';

type WordsCondition = Extract<BoundCondition<SqlField>, { kind: 'words' }>;

/**
 * Whether the fields contain the words. The index of the scope's vector finds candidates. They are checked against the fields, unless
 * the vector alone decides.
 */
export function wordsSql({ fields, words }: WordsCondition, scope: SqlScope): Sql {
  if (words.length === 0) return sqlText('true');
  const checked = checkSql(fields, words);
  const query = queryOf(words);
  if (!scope.words || query === null) return checked;
  const { vector, isExact } = scope.words;
  const isEnough =
    isExact &&
    coversText(fields, scope) &&
    words.every((word) => word.match !== 'fuzzy' && word.text.length <= maxLexeme);
  return isEnough
    ? sql`(${vector} @@ ${query}::tsquery or (${vector} @@ ${omittedWords}::tsquery and ${checked}))`
    : sql`(${vector} @@ ${`(${query}) | ${omittedWords}`}::tsquery and ${checked})`;
}

/** Whether some fields include all text fields of a scope. */
const coversText = (fields: readonly SqlField[], { fields: all }: SqlScope): boolean =>
  all.every((field) => field.type !== 'text' || fields.includes(field));

/** The words as a tsquery, without fuzzy words; null when no word is left. Words consist of letters and digits, so no quote needs escaping. */
function queryOf(words: readonly Word[]): string | null {
  const terms = words.flatMap(({ text, match }) => {
    if (match === 'fuzzy' && maxEdits(text) > 0) return [];
    const lexeme = `'${lexemeOf(text)}'`;
    return [match === 'prefix' || text.length > maxLexeme ? `${lexeme}:*` : lexeme];
  });
  return terms.length === 0 ? null : terms.join(' & ');
}

/** Whether the texts of the fields contain the words, without the help of an index. */
function checkSql(fields: readonly SqlField[], words: readonly Word[]): Sql {
  if (fields.length === 0) return sqlText('false');
  const whole = joinedSql(textsOf(fields));
  // `offset 0` keeps PostgreSQL from merging the subquery, which would fold the text once for each word.
  return sql`(select ${sqlAnd(...words.map(wordSql))} from (select odsql.words(${whole}) offset 0) as w (words))`;
}

const textsOf = (fields: readonly SqlField[]): Sql[] =>
  fields.map(({ value, isMultivalued }) =>
    isMultivalued ? sql`array_to_string(${value}, ' ')` : sql`(${value})::text`,
  );

/** Joins texts with spaces, in chunks, because a PostgreSQL function accepts at most 100 arguments. */
const joinedSql = (texts: readonly Sql[]): Sql =>
  texts.length <= 90
    ? sql`concat_ws(' ', ${sqlJoin(texts, ', ')})`
    : sql`concat_ws(' ', ${joinedSql(texts.slice(0, 90))}, ${joinedSql(texts.slice(90))})`;

/** Tests `w.words` for a word. `w.words` has a space before and after each of its words. */
function wordSql({ text, match }: Word): Sql {
  if (match === 'prefix') return sql`strpos(w.words, ${` ${text}`}) > 0`;
  const edits = match === 'fuzzy' ? maxEdits(text) : 0;
  return edits === 0 ? sql`strpos(w.words, ${` ${text} `}) > 0` : nearSql(text, edits);
}

/**
 * Tests `w.words` for a word within n edits of `text`. Such a word contains at least one of n + 1 pieces of `text` unchanged. A search
 * for the pieces is faster than counting edits, so it comes first.
 */
function nearSql(text: string, edits: number): Sql {
  const characters = Array.from(text);
  const size = Math.ceil(characters.length / (edits + 1));
  const pieces = Array.from({ length: edits + 1 }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
  const pattern = pieces.filter((piece) => piece !== '').join('|');
  return sql`(w.words ~ ${pattern} and exists (select from unnest(string_to_array(w.words, ' ')) as near (word)
    where length(near.word) between ${characters.length - edits}::int and ${characters.length + edits}::int
      and near.word ~ ${pattern} and odsql.is_near(near.word, ${text}, ${edits}::int)))`;
}

/** The maximum number of words of one condition that count for relevance. */
const maxRankedWords = 20;

/**
 * SQL for how well a row matches the ranked words of a filter, a double. A row that contains more of the words, as they are written, is
 * more relevant; for equal numbers, the row with fewer other words is. Only the searched fields count. Returns null when the filter has
 * no ranked words, or the scope does not rank rows.
 */
export function relevanceSql(filter: BoundFilter<SqlField> | null, scope: SqlScope): Sql | null {
  const conditions = filter ? rankedConditions(filter) : [];
  if (!scope.words || conditions.length === 0) return null;
  if (scope.words.relevance)
    return scope.words.relevance(
      conditions.flatMap(({ words }) => words).filter(({ text }) => text.length <= maxLexeme),
    );
  if (!scope.words.isRanked) return null;
  const parts = conditions.map((condition) => conditionRelevance(condition, scope));
  return sql`((${sqlJoin(parts, ' + ')}) / ${parts.length}::double precision)`;
}

function rankedConditions(filter: BoundFilter<SqlField>): readonly WordsCondition[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.flatMap(rankedConditions);
  return filter.kind === 'words' && filter.isRanked && filter.fields.length > 0 && filter.words.length > 0
    ? [filter]
    : [];
}

/** The number of the condition's words in a row, plus at most one half, which shrinks as the row has more words. */
function conditionRelevance({ fields, words }: WordsCondition, scope: SqlScope): Sql {
  const lexemes = [...new Set(words.map(({ text }) => `'${lexemeOf(text)}'`))].slice(0, maxRankedWords);
  const found = lexemes.map((lexeme) => sql`(v.words @@ ${lexeme}::tsquery)::int`);
  return sql`(select ${sqlJoin(found, ' + ')} + 1 / (2 + length(v.words))::double precision
    from (select coalesce(${vectorOf(fields, scope)}, '') offset 0) as v (words))`;
}

/** The words in some fields of a row, as a vector. */
const vectorOf = (fields: readonly SqlField[], scope: SqlScope): Sql =>
  scope.words?.isExact && coversText(fields, scope)
    ? scope.words.vector
    : sql`odsql.word_vector(array[${joinedSql(textsOf(fields))}])`;

/** Whether the index of words finds all rows that match. */
export function isFoundByWords(filter: BoundFilter<SqlField>, scope: SqlScope): boolean {
  if (filter.kind === 'and') return filter.filters.some((part) => isFoundByWords(part, scope));
  return filter.kind === 'words' && scope.words !== undefined && queryOf(filter.words) !== null;
}
