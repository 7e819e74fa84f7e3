import type { Session } from '#api/session.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { showsAllFields, visibleFields } from '#access/index.ts';
import { metadataWords, searchedProperties, wordsOfFields } from '../entry/entry-columns.ts';
import type { QueryWord } from './query-words.ts';

/** A word as PostgreSQL's tsquery writes it. Words are letters and digits, so that quotes are safe. */
const exactTerm = ({ text, isPrefix }: QueryWord): string => `'${text}'${isPrefix ? ':*' : ''}`;
const anyOf = (words: readonly string[]): string => `(${words.join(' | ')})`;
const quoted = (word: string): string => `'${word}'`;

/** The condition that the entry has every word, in its metadata or in the names and labels of the fields that the caller sees. */
export function hasWords(session: Session, entry: Sql, words: readonly QueryWord[]): Sql {
  const query = words.map((word) => anyOf([exactTerm(word), ...word.near.map(quoted)])).join(' & ');
  const tsquery = sql`${query}::tsquery`;
  const d = sqlText('d');
  const areInVisibleFields = sql`exists (select from dataset d where d.uid = ${entry}.uid
    and (${metadataWords(entry)} || ${wordsOfFields(visibleFields(session, d, sql`d.published_fields`))}) @@ ${tsquery})`;
  // The index also covers the words of hidden fields, so the second condition checks the visible fields.
  return sqlAnd(sql`${entry}.all_words @@ ${tsquery}`, sql`${showsAllFields(session, entry)} or ${areInVisibleFields}`);
}

/** The weight of a word in the names and labels of fields. Each searched property has twice the weight of the property after it. */
const minWeight = 1;

/** The weight of a misspelt word, as a fraction of the weight of the correctly spelt word. */
const misspellingFactor = 0.25;

/**
 * How well an entry that contains the words matches them. Each word adds the weight of the most important property that
 * contains it. A bonus of less than one half lets entries with short titles rank before others.
 */
export function relevance(entry: Sql, words: readonly QueryWord[]): Sql {
  const weightOf = (query: string, otherwise: Sql): Sql =>
    sql`case ${sqlJoin(
      searchedProperties.map(
        (property, index) =>
          sql`when ${entry}.${sqlName(`${property}_words`)} @@ ${query}::tsquery then ${minWeight * 2 ** (searchedProperties.length - index)}::float8`,
      ),
      ' ',
    )} else ${otherwise} end`;
  const weights = words.map((word) =>
    weightOf(
      exactTerm(word),
      word.near.length === 0
        ? sql`${minWeight}::float8`
        : sql`${misspellingFactor}::float8 * ${weightOf(anyOf(word.near.map(quoted)), sql`${minWeight}::float8`)}`,
    ),
  );
  return sql`(${sqlJoin(weights, ' + ')} + 1::float8 / (2 + coalesce(length(${entry}.title_words), 100)))`;
}
