import type { Client } from '#test/support/client.ts';
import { seedCodeEditorPage, seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';

/** Six pages of each kind, `page-0` to `page-5`: drafts and published ones, restricted ones, with rulesets; they use the given datasets. */
export async function seedPages(admin: Client, datasetUids: readonly string[]): Promise<void> {
  const providers = Object.fromEntries(
    ['set-2', 'set-3', 'nowhere', ...datasetUids.slice(0, 6)].map((dataset, index) => [
      `provider ${String(index)}`,
      { dataset_id: dataset },
    ]),
  );
  for (let index = 0; index < 6; index += 1) {
    const common = { slug: `page-${String(index)}`, isRestricted: index % 3 === 2 };
    const state = { isPublished: index !== 3 };
    const uids = [
      await seedStudioPage(
        admin,
        {
          ...common,
          title: `Zürich "${String(index % 2)}" 🌳`,
          description: index % 2 ? '' : '$1',
          content: { dataProviders: index % 2 ? providers : { odd: 1 }, blocks: { a: [1.5, null] } },
        },
        state,
      ),
      await seedCodeEditorPage(
        admin,
        {
          ...common,
          titles: { fr: `Page ${String(index)}`, ...(index % 2 && { en: '</script>' }) },
          content: { html: { fr: '<p>&amp;</p>' }, css: {} },
        },
        state,
      ),
    ];
    for (const uid of index % 3 === 2 ? uids : []) {
      await admin.data(replacePageRuleset, {
        input: {
          uid,
          grantee: { username: 'editor' },
          permissions: index === 2 ? ['edit_page'] : ['explore_restricted_page'],
        },
      });
      await admin.data(replacePageRuleset, {
        input: {
          uid,
          grantee: { groupUid: 'readers' },
          permissions: index === 2 ? ['manage_page', 'explore_restricted_page'] : ['explore_restricted_page'],
        },
      });
    }
  }
}
