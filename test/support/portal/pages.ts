import type { Client } from '../client.ts';

const made = 'configuration { uid revision }';
export const createStudioPage = `mutation ($input: CreateStudioPageInput!) { createStudioPage(input: $input) { ${made} } }`;
export const createCodeEditorPage = `mutation ($input: CreateCodeEditorPageInput!) { createCodeEditorPage(input: $input) { ${made} } }`;
export const publishPage = `mutation ($input: PageActionInput!) { publishPage(input: $input) { ${made} } }`;
export const replacePageRuleset = `mutation ($input: ReplacePageRulesetInput!) { replacePageRuleset(input: $input) { configuration { rulesets { nodes { user { username } group { uid } permissions } } } } }`;

/** A studio page made by a caller, published by default; returns its uid. */
export const seedStudioPage = async (client: Client, input: object, { isPublished = true } = {}): Promise<string> =>
  published(
    client,
    (await client.data(createStudioPage, { input: { title: 'A page', ...input } })).createStudioPage.configuration.uid,
    isPublished,
  );

/** A code editor page made by a caller, published by default; returns its uid. */
export const seedCodeEditorPage = async (client: Client, input: object, { isPublished = true } = {}): Promise<string> =>
  published(
    client,
    (await client.data(createCodeEditorPage, { input: { titles: { en: 'A page' }, ...input } })).createCodeEditorPage
      .configuration.uid,
    isPublished,
  );

async function published(client: Client, uid: string, isPublished: boolean): Promise<string> {
  if (isPublished) await client.data(publishPage, { input: { uid } });
  return uid;
}
