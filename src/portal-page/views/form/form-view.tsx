import { type Address, formPath } from '#portal-page/address.ts';
import { FormPageDocument } from '#portal-page/generated/operations.ts';
import { type Page, usePage } from '#portal-page/page-context.ts';
import { excerptOf, RichText } from '#portal-page/rich-text.tsx';
import type { View } from '#portal-page/view.tsx';
import { MadePart } from '../view-parts.tsx';
import { formElement } from './form-element.ts';
import type { Form } from './text-answers.ts';

type At = Extract<Address, { view: 'form' }>;

/** A form of the portal, which can be filled in and sent where it accepts answers. */
export const formView: View<At, Form> = {
  load: async ({ reader, signal }, { slug }) =>
    (await reader.read(FormPageDocument, { slug }, signal)).data.form ?? undefined,
  head: ({ title, description, slug }) => ({
    title,
    description: excerptOf(description, 300),
    canonicalPath: formPath(slug),
  }),
  Body: FormPage,
};

function FormPage({ data: form }: { readonly data: Form }) {
  const page = usePage();
  const obstacle = obstacleOf(page, form);
  const { browser, language } = page;
  return (
    <div class="narrow" lang={form.defaultLanguage}>
      <h1 tabIndex={-1} dir="auto">
        {form.title}
      </h1>
      {form.description !== '' && (
        <div class="prose" dir="auto">
          <RichText html={form.description} />
        </div>
      )}
      {obstacle === undefined ? (
        <MadePart
          key={form.slug}
          make={(signal) => (browser ? [formElement({ portal: { ...browser, language }, signal }, form)] : [])}
        />
      ) : (
        <p class="note">{obstacle}</p>
      )}
    </div>
  );
}

/** Why a form cannot be sent from here; undefined where it can. */
function obstacleOf({ language: { t }, browser }: Page, { quota, accessType, isRecaptchaEnabled }: Form) {
  if (quota.isReached) return t('formFull');
  if (accessType !== 'open' && browser?.keys.read() === undefined) return t('formNeedsKey');
  return isRecaptchaEnabled ? t('formNeedsRecaptcha') : undefined;
}
