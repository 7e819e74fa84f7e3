import type { RequestContext } from '../../api/context.ts';
import type { Section } from '../../engine/blocks/block.ts';
import { sql } from '../../kernel/sql.ts';

/** Remembers which datasets a form offers as options, and no others than those in the sections. */
export async function rememberOptions(
  { db }: RequestContext,
  slug: string,
  sections: readonly Section[],
): Promise<void> {
  const datasets = new Set(
    sections.flatMap(({ blocks }) =>
      blocks.flatMap(({ advancedChoice }) => (advancedChoice ? [advancedChoice.datasetUid] : [])),
    ),
  );
  await db.rows(sql`delete from form_option_dataset where form_slug = ${slug}`);
  await db.rows(
    sql`insert into form_option_dataset (form_slug, dataset_uid) select ${slug}::text, unnest(${[...datasets]}::text[])`,
  );
}
