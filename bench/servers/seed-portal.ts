import { ask } from './server.ts';
import type { Gateway } from './start-gateway.ts';

/** The slugs of the page and of the form that visitors open. */
export const benchPage = 'bench-page';
export const benchForm = 'bench-form';

const paragraph = '<p>What the city measures, street by street, and what it means for those who live there.</p>';
const page = {
  slug: benchPage,
  translations: [
    { language: 'en', title: 'A page', html: paragraph.repeat(40), css: 'p { margin: 0 }' },
    { language: 'fr', title: 'Une page', html: paragraph.repeat(40) },
  ],
};
const form = {
  slug: benchForm,
  title: 'A form',
  accessType: 'open',
  isModerated: false,
  sections: [
    {
      title: 'You and the place',
      blocks: [
        { fieldId: 'name', type: 'text', label: 'Your name', isRequired: true },
        { fieldId: 'state', type: 'choice', label: 'How is it?', choice: { options: ['fine', 'broken'] } },
        { fieldId: 'size', type: 'number', label: 'How large is it?' },
      ],
    },
  ],
};

/** Publishes a page and a form, and lets the portal show relations. */
export async function seedPortal(gateway: Gateway): Promise<void> {
  const change = async (field: string, type: string, input: object, selection: string): Promise<unknown> => {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
    return ask(gateway, { path: '/graphql', body: { query, variables: { input } } });
  };
  await change('updatePortalSettings', 'UpdatePortalSettingsInput', { isMarketplaceEnabled: true }, '__typename');
  await change('createForm', 'CreateFormInput', form, '__typename');
  await change('publishForm', 'FormActionInput', { slug: benchForm }, '__typename');
  const created = (await change(
    'createCodeEditorPage',
    'CreateCodeEditorPageInput',
    page,
    'configuration { uid }',
  )) as {
    data: { createCodeEditorPage: { configuration: { uid: string } } };
  };
  await change(
    'publishPage',
    'PageActionInput',
    { uid: created.data.createCodeEditorPage.configuration.uid },
    '__typename',
  );
}
