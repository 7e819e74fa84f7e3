import { defineEntity, p } from '@mikro-orm/core';

/** A term of the glossary and its definition. */
const schema = defineEntity({
  name: 'GlossaryTerm',
  tableName: 'glossary_term',
  properties: {
    uid: p.string().primary(),
    name: p.text(),
    aliases: p.array().$type<string[]>().columnType('text[]'),
    description: p.text(),
    /** How often the term was changed. */
    revision: p.integer().default(1),
    /** The name normalized by `normalizeSearchText`; also the sort key. */
    searchName: p.text(),
    /** The aliases normalized by `normalizeSearchText`. */
    searchAliases: p.array().$type<string[]>().columnType('text[]'),
  },
  indexes: [{ properties: ['searchName', 'uid'] }],
});
export class GlossaryTermEntity extends schema.class {}
schema.setClass(GlossaryTermEntity);
