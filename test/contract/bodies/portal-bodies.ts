import { names, type Shape } from './shapes.ts';

const page = names('slug', 'uid', 'title', 'description', 'updated_at');
const codePage = { ...names('slug', 'title'), content: names('html', 'css'), ...names('updated_at') };
const block = {
  ...names(
    'field_id',
    'type',
    'label',
    'placeholder',
    'help_text',
    'required',
    'unique',
    'conditions_action',
    'conditions_match',
  ),
  conditions: names('field_id', 'operator', 'value'),
  ...names('text?', 'number?', 'contact?', 'choice?', 'advanced_choice?', 'date_time?'),
};
const form = {
  ...names('slug', 'version', 'title', 'description', 'default_language', 'other_languages'),
  sections: { ...names('title'), blocks: block },
  ...names('enable_recaptcha'),
  ending: names('message?', 'page?', 'url?'),
  ...names('access_type', 'enable_frontoffice_submission_edition'),
};

/** The shapes of the portal's bodies, null for an open map; the first pattern that matches the name of the operation counts. */
export const portalAnswers: readonly (readonly [RegExp, Shape | null])[] = [
  [/^List studio pages$/, names('slug', 'uid', 'title', 'updated_at', 'is_restricted')],
  [/^Retrieve studio page$/, { ...page, content: names('data_providers', 'blocks', 'layouts', 'filters') }],
  [/^List code editor pages$/, names('slug', 'title', 'updated_at', 'is_restricted')],
  [/^Retrieve code editor page/, codePage],
  [/^Retrieve form$/, form],
  [/quota$/, names('is_submissions_quota_reached')],
  [/^Submit /, names('is_valid', 'errors')],
  [/^Retrieve submission$/, null],
  [/glossary terms?$/, names('uid', 'name', 'aliases', 'description')],
  [/asset$/, { ...names('relation_type'), asset: names('uid', 'title', 'asset_type') }],
  [/providers$/, names('provider_type', 'provider_name', 'login_link', 'login_link_label', 'is_default_login')],
];
