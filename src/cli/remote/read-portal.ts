import { type z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import type { Move } from './read-dataset.ts';
import { remoteCodePage, remoteGroup, remoteStudioContent, remoteStudioPage, remoteTerms } from './remote-objects.ts';

/** The groups of another portal, without their members. */
export async function* readGroups({ remote }: Move): AsyncGenerator<JsonObject> {
  for (const { uid, title, description, permissions, explore_limits } of await remote.all('/groups/', remoteGroup))
    yield {
      uid,
      title,
      description: description ?? '',
      permissions: permissions.map((name) => (name === 'edit_domain' ? 'administer' : name)).toSorted(),
      exploreLimits: { apiCalls: explore_limits?.api_calls ?? null },
    };
}

/** The terms of the glossary. */
export async function* readTerms({ remote }: Move): AsyncGenerator<JsonObject> {
  for (const { name, description, aliases } of await remote.read('/glossary/', remoteTerms, 'portal'))
    yield { name, description: description ?? '', aliases: aliases ?? [] };
}

/** The pages of both kinds. The API of studio pages has the content of what is published alone. */
export async function* readPages(move: Move): AsyncGenerator<JsonObject> {
  const { remote, report } = move;
  for (const page of await remote.all('/code_editor_pages/', remoteCodePage))
    if (page.is_archived) report.lose('pages', page.slug, 'it is archived');
    else yield writeCodePage(page);
  for (const { slug, public: isPublic, contents } of await remote.all('/studio_pages/', remoteStudioPage)) {
    if (contents.every(({ version_name }) => version_name !== 'published')) {
      report.lose('pages', slug, 'it is a draft, whose content the API does not have. Publish it there, or copy it');
      continue;
    }
    const { title, description, content } = await remote.read(
      `/studio_pages/${encodeURIComponent(slug)}/`,
      remoteStudioContent,
      'portal',
    );
    yield {
      kind: 'studio',
      slug,
      publication: 'current',
      isRestricted: !isPublic,
      description: description ?? '',
      title,
      content: {
        blocks: content.blocks ?? {},
        dataProviders: content.data_providers ?? {},
        filters: content.filters ?? {},
        layouts: content.layouts ?? {},
      },
    };
  }
}

function writeCodePage(page: z.output<typeof remoteCodePage>): JsonObject {
  const { slug, title, content, description, tags, template, is_restricted: isRestricted } = page;
  const texts = { title: title ?? {}, html: content.html ?? {}, css: content.css ?? {} };
  const languages = new Set(Object.values(texts).flatMap(Object.keys));
  return {
    kind: 'code',
    slug,
    publication: 'current',
    isRestricted,
    description: description ?? '',
    tags: tags ?? [],
    template: template ?? 'custom.html',
    translations: [...languages].toSorted().map((language) => ({
      language,
      title: texts.title[language] ?? slug,
      html: texts.html[language] ?? '',
      css: texts.css[language] ?? '',
    })),
  };
}
