import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { safeName } from '../files/safe-name.ts';
import type { Move } from './move.ts';
import { readRulesets } from './read-rulesets.ts';
import {
  remoteCodePage,
  remoteGroup,
  remoteImage,
  remoteStudioContent,
  remoteStudioPage,
  type RemoteTemplate,
  remoteTemplate,
  remoteTerms,
  visibleCodePage,
} from './remote-objects.ts';
import { RemoteRefusal } from './remote-portal.ts';

/** The templates that administrators of another portal made, and those of every portal that are out of use there. */
export async function* readTemplates({ remote, counterparts, report }: Move): AsyncGenerator<JsonObject> {
  for (const template of await remote.all('/metadata/templates/', remoteTemplate)) {
    const { name, title, type, is_active: isActive, schema } = template;
    if (counterparts.standardTemplates.has(name)) {
      if (!isActive) yield { name, isActive };
    } else if (type === 'basic' || type === 'admin')
      yield { name, title, type, isActive, schema: schema.map(writeTemplateField) };
    else report.lose('templates', name, `there is no template of this name here, and none of the type ${type} is made`);
  }
}

const writeTemplateField = (field: RemoteTemplate['schema'][number]): JsonObject => ({
  name: field.name,
  type: field.type,
  label: field.label ?? field.name,
  helpText: field.help_text ?? '',
  requirementLevel: field.requirement_level ?? 'optional',
  ...(field.choices && field.choices.length > 0 && { choices: field.choices }),
  ...(field.labels && { labels: field.labels }),
  hasSelfSuggestions: field.self_suggest ?? false,
  isFilter: field.is_filter ?? false,
  isTranslated: field.i18n ?? false,
});

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
  for (const page of await remote.all('/code_editor_pages/', remoteCodePage)) {
    const path = `/code_editor_pages/${encodeURIComponent(page.slug)}`;
    yield {
      ...writeCodePage(page),
      ...(await readPublication(move, page)),
      rulesets: await readPageRulesets(move, path, page.slug),
    };
  }
  for (const { uid, slug, public: isPublic, contents } of await remote.all('/studio_pages/', remoteStudioPage)) {
    if (contents.every(({ version_name }) => version_name !== 'published')) {
      report.lose('pages', slug, 'it is a draft, whose content the API does not have. Publish it there, or copy it');
      continue;
    }
    if (isDraftAhead(contents))
      report.leave(`pages/${slug}`, 'its draft is ahead, which the API does not have: what is published is carried');
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
      rulesets: await readPageRulesets(move, `/studio_pages/${encodeURIComponent(uid)}`, slug),
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

type RemotePage = z.output<typeof remoteCodePage>;

/**
 * Whether visitors see a code editor page, and as it is: another Catalograph has drafts. One that cannot be read as they see it arrives as a
 * draft, so that nothing becomes visible here that was not there.
 */
async function readPublication({ remote, report }: Move, page: RemotePage): Promise<JsonObject> {
  // nobody sees it
  if (page.is_archived) return {};
  try {
    const path = `/code_editor_pages/${encodeURIComponent(page.slug)}/`;
    const translations = translationsOf(page.slug, await remote.read(path, visibleCodePage, 'portal'));
    if (isDeepStrictEqual(translations, translationsOf(page.slug, page))) return {};
    return { publication: 'earlier', published: { translations } };
  } catch (error) {
    if (!(error instanceof RemoteRefusal) || error.status === 401) throw error;
    const reason = error.status === 404 ? 'visitors do not see it there' : error.message;
    report.leave(`pages/${page.slug}`, `it arrives as a draft: ${reason}`);
    return { publication: 'none' };
  }
}

/** Whether a studio page was changed after its publication. */
function isDraftAhead(contents: z.output<typeof remoteStudioPage>['contents']): boolean {
  const [draft, published] = ['draft', 'published'].map((name) => contents.find((each) => each.version_name === name));
  if (!draft || !published) return false;
  return draft.title !== published.title || Date.parse(draft.updated_at ?? '') > Date.parse(published.updated_at ?? '');
}

/** Who sees a restricted page, and who edits it. A ruleset of no permission lets see the page. */
const readPageRulesets = (move: Move, path: string, slug: string): Promise<JsonObject[]> =>
  readRulesets(move, { path, of: `pages/${slug}` }, ({ permissions }) => ({
    permissions: permissions.length === 0 ? ['explore_restricted_page'] : permissions.toSorted(),
  }));

/** Where the images of a portal are. */
const imagePath = /^\/assets\/theme_image\/([^/?#]+)$/;

/** The images for pages, by their names. Their bytes are read by `downloadImage`. */
export async function* readImages({ remote, report }: Move): AsyncGenerator<JsonObject> {
  for (const { url } of await remote.all('/medias/images/', remoteImage)) {
    const name = imagePath.exec(url)?.[1];
    if (name === undefined) report.lose('images', url, 'its address is none of an image of that portal');
    else yield { name: decodeURIComponent(name) };
  }
}

/** Writes the bytes of an image into the folder of its file. */
export const downloadImage = ({ remote }: Move, name: string, folder: string): Promise<void> =>
  remote.downloadAt(`/assets/theme_image/${encodeURIComponent(name)}`, join(folder, 'files', safeName(name)));

function writeCodePage(page: RemotePage): JsonObject {
  const { slug, description, tags, template, is_restricted: isRestricted } = page;
  return {
    kind: 'code',
    slug,
    publication: 'current',
    isRestricted,
    isArchived: page.is_archived,
    description: description ?? '',
    tags: tags ?? [],
    template: template ?? 'custom.html',
    translations: translationsOf(slug, page),
  };
}

function translationsOf(slug: string, { title, content }: Pick<RemotePage, 'title' | 'content'>): JsonObject[] {
  const texts = { title: title ?? {}, html: content.html ?? {}, css: content.css ?? {} };
  const languages = new Set(Object.values(texts).flatMap(Object.keys));
  return [...languages].toSorted().map((language) => ({
    language,
    title: texts.title[language] ?? slug,
    html: texts.html[language] ?? '',
    css: texts.css[language] ?? '',
  }));
}
