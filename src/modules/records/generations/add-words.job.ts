import type { JobHandler } from '../../../api/catalog-module.ts';
import { sql } from '../../../kernel/sql.ts';
import { addWords } from './add-words.ts';

/** Gives the tables of earlier versions the words of their records. */
export const addWordsJob: JobHandler = {
  queue: 'records_words',
  everySeconds: 60,
  async run(ctx, { signal }) {
    const found = await ctx.db.rows<{ id: string }>(sql`
      select g.id from generation g join dataset d on d.generation = g.id where g.words <> 'complete' order by g.id`);
    for (const { id } of found) await addWords(ctx, Number(id), signal);
  },
};
