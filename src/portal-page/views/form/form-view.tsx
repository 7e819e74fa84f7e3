import { useEffect, useRef, useState } from 'preact/hooks';
import { SignInLinks } from '#portal-page/account-menu.tsx';
import { type Address, formPath } from '#portal-page/address.ts';
import { FormPageDocument } from '#portal-page/generated/operations.ts';
import { isIdentified, type Page, usePage } from '#portal-page/page-context.ts';
import { excerptOf, RichText } from '#portal-page/rich-text.tsx';
import { Link } from '#portal-page/shell.tsx';
import type { View } from '#portal-page/view.tsx';
import type { Form } from './entered.ts';
import { FormFields } from './form-fields.tsx';

type At = Extract<Address, { view: 'form' }>;

/** A form of the portal, which can be filled in and sent where it accepts answers. */
export const formView: View<At, Form> = {
  async load({ reader, signal }, { slug }) {
    const { form, portalSettings } = (await reader.read(FormPageDocument, { slug }, signal)).data;
    return form ? { ...form, isPlaceSearchEnabled: portalSettings.isPlaceSearchEnabled } : undefined;
  },
  head: ({ title, description, slug }, { language: { t } }) => ({
    title,
    description: excerptOf(description, 300),
    canonicalPath: formPath(slug),
    trail: [
      { name: t('forms'), path: '/forms' },
      { name: title, path: formPath(slug) },
    ],
  }),
  Body: FormPage,
};

function FormPage({ data: form }: { readonly data: Form }) {
  const [isSent, setIsSent] = useState(false);
  useEffect(() => {
    setIsSent(false);
  }, [form.slug]);
  return (
    <div class="narrow">
      <h1 tabIndex={-1} lang={form.defaultLanguage} dir="auto">
        {form.title}
      </h1>
      {!isSent && form.description !== '' && (
        <div class="prose" lang={form.defaultLanguage} dir="auto">
          <RichText html={form.description} />
        </div>
      )}
      {isSent ? (
        <Ending
          form={form}
          again={() => {
            setIsSent(false);
          }}
        />
      ) : (
        <OpenForm
          key={form.slug}
          form={form}
          onSent={() => {
            setIsSent(true);
          }}
        />
      )}
    </div>
  );
}

/** The questions of a form, below what keeps it from being sent. */
function OpenForm({ form, onSent }: { readonly form: Form; readonly onSent: () => void }) {
  const page = usePage();
  const { t } = page.language;
  const obstacle = obstacleOf(page, form);
  return (
    <>
      {obstacle !== undefined && (
        <div class="note obstacle">
          <p>{t(obstacle)}</p>
          {obstacle === 'formNeedsKey' ? (
            <>
              <SignInLinks returnTo={formPath(form.slug)} />
              <button type="button" class="primary" onClick={page.browser?.askForKey}>
                {t('enterKey')}
              </button>
            </>
          ) : (
            <Link to="/forms">{t('otherForms')}</Link>
          )}
        </div>
      )}
      {obstacle !== 'formFull' && <FormFields form={form} isClosed={obstacle !== undefined} onSent={onSent} />}
    </>
  );
}

/** Why a form cannot be sent from here; undefined where it can. */
function obstacleOf(page: Page, { quota, accessType, isRecaptchaEnabled }: Form) {
  if (quota.isReached) return 'formFull';
  if (accessType !== 'open' && !isIdentified(page)) return 'formNeedsKey';
  return isRecaptchaEnabled ? 'formNeedsRecaptcha' : undefined;
}

/** What a form shows once its answers were sent. */
function Ending({ form: { ending, defaultLanguage }, again }: { readonly form: Form; readonly again: () => void }) {
  const { t } = usePage().language;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const { message, page, url } = ending;
  return (
    <section class="note success">
      <h2 tabIndex={-1} ref={heading}>
        {t('sentTitle')}
      </h2>
      {message === null ? (
        <p>{t('sent')}</p>
      ) : (
        <p class="lines" lang={defaultLanguage} dir="auto">
          {message}
        </p>
      )}
      {url !== null && /^https?:\/\//i.test(url) && (
        <p>
          <a href={url}>{t('continueTo')}</a>
        </p>
      )}
      {page !== null && (
        <p>
          <Link to={`/pages/${encodeURIComponent(page)}`}>{t('continueTo')}</Link>
        </p>
      )}
      <p class="buttons">
        <button type="button" onClick={again}>
          {t('fillInAgain')}
        </button>
        <Link class="button" to="/forms">
          {t('otherForms')}
        </Link>
      </p>
    </section>
  );
}
