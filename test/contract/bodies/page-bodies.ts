import { names, type Shape } from './shapes.ts';

const user = names('username');

/** The shapes of the pages of the administration; the first pattern that matches the name of the operation counts. */
export const pageAnswers: readonly (readonly [RegExp, Shape | null])[] = [
  [/^(Archive|Unarchive|Publish|Unpublish) /, names('detail')],
  [/^Delete code editor pages$/, null],
  [/user rulesets?$/, { user, permissions: null }],
  [/group rulesets?$/, { group: names('uid'), permissions: null }],
  [
    /code editor pages?$/,
    {
      ...names('slug', 'title', 'description'),
      content: names('html', 'css'),
      ...names('template', 'tags', 'is_restricted', 'is_archived', 'has_subdomain_copies', 'is_pushed_by_parent'),
      created_by: user,
      updated_by: user,
      ...names('created_at', 'updated_at'),
    },
  ],
  [
    /studio pages?$/,
    {
      ...names('uid', 'slug', 'public'),
      contents: {
        ...names('version_name', 'title', 'description?', 'created_at', 'updated_at'),
        updated_by: user,
      },
      ...names('first_published_at?', 'created_at', 'updated_at'),
      created_by: user,
    },
  ],
];
