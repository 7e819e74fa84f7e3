import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundCondition, BoundFilter } from '../bind/bound/bound-filter.ts';
import { maxEdits, type Word } from '../words.ts';
import type { SqlField, SqlScope } from './scope.ts';

type WordsCondition = Extract<BoundCondition<SqlField>, { kind: 'words' }>;

/** The longest lexeme that `odsql.word_vector` keeps, in characters. */
const maxLexeme = 500;

/** Stands for words that a vector does not keep. */
const more = `'!'`;

/**
 * Whether the words are in the fields. The index of the scope's vector finds the candidates; they are checked against the fields
 * unless the vector tells exactly.
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
    ? sql`(${vector} @@ ${query}::tsquery or (${vector} @@ ${more}::tsquery and ${checked}))`
    : sql`(${vector} @@ ${`(${query}) | ${more}`}::tsquery and ${checked})`;
}

const coversText = (fields: readonly SqlField[], { fields: all }: SqlScope): boolean =>
  all.every((field) => field.type !== 'text' || fields.includes(field));

/** The words as a tsquery; null when no index can find them. Words have letters and digits only. */
function queryOf(words: readonly Word[]): string | null {
  const terms = words.flatMap(({ text, match }) => {
    if (match === 'fuzzy' && maxEdits(text) > 0) return [];
    const lexeme = `'${text.slice(0, maxLexeme).toWellFormed()}'`;
    return [match === 'prefix' || text.length > maxLexeme ? `${lexeme}:*` : lexeme];
  });
  return terms.length === 0 ? null : terms.join(' & ');
}

function checkSql(fields: readonly SqlField[], words: readonly Word[]): Sql {
  if (fields.length === 0) return sqlText('false');
  const texts = fields.map(({ value, isMultivalued }) =>
    isMultivalued ? sql`array_to_string(${value}, ' ')` : sql`(${value})::text`,
  );
  const whole = joinedSql(texts);
  // the offset keeps the text from being folded once for each word
  return sql`(select ${sqlAnd(...words.map(wordSql))} from (select odsql.words(${whole}) offset 0) as w (words))`;
}

/** The texts with a blank between them; in chunks, since a function takes 100 arguments at most. */
const joinedSql = (texts: readonly Sql[]): Sql =>
  texts.length <= 90
    ? sql`concat_ws(' ', ${sqlJoin(texts, ', ')})`
    : sql`concat_ws(' ', ${joinedSql(texts.slice(0, 90))}, ${joinedSql(texts.slice(90))})`;

/** `w.words` has a blank before and after each word. */
function wordSql({ text, match }: Word): Sql {
  if (match === 'prefix') return sql`strpos(w.words, ${` ${text}`}) > 0`;
  const edits = match === 'fuzzy' ? maxEdits(text) : 0;
  return edits === 0 ? sql`strpos(w.words, ${` ${text} `}) > 0` : nearSql(text, edits);
}

/** A word within n edits of another has one of its n + 1 pieces unchanged, which is found faster than edits are counted. */
function nearSql(text: string, edits: number): Sql {
  const characters = Array.from(text);
  const size = Math.ceil(characters.length / (edits + 1));
  const pieces = Array.from({ length: edits + 1 }, (_, at) => characters.slice(at * size, (at + 1) * size).join(''));
  const pattern = pieces.filter((piece) => piece !== '').join('|');
  return sql`(w.words ~ ${pattern} and exists (select from unnest(string_to_array(w.words, ' ')) as near (word)
    where length(near.word) between ${characters.length - edits}::int and ${characters.length + edits}::int
      and near.word ~ ${pattern} and odsql.is_near(near.word, ${text}, ${edits}::int)))`;
}

/** How well a row matches the ranked words of a filter: a double; null when the filter has none, or the scope neither a rule nor a stored vector. */
export function relevanceSql(filter: BoundFilter<SqlField> | null, { words: indexed }: SqlScope): Sql | null {
  const words = filter ? rankedWords(filter) : [];
  if (!indexed || words.length === 0) return null;
  if (indexed.relevance) return indexed.relevance(words);
  const query = words.map(({ text, match }) => `'${text}'${match === 'whole' ? '' : ':*'}`).join(' | ');
  // 8 divides by the number of different words
  return indexed.isStored ? sql`ts_rank(${indexed.vector}, ${query}::tsquery, 8)::double precision` : null;
}

function rankedWords(filter: BoundFilter<SqlField>): readonly Word[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.flatMap(rankedWords);
  return filter.kind === 'words' && filter.isRanked ? filter.words.filter(({ text }) => text.length <= maxLexeme) : [];
}
