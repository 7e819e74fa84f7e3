import { ID } from 'type-graphql';
import { listCriteria } from '#api/reading/declare-list.ts';
import { root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { normalizeSearchText } from './glossary-term.rules.ts';
import { GlossaryTerm } from './glossary-term.type.ts';

/** Terms by name, ties by uid (docs/contract/rest.md 4, Orders). The glossary is public. */
export const glossaryTerms = source(GlossaryTerm, {
  table: 'glossary_term',
  key: 'uid',
  order: {
    by: [
      { column: 'search_name', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: () => sqlText('true'),
});

/** The number of characters of a text in which terms are found. */
const maxTextLength = 10_000;

/** How people find a term. */
export const glossaryList = listCriteria({
  source: glossaryTerms,
  name: 'GlossaryTerm',
  items: 'terms',
  filter: {
    text: {
      type: () => String,
      description: 'The name or a synonym contains this text, ignoring case and accents.',
      parse: (text) => [normalizeSearchText(text)],
      where: (texts, term) => sql`(strpos(${term}.search_name, (${texts}::text[])[1]) > 0
        or exists (select from unnest(${term}.search_aliases) alias where strpos(alias, (${texts}::text[])[1]) > 0))`,
    },
    occursIn: {
      type: () => String,
      description:
        'The name or a synonym occurs in this text, ignoring case and accents; the first 10,000 characters of it count.',
      parse: (text) => [normalizeSearchText(text.slice(0, maxTextLength))],
      where: (texts, term) => sql`(strpos((${texts}::text[])[1], ${term}.search_name) > 0
        or exists (select from unnest(${term}.search_aliases) alias where strpos((${texts}::text[])[1], alias) > 0))`,
    },
  },
  orders: { NAME: { column: 'search_name', type: 'text', description: 'The name, ignoring case and accents.' } },
});

/** The root fields that read the glossary. */
export const glossaryRoots = Object.freeze({
  glossaryTerms: root({
    field: 'glossaryTerms',
    source: glossaryTerms,
    returns: 'page',
    // plans do not rank
    resolverOnlyArguments: ['filter.text'],
    list: glossaryList,
  }),
  glossaryTerm: root({
    field: 'glossaryTerm',
    source: glossaryTerms,
    returns: 'one',
    description: 'The term with this uid; null when there is none. Needs no key.',
    keys: { uid: [ID, 'The uid of the term.'] },
  }),
});
