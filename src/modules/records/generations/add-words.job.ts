import type { JobHandler } from '../../../api/catalog-module.ts';
import { sql } from '../../../kernel/sql.ts';
import { addWords } from './add-words.ts';

/** Adds the words of the records to the tables that earlier versions created. */
export const addWordsJob: JobHandler = {
  queue: 'records_words',
  everySeconds: 60,
  async run(ctx, { signal }) {
    const found = await ctx.db.rows<{ id: string }>(sql`
      select g.id from generation g join dataset d on d.generation = g.id where g.words <> 'complete' order by g.id`);
    for (const { id } of found) await addWords(ctx, Number(id), signal);
  },
};
