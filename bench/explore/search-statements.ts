import type { CeilingStatement } from '../servers/ceiling-statements.ts';

const valuesOf = (value: string): string =>
  `(select json_agg(listed) from (select ${value} as value, count(*) as count from found group by 1 order by 2 desc, 1 limit 100) listed)`;

/** A page of 20 listings, their number and five facets. */
const search = (condition: string): CeilingStatement => ({
  text: `with found as materialized (select dataset_id, title, keyword, theme, publisher, license, language, modified from peer.listing where ${condition})
    select json_build_object('total', (select count(*) from found),
      'datasets', (select json_agg(listed) from (select dataset_id as "datasetId", title, publisher, keyword as keywords, modified
        from found order by modified desc, dataset_id limit 20) listed),
      'facets', json_build_object('theme', ${valuesOf('unnest(theme)')}, 'keyword', ${valuesOf('unnest(keyword)')}, 'publisher', ${valuesOf('publisher')},
        'license', ${valuesOf('license')}, 'language', ${valuesOf('language')}))::text`,
  around: ['{"data":', '}'],
});

/** The searches, by the path they are asked at. */
export const searchStatements: Readonly<Record<string, CeilingStatement>> = {
  everything: search('true'),
  words: search(`words @@ plainto_tsquery('simple', $1)`),
};
