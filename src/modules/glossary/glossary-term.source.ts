import { ID } from 'type-graphql';
import { root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sqlText } from '#kernel/sql.ts';
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

/** The root fields that read the glossary. */
export const glossaryRoots = Object.freeze({
  glossaryTerms: root({
    field: 'glossaryTerms',
    source: glossaryTerms,
    returns: 'page',
    resolverOnlyArguments: ['search'],
  }),
  glossaryTerm: root({
    field: 'glossaryTerm',
    source: glossaryTerms,
    returns: 'one',
    description: 'The term with this uid; null when there is none. Needs no key.',
    keys: { uid: [ID, 'The uid of the term.'] },
  }),
});
