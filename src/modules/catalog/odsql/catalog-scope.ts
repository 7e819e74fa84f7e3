import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session.ts';
import type { Language } from '#engine/odsql/scope.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { searchedProperties } from '../entry/entry-columns.ts';
import { mayHaveWords, relevanceOfWords } from '../words/search-words.ts';
import { catalogFields, isComputedFromFields, namesOfFields, templateField } from './catalog-fields.ts';

/** Alternative names of fields. */
const fieldAliases: Readonly<Record<string, string>> = { datasetid: 'dataset_id' };

/** How often a query may name metadata whose values are computed for every dataset and each time. */
const maxComputed = 20;

/**
 * The fields that queries over the catalog can name, read from the entry `e`. A query may leave out the prefix of
 * `default.title` or `dcat.creator`.
 */
export function catalogScope(
  { app, session }: { readonly app: Pick<Platform, 'clock'>; readonly session: Session },
  { timezone, language }: { readonly timezone: string; readonly language: Language },
): SqlScope {
  const fields = catalogFields(session);
  const byName = new Map<string, SqlField>([
    ...fields.map((field) => [field.name.replace(/^dcat\./, ''), field] as const),
    ...fields.map((field) => [field.name, field] as const),
  ]);
  let computed = 0;
  const find = (name: string): SqlField | undefined => {
    const field =
      byName.get(fieldAliases[name] ?? name) ??
      (name.startsWith('default.') ? byName.get(name.slice('default.'.length)) : templateField(name));
    if (field && isComputedFromFields(field) && ++computed > maxComputed)
      fail('QUERY_TOO_COMPLEX', {
        found: computed,
        measure: 'uses of metadata that name fields of the records',
        limit: maxComputed,
        advice: 'Compare them with fewer values.',
      });
    return field;
  };
  return {
    fields,
    searched: [...searchedProperties.flatMap((place) => byName.get(place) ?? []), namesOfFields(session)],
    find,
    timezone,
    language,
    now: app.clock.now(),
    position: sql`e.dataset_id`,
    words: {
      isRanked: true,
      relevance: (words) => relevanceOfWords(sql`e`, words),
      candidates: (words) => mayHaveWords(sql`e`, words),
    },
  };
}
