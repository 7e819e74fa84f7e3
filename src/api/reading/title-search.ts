import { wordsOf } from '#engine/odsql/words.ts';
import { failFields } from '#kernel/fail.ts';
import { odsql, sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { GivenArgument } from './declare-source.ts';

const maxLength = 200;
const maxWords = 20;

/** The patterns of the words of a search, for `titleMatches`; fails INVALID_INPUT for a text that is too long. */
export function parseTitleSearch(search: string, path = 'search'): readonly string[] {
  if (search.length > maxLength) failFields({ [path]: [`Use ${String(maxLength)} characters at most.`] });
  const words = wordsOf(search);
  if (words.length > maxWords) failFields({ [path]: [`Use ${String(maxWords)} words at most.`] });
  // words consist of letters and digits, so none of their characters is special in a pattern
  return words.map((word, index) => (index === words.length - 1 ? `% ${word}%` : `% ${word} %`));
}

/** The condition that a title has the words of a search, the parsed argument `search`; undefined where it is not given. */
export const titleMatches = (title: Sql, search: GivenArgument): Sql | undefined =>
  search === undefined ? undefined : sql`${odsql}words(${title}) like all(${search}::text[])`;

/** Like `titleMatches`, for a jsonb object of titles by language: the title of one language must have all words. */
export const anyTitleMatches = (titles: Sql, search: GivenArgument): Sql | undefined => {
  const matches = titleMatches(sqlText(`title #>> '{}'`), search);
  return matches && sql`exists (select from jsonb_path_query(${titles}, '$.*') title where ${matches})`;
};
