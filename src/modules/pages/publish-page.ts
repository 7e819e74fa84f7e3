import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { changePage } from './change-page.ts';
import type { PageActionInput } from './page.inputs.ts';
import type { PageEntity } from './page.entity.ts';
import { findNamedDatasets, completeContent } from './studio/studio-page.rules.ts';

/** Publishes the current draft of a page and returns its uid. Fails as `changePage` does. */
export const publishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'publishPage', right: 'edit' }, async (tx, page) => {
    Object.assign(page, {
      publishedTitle: page.title,
      publishedTitles: page.titles,
      publishedDescription: page.description,
      publishedContent: page.content,
      publishedAt: page.updatedAt,
    });
    await deleteProviders(tx, page.uid);
    await storeProviders(tx, page);
  });

/** Unpublishes a page, whose draft stays, and returns its uid. Fails as `changePage` does. */
export const unpublishPage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'unpublishPage', right: 'edit' }, async (tx, page) => {
    Object.assign(page, {
      publishedTitle: null,
      publishedTitles: null,
      publishedDescription: null,
      publishedContent: null,
      publishedAt: null,
    });
    await deleteProviders(tx, page.uid);
  });

const deleteProviders = ({ db }: RequestContext, uid: string): Promise<unknown> =>
  db.rows(sql`delete from data_provider where page_uid = ${uid}`);

async function storeProviders({ db }: RequestContext, { uid, kind, content }: PageEntity): Promise<void> {
  if (kind !== 'studio_page') return;
  await db.rows(sql`
    insert into data_provider (page_uid, name, dataset)
    select ${uid}::text, name, dataset from jsonb_to_recordset(${JSON.stringify(findNamedDatasets(completeContent(content)))}::jsonb) p(name text, dataset text)`);
}

/** Deletes a page with its rulesets, published or not, and returns its uid. Fails as `changePage` does. */
export const deletePage = (ctx: RequestContext, input: PageActionInput): Promise<string> =>
  changePage(ctx, input, { action: 'deletePage', right: 'edit' }, ({ em }, page) => {
    em.remove(page);
  });
