import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { PageText } from '#portal-page/views/page/page-text.tsx';
import { StudioBlocks } from '#portal-page/views/page/studio-blocks.tsx';
import { useAdmin } from '../admin-context.ts';
import type { Refusals } from '../dataset/part-form.tsx';
import type { OnePageFragment } from '../generated/operations.ts';
import { isStudio, type PageDraft, readContent, type Translation } from './page-draft.ts';
import { isRecord } from '#portal-page/json.ts';

interface FieldsProps {
  readonly page: OnePageFragment;
  readonly value: PageDraft;
  readonly refusals: Refusals;
  /** Whether the content of a studio page is no JSON. */
  readonly isInvalid: boolean;
  readonly set: (changed: Partial<PageDraft>) => void;
}

/** What is written on a page, beside what visitors will see of it. */
export function PageFields(props: FieldsProps) {
  const { page, value, refusals, set } = props;
  const { t } = useAdmin().texts;
  return (
    <>
      <div class="panel">
        {isStudio(page) ? <StudioFields {...props} /> : <CodeFields {...props} />}
        <p class="question">
          <label for="page-description">{t('description')}</label>
          <textarea
            id="page-description"
            rows={2}
            dir="auto"
            maxLength={10_000}
            value={value.description}
            onInput={({ currentTarget }) => set({ description: currentTarget.value })}
          />
        </p>
        {page.canManage && (
          <label class="check">
            <input
              type="checkbox"
              checked={value.isRestricted}
              onChange={({ currentTarget }) => set({ isRestricted: currentTarget.checked })}
            />
            <span>{t('pageIsRestricted')}</span>
          </label>
        )}
        {Object.entries(refusals).flatMap(([path, messages]) =>
          messages.map((message) => (
            <p class="error" role="alert" key={path + message}>
              {path}: {message}
            </p>
          )),
        )}
      </div>
    </>
  );
}

/** What visitors will see. */
function Preview({ title, children }: { readonly title: string; readonly children: preact.ComponentChildren }) {
  const { t } = useAdmin().texts;
  return (
    <section class="page-preview content-page" aria-label={t('pagePreview')}>
      <p class="quiet">{t('pagePreview')}</p>
      <h2 dir="auto">{title}</h2>
      {children}
    </section>
  );
}

function StudioFields({ value, isInvalid, set }: FieldsProps) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const content = readContent(value.content);
  const record = (name: string): Readonly<Record<string, unknown>> => {
    const part = content?.[name];
    return isRecord(part) ? part : {};
  };
  const providers = Object.entries(record('dataProviders')).flatMap(([name, provider]) =>
    isRecord(provider) && typeof provider['dataset_id'] === 'string'
      ? [{ name, dataset: { datasetId: provider['dataset_id'], title: provider['dataset_id'] } }]
      : [],
  );
  return (
    <div class="beside">
      <div>
        <p class="question">
          <label for="page-title">{language.t('datasetTitle')}</label>
          <input
            id="page-title"
            dir="auto"
            maxLength={250}
            value={value.title}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </p>
        <p class="question">
          <label for="page-content">{t('pageContent')}</label>
          <textarea
            id="page-content"
            class="code"
            rows={18}
            spellcheck={false}
            aria-invalid={isInvalid}
            aria-describedby="page-content-notes"
            value={value.content}
            onInput={({ currentTarget }) => set({ content: currentTarget.value })}
          />
          <span id="page-content-notes" class={isInvalid ? 'error' : 'help'}>
            {t(isInvalid ? 'notJson' : 'asJson')}
          </span>
        </p>
      </div>
      <Preview title={value.title}>
        <StudioBlocks
          page={{
            title: value.title,
            description: value.description,
            updatedAt: '',
            content: { blocks: record('blocks'), layouts: record('layouts') },
            dataProviders: { nodes: providers },
          }}
        />
      </Preview>
    </div>
  );
}

function CodeFields({ value, set }: FieldsProps) {
  const { t } = useAdmin().texts;
  const { language, languages, settings } = usePage();
  const { translations } = value;
  const [chosen, setChosen] = useState(translations[0]?.language ?? settings.defaultLanguage);
  const index = Math.max(
    0,
    translations.findIndex((each) => each.language === chosen),
  );
  const translation = translations[index];
  const nameOf = (code: string): string =>
    new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(code) ?? code;
  const missing = languages.filter((code) => !translations.some((each) => each.language === code));
  const put = (changed: Partial<Translation>): void => {
    if (translation) set({ translations: translations.with(index, { ...translation, ...changed }) });
  };
  return (
    <div class="beside">
      <div>
        <div class="buttons add">
          <label for="page-language">{t('pageLanguage')}</label>
          <select
            id="page-language"
            value={translation?.language ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {translations.map((each) => (
              <option key={each.language} value={each.language} selected={each.language === translation?.language}>
                {nameOf(each.language)}
              </option>
            ))}
          </select>
          {translations.length > 1 && translation && (
            <button
              type="button"
              aria-label={t('removeItem', { label: nameOf(translation.language) })}
              onClick={() => set({ translations: translations.toSpliced(index, 1) })}
            >
              {t('remove')}
            </button>
          )}
          {missing.length > 0 && (
            <select
              aria-label={t('addLanguage')}
              value=""
              onChange={({ currentTarget: { value: code } }) => {
                if (code === '') return;
                const added = {
                  language: code,
                  title: translation?.title ?? '',
                  html: translation?.html ?? '',
                  css: '',
                };
                set({ translations: [...translations, added] });
                setChosen(code);
              }}
            >
              <option value="">{t('addLanguage')}</option>
              {missing.map((code) => (
                <option key={code} value={code}>
                  {nameOf(code)}
                </option>
              ))}
            </select>
          )}
        </div>
        {translation && (
          <>
            <p class="question">
              <label for="page-title">{language.t('datasetTitle')}</label>
              <input
                id="page-title"
                dir="auto"
                maxLength={250}
                value={translation.title}
                onInput={({ currentTarget }) => put({ title: currentTarget.value })}
              />
            </p>
            <p class="question">
              <label for="page-html">{t('pageHtml')}</label>
              <textarea
                id="page-html"
                class="code"
                rows={14}
                spellcheck={false}
                dir="auto"
                value={translation.html}
                onInput={({ currentTarget }) => put({ html: currentTarget.value })}
              />
            </p>
            <details>
              <summary>{t('pageMore')}</summary>
              <p class="question">
                <label for="page-css">CSS</label>
                <textarea
                  id="page-css"
                  class="code"
                  rows={4}
                  spellcheck={false}
                  value={translation.css}
                  onInput={({ currentTarget }) => put({ css: currentTarget.value })}
                />
                <span class="help">{t('pageCssHint')}</span>
              </p>
              <p class="question">
                <label for="page-template">{t('pageTemplate')}</label>
                <input
                  id="page-template"
                  maxLength={200}
                  value={value.template}
                  onInput={({ currentTarget }) => set({ template: currentTarget.value })}
                />
              </p>
              <p class="question">
                <label for="page-tags">{t('pageTags')}</label>
                <textarea
                  id="page-tags"
                  rows={2}
                  dir="auto"
                  value={value.tags.join('\n')}
                  onChange={({ currentTarget }) =>
                    set({
                      tags: currentTarget.value
                        .split('\n')
                        .map((line) => line.trim())
                        .filter((line) => line !== ''),
                    })
                  }
                />
                <span class="help">{t('onePerLine')}</span>
              </p>
            </details>
          </>
        )}
      </div>
      {translation && (
        <Preview title={translation.title}>
          <PageText html={translation.html} title={translation.title} />
        </Preview>
      )}
    </div>
  );
}
