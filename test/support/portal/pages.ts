import type { Client } from '../client.ts';

const selected = 'configuration { uid revision }';
export const createStudioPage = `mutation ($input: CreateStudioPageInput!) { createStudioPage(input: $input) { ${selected} } }`;
export const createCodeEditorPage = `mutation ($input: CreateCodeEditorPageInput!) { createCodeEditorPage(input: $input) { ${selected} } }`;
export const publishPage = `mutation ($input: PageActionInput!) { publishPage(input: $input) { ${selected} } }`;
export const replacePageRuleset = `mutation ($input: ReplacePageRulesetInput!) { replacePageRuleset(input: $input) { configuration { rulesets { nodes { user { username } group { uid } permissions } } } } }`;

/** A studio page made by a caller, published by default; returns its uid. */
export const seedStudioPage = async (client: Client, input: object, { isPublished = true } = {}): Promise<string> =>
  published(
    client,
    (await client.data(createStudioPage, { input: { title: 'A page', ...input } })).createStudioPage.configuration.uid,
    isPublished,
  );

type Texts = Readonly<Record<string, string>>;

/** A code editor page by its texts in each language. */
interface SeededPage {
  readonly titles?: Texts;
  readonly content?: { readonly html?: Texts; readonly css?: Texts };
}

/** The translations of a code editor page by its texts. */
export const translationsOf = ({ titles = { en: 'A page' }, content = {} }: SeededPage) =>
  Object.entries(titles).map(([language, title]) => ({
    ...{ language, title },
    ...{ html: content.html?.[language], css: content.css?.[language] },
  }));

/** A code editor page made by a caller, published by default; returns its uid. */
export async function seedCodeEditorPage(
  client: Client,
  { titles, content, ...others }: SeededPage & { readonly slug?: string; readonly isRestricted?: boolean } = {},
  { isPublished = true } = {},
): Promise<string> {
  const input = { ...others, translations: translationsOf({ ...(titles && { titles }), ...(content && { content }) }) };
  const { createCodeEditorPage: made } = await client.data(createCodeEditorPage, { input });
  return published(client, made.configuration.uid, isPublished);
}

async function published(client: Client, uid: string, isPublished: boolean): Promise<string> {
  if (isPublished) await client.data(publishPage, { input: { uid } });
  return uid;
}
