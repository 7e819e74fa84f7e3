import type { SuggestMetadataTemplateValuesQuery } from '#rest/generated/operations.ts';
import { fail } from '#kernel/fail.ts';
import { composeObject, propertyAt, requiredProperty } from '#rest/responders/body-mapping.ts';
import { type Responder, valueAt } from '#rest/responders/responders.ts';

type Template = NonNullable<SuggestMetadataTemplateValuesQuery['metadataTemplate']>;
type Found = NonNullable<NonNullable<Template['field']>['suggestions']>;

const path = 'metadataTemplate.field.suggestions';

const number = requiredProperty({ kind: 'number' });
const text = requiredProperty({ kind: 'text' });

/** The suggestions for a metadata field, with the members of a page of a search engine (docs/contract/administration.md 9). */
export const suggestions: Responder<SuggestMetadataTemplateValuesQuery> = {
  respond({ data }, { query: { query = '', count = '20' } }) {
    const { hits, nb_hits, exhaustive_nb_hits, exhaustive_typo, processing_time_ms } =
      valueAt<SuggestMetadataTemplateValuesQuery, Found>(data, path) ?? fail('NOT_FOUND');
    const params = new URLSearchParams({ query: String(query), count: String(count) }).toString();
    return {
      status: 200,
      body: {
        ...{ hits, nb_hits, page: 0, hits_per_page: Number(count), exhaustive_nb_hits, exhaustive_typo },
        exhaustive: { nb_hits: exhaustive_nb_hits, typo: exhaustive_typo },
        ...{ query, params, processing_time_ms },
      },
    };
  },
  describe(data) {
    const property = (name: string) => propertyAt(data, `${path}.${name}`);
    const exhaustive = composeObject('ExhaustiveSuggestions', {
      nb_hits: property('exhaustive_nb_hits'),
      typo: property('exhaustive_typo'),
    });
    const json = composeObject('MetadataSuggestions', {
      ...{ hits: property('hits'), nb_hits: property('nb_hits'), page: number, hits_per_page: number },
      exhaustive_nb_hits: property('exhaustive_nb_hits'),
      exhaustive_typo: property('exhaustive_typo'),
      exhaustive: requiredProperty(exhaustive),
      ...{ query: text, params: text, processing_time_ms: property('processing_time_ms') },
    });
    return { status: 200, hasETag: false, content: { json } };
  },
};
