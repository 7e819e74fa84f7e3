import type { Session } from '../../../api/session/session.ts';
import { sql, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import { showsAllFields, visibleFields } from '../../access/index.ts';
import { featuresOf } from '../../datasets/index.ts';

/** A field that the catalog is narrowed by. */
export interface FacetField {
  readonly name: string;
  /** The value of an entry, a text or text[]; a date as `2026/01/31`. */
  readonly value: (entry: Sql, session: Session) => Sql;
  readonly isList: boolean;
  /** Whether its levels are years, months and days. */
  readonly isDate: boolean;
  readonly isDisjunctive: boolean;
}

const column = (name: string) => (entry: Sql) => sql`${entry}.${sqlName(name)}`;
const text = (name: string, from = name): FacetField => ({
  name,
  value: column(from),
  isList: false,
  isDate: false,
  isDisjunctive: false,
});
const list = (name: string, isDisjunctive: boolean): FacetField => ({ ...text(name), isList: true, isDisjunctive });
const date = (name: string, day: (entry: Sql) => Sql): FacetField => ({
  ...text(name),
  value: (entry) => sql`to_char(${day(entry)}, 'YYYY/MM/DD')`,
  isDate: true,
});

/** A feature may depend on fields, of which a caller may see some only. */
const visibleFeatures = (entry: Sql, session: Session): Sql => {
  const d = sqlText('d');
  return sql`case when ${showsAllFields(session, entry)} then ${entry}.features
    else (select ${featuresOf(d, visibleFields(session, d, sql`d.published_fields`))} from dataset d where d.uid = ${entry}.uid) end`;
};

/** The facets of the catalog, in the order in which it shows them (docs/contract/explore.md 10). */
export const facetFields: readonly FacetField[] = [
  { ...list('features', false), value: visibleFeatures },
  list('theme', true),
  list('keyword', true),
  text('publisher'),
  date('modified', (entry) => sql`${entry}.modified at time zone 'UTC'`),
  text('language'),
  text('license'),
  list('territory', false),
  text('dcat.creator', 'dcat_creator'),
  text('dcat.contributor', 'dcat_contributor'),
  text('dcat.accrualperiodicity', 'dcat_accrualperiodicity'),
  date('dcat.issued', column('dcat_issued')),
  date('dcat.created', column('dcat_created')),
];

/** The facet with a name; the templates `default` and `dcat` may be left out. */
export const findFacetField = (name: string): FacetField | undefined =>
  facetFields.find((field) => [field.name, `default.${field.name}`, field.name.replace('dcat.', '')].includes(name));
