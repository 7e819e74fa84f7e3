import { type Address, formPath } from '../address.ts';
import { FormsPageDocument, type FormsPageQuery } from '../generated/operations.ts';
import { useLanguage } from '../page-context.ts';
import { excerptOf } from '../rich-text.tsx';
import { Link } from '../shell.tsx';
import type { View } from '../view.tsx';
import { Pagination } from './view-parts.tsx';

type At = Extract<Address, { view: 'forms' }>;
type Forms = NonNullable<FormsPageQuery['forms']>;

const pageSize = 10;
const pathOf = (page: number): string => (page === 1 ? '/forms' : `/forms?page=${page}`);

/** The forms that the visitor may fill in now. */
export const formsView: View<At, Forms> = {
  async load({ reader, signal }, { page }) {
    const variables = { first: pageSize, offset: (page - 1) * pageSize };
    const { data } = await reader.read(FormsPageDocument, variables, signal);
    return data.forms ?? { totalCount: 0, nodes: [] };
  },
  head: (_forms, { language }, { page }) => ({ title: language.t('forms'), canonicalPath: pathOf(page) }),
  Body: Forms,
};

function Forms({ data: { nodes, totalCount }, address: { page } }: { readonly data: Forms; readonly address: At }) {
  const { t } = useLanguage();
  return (
    <div class="narrow">
      <h1 tabIndex={-1}>{t('forms')}</h1>
      {nodes.length > 0 ? (
        <ul class="result-list">
          {nodes.map((form) => (
            <li key={form.slug}>
              <FormSummary form={form} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{t('noForms')}</p>
      )}
      <Pagination page={page} pages={Math.ceil(totalCount / pageSize)} pathOf={pathOf} />
    </div>
  );
}

const FormSummary = ({ form }: { readonly form: Forms['nodes'][number] }) => (
  <article class="result" lang={form.defaultLanguage}>
    <h2 dir="auto">
      <Link to={formPath(form.slug)}>{form.title}</Link>
    </h2>
    {form.description !== '' && (
      <p class="excerpt" dir="auto">
        {excerptOf(form.description)}
      </p>
    )}
  </article>
);
