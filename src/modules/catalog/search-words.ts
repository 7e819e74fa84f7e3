import { isWithinEditDistance, maxEdits, type Word, wordsOf } from '#engine/odsql/words.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import type { Session } from '#api/session.ts';
import { maySeeIfPublished, showsAllFields, visibleFields } from '#access/index.ts';
import { inflectionsOf } from './inflections.ts';
import { readCachedRows, type Searcher } from './searcher.ts';
import { longestWord, metadataWords, searchedProperties, wordsOfFields } from './catalog-entry.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';

/** The maximum length of a word in a vector of `odsql.word_vector`, in UTF-16 code units. Longer words are truncated. */
const maxLexeme = 500;

/** The entry that marks a vector from which words were omitted. No text contains it as a word. */
const omittedWords = `'!'`;

/** A condition that the entries with the words of a search meet, and that an index answers; null if every word may be misspelt. */
export function mayHaveWords(entry: Sql, words: readonly Word[]): Sql | null {
  const terms = words.flatMap(({ text, match }) => {
    if (match === 'fuzzy' && maxEdits(text) > 0) return [];
    // Words consist of letters and digits, so no quote needs escaping.
    const lexeme = `'${lexemeOf(text)}'`;
    return [match === 'prefix' || text.length > maxLexeme ? `${lexeme}:*` : lexeme];
  });
  if (terms.length === 0) return null;
  return sql`${entry}.all_words @@ ${`(${terms.join(' & ')}) | ${omittedWords}`}::tsquery`;
}

/** Truncates a word to at most the length that a vector stores. */
function lexemeOf(word: string): string {
  if (word.length <= maxLexeme) return word;
  const truncated = word.slice(0, maxLexeme);
  return truncated.isWellFormed() ? truncated : truncated.slice(0, -1);
}

/** How well an entry matches the words of a search. Words too long for a vector do not count. */
export const relevanceOfWords = (entry: Sql, words: readonly Word[]): Sql =>
  relevance(
    entry,
    words
      .filter(({ text }) => text.length <= maxLexeme)
      .map(({ text, match }) => ({ text, isPrefix: match === 'prefix', near: [] })),
  );

/** A word as PostgreSQL's tsquery writes it. Words are letters and digits, so that quotes are safe. */
export const exactTerm = ({ text, isPrefix }: QueryWord): string => `'${text}'${isPrefix ? ':*' : ''}`;
/** A text in PostgreSQL's tsquery that finds any of the words, misspelt or not. */
export const anyWord = (words: readonly QueryWord[]): string =>
  anyOf(words.flatMap((word) => [exactTerm(word), ...word.near.map(quoted)]));
const anyOf = (words: readonly string[]): string => `(${words.join(' | ')})`;
const quoted = (word: string): string => `'${word}'`;

/** The condition that the entry has every word, in its metadata, the names and labels of the fields that the caller sees, or values that everyone sees. */
export function hasWords(session: Session, entry: Sql, words: readonly QueryWord[]): Sql {
  const query = words.map((word) => anyOf([exactTerm(word), ...word.near.map(quoted)])).join(' & ');
  const tsquery = sql`${query}::tsquery`;
  const areInVisibleFields = sql`exists (select from dataset d where d.uid = ${entry}.uid
    and (${metadataWords(entry)} || coalesce(${entry}.value_words, '') || ${visibleFieldWords(session)}) @@ ${tsquery})`;
  // The index also covers the words of hidden fields, so the second condition checks the visible fields.
  return sqlAnd(sql`${entry}.all_words @@ ${tsquery}`, sql`${showsAllFields(session, entry)} or ${areInVisibleFields}`);
}

/** The words of the names and labels of the fields of the dataset `d` that the caller sees. */
const visibleFieldWords = (session: Session): Sql =>
  wordsOfFields(visibleFields(session, sqlText('d'), sql`d.published_fields`));

/** The words of an entry that the caller sees. */
export const visibleWords = (session: Session, entry: Sql): Sql => sql`
  case when ${showsAllFields(session, entry)} then ${entry}.all_words
    else ${metadataWords(entry)} || coalesce(${entry}.value_words, '') || (select ${visibleFieldWords(session)} from dataset d where d.uid = ${entry}.uid) end`;

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

/** The number of words that are compared with one word, and the number that may stand for it. */
const maxCompared = 10_000;
const maxNear = 50;

/** Words, each with the words of the catalog that it may be a misspelling of. */
type NearWords = readonly (readonly [word: string, near: readonly string[]])[];

/**
 * Finds, with one statement, the words of the catalog within the edit distance of each word, except the word itself, the nearest first. The result may have
 * words that the caller cannot see; a search checks access to the texts with these words as it does for any other word.
 */
async function findNearWords(db: DatabaseClient, words: readonly string[]): Promise<NearWords> {
  const misspellable = words.filter((word) => maxEdits(word) > 0 && word.length <= longestWord);
  if (misspellable.length === 0) return [];
  const found = await db.rows<{ word: string; known: string[] }>(sql`
    select asked.word, array(select known.word from catalog_word known
      where length(known.word) between length(asked.word) - asked.edits and length(asked.word) + asked.edits
      and (known.word ^@ asked.head
        or reverse(known.word) ^@ reverse(asked.tail)
        or asked.edits > 1
        and strpos(known.word, asked.middle) > 0)
      limit ${maxCompared}::int) as known
    from unnest(${misspellable}::text[], ${misspellable.map(heads)}::text[], ${misspellable.map(middles)}::text[],
      ${misspellable.map(tails)}::text[], ${misspellable.map(maxEdits)}::int[]) asked(word, head, middle, tail, edits)`);
  return found.map(({ word, known }) => [
    word,
    [1, 2]
      .flatMap((edits) => (edits > maxEdits(word) ? [] : known.filter((each) => isNear(word, each, edits))))
      .slice(0, maxNear),
  ]);
}

/** Whether so many edits, and not fewer, turn a word into another. */
const isNear = (word: string, other: string, edits: number): boolean =>
  isWithinEditDistance(word, other, edits) && !isWithinEditDistance(word, other, edits - 1);

/* With n edits, at least one of n + 1 parts of a word is unchanged: its beginning, its end or what is between them. */
const partLength = (word: string): number => Math.floor(word.length / (maxEdits(word) + 1));
const heads = (word: string): string => word.slice(0, partLength(word));
const middles = (word: string): string => word.slice(partLength(word), 2 * partLength(word));
const tails = (word: string): string => word.slice((maxEdits(word) === 2 ? 2 : 1) * partLength(word));

/** A word of a search. */
export interface QueryWord {
  /** The word, folded. */
  readonly text: string;
  /** Whether words that begin with it match: the user may still be typing the last word. */
  readonly isPrefix: boolean;
  /** The words of the catalog that it may be a misspelling of. */
  readonly near: readonly string[];
}

/** The maximum number of words that a query searches for: each is compared with the words of every dataset. */
export const maxWords = 20;
const maxLength = 1_000;

/** The minimum length at which the last word, a prefix, may also be misspelt. */
const minMisspeltPrefixLength = 6;

/**
 * Parses the words of a query. A dataset must have each of them, within the edit distance of `search()`
 * (docs/contract/explore.md 7). The last word is a prefix, and may be misspelt only when it is long. Similar words are
 * cached for a revision of the catalog. Fails INVALID_INPUT for a text that is too long.
 */
export async function parseQuery(ctx: RequestContext, revision: string, query: string): Promise<readonly QueryWord[]> {
  if (query.length > maxLength) failFields({ query: [`Use ${String(maxLength)} characters at most.`] });
  const texts = [...new Set(wordsOf(query))];
  if (texts.length > maxWords) failFields({ query: [`Use ${String(maxWords)} words at most.`] });
  const isLast = (text: string) => text === texts.at(-1);
  const misspellable = texts.filter((text) => !isLast(text) || text.length >= minMisspeltPrefixLength);
  const near = await readNearWords(ctx, revision, misspellable);
  return texts.map((text) => ({
    text,
    isPrefix: isLast(text),
    // a prefix finds the words that begin with it
    near: [...new Set([...(near.get(text) ?? []), ...inflectionsOf(text)])].filter(
      (word) => !isLast(text) || !word.startsWith(text),
    ),
  }));
}

/** The words near each word, cached for a revision of the catalog. */
async function readNearWords(
  { app, exploreDb, admission }: RequestContext,
  revision: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await app.readCache.getOrRead(
    `words near ${revision} ${words.join(' ')}`,
    () => findNearWords(exploreDb, words),
    admission.callerKind,
  );
  // The cast is safe, because only this function uses keys that begin with `words near`.
  return new Map(found as NearWords);
}

/**
 * The words of a search where no dataset that the caller sees has them: a short last word may be misspelt too. A user who types it may not have reached its end,
 * so words near it are noise where datasets have it. Undefined where a dataset has the words, or no word is near the last.
 */
export async function relaxQuery(
  ctx: RequestContext,
  searcher: Searcher,
  words: readonly QueryWord[],
): Promise<readonly QueryWord[] | undefined> {
  const last = words.at(-1);
  if (!last || maxEdits(last.text) === 0 || last.text.length >= minMisspeltPrefixLength) return undefined;
  const near = (await readNearWords(ctx, searcher.revision, [last.text])).get(last.text) ?? [];
  if (near.length === 0) return undefined;
  const e = sqlText('e');
  const { session } = searcher;
  const found = await readCachedRows(
    ctx,
    searcher,
    sql`select 1 from catalog_entry e where ${sqlAnd(maySeeIfPublished(session, e), hasWords(session, e, words))} limit 1`,
  );
  return found.length > 0
    ? undefined
    : [...words.slice(0, -1), { ...last, near: [...new Set([...last.near, ...near])] }];
}

/** Whether a folded word of a dataset matches a word of the query. */
export const matchesWord = ({ text, isPrefix, near }: QueryWord, word: string): boolean =>
  (isPrefix ? word.startsWith(text) : word === text) || near.includes(word);
