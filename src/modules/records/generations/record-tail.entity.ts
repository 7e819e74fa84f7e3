import { defineEntity, p } from '@mikro-orm/core';
import { GenerationEntity } from './generation.entity.ts';

/**
 * A record that was pushed to a generation, after those of its file. A job folds the records of a tail into a new file, and removes them some
 * time later. They are dropped with their generation.
 */
const schema = defineEntity({
  name: 'RecordTail',
  tableName: 'record_tail',
  properties: {
    generation: () => p.manyToOne(GenerationEntity).primary().joinColumn('generation').deleteRule('cascade'),
    position: p.bigint('number').primary(),
    /** The identifier: 20 bytes. */
    id: p.blob(),
    /** The number of columns of the line; the generation may have more. */
    columnCount: p.integer(),
    /** The line that the column engine reads, without its end. */
    line: p.text(),
    madeAt: p.datetime(),
  },
  uniques: [{ properties: ['generation', 'id'] }],
});
export class RecordTailEntity extends schema.class {}
schema.setClass(RecordTailEntity);
