import {
  detail,
  flag,
  folder,
  list,
  mapOf,
  model,
  nonEmptyText,
  oneOf,
  rulesets,
  text,
  time,
  user,
  type Family,
} from '../rules.ts';

const codeEditorPage = model({
  slug: text,
  title: mapOf(text),
  description: text,
  'content*': model({ html: mapOf(text), css: mapOf(text) }),
  template: text,
  tags: list(text),
  has_subdomain_copies: flag,
  is_pushed_by_parent: flag,
  is_restricted: flag,
  is_archived: flag,
  created_by: user,
  updated_by: user,
  updated_at: time,
  created_at: time,
});

const studioPage = model({
  uid: nonEmptyText,
  slug: nonEmptyText,
  public: flag,
  contents: list(
    model({
      version_name: nonEmptyText,
      title: nonEmptyText,
      description: nonEmptyText,
      created_at: time,
      updated_at: time,
      updated_by: user,
    }),
  ),
  first_published_at: time,
  created_at: time,
  updated_at: time,
  created_by: user,
});

const code = '/code_editor_pages/';
const studio = '/studio_pages/';
const action = { status: 200, answer: detail };

export const pages: Family = {
  ...folder(code, 'page_slug', codeEditorPage, {
    sends: ({ datasetId }) => ({
      slug: `page-${datasetId}`,
      title: { en: 'Imprint' },
      content: { html: { en: '<p>We</p>' }, css: { en: '' } },
      template: 'custom.html',
      tags: [],
      is_archived: false,
      created_by: {},
      updated_by: {},
    }),
  }),
  [`DELETE ${code}`]: { status: 200, answer: list(text) },
  [`POST ${code}{page_slug}/archive/`]: action,
  [`POST ${code}{page_slug}/unarchive/`]: action,
  ...rulesets(`${code}{page_slug}/security/`, { created: 200, permission: oneOf('edit_page', 'manage_page') }),
  ...folder(studio, 'studio_page_uid', studioPage, {
    sends: ({ datasetId }) => ({ slug: `page-${datasetId}`, public: false, created_by: {} }),
  }),
  [`POST ${studio}{studio_page_uid}/publish/`]: action,
  [`POST ${studio}{studio_page_uid}/unpublish/`]: action,
  ...rulesets(`${studio}{studio_page_uid}/security/`, { created: 200, permission: oneOf('edit_page') }),
};
