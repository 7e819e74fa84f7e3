import type { ComponentChild } from 'preact';
import { isRecord } from '#portal-page/json.ts';
import { usePage, type Page } from '#portal-page/page-context.ts';
import { RichText } from '#portal-page/rich-text.tsx';
import { choiceText, textIn } from '#portal-page/text-in.ts';
import type { Dataset } from './dataset-parts.tsx';

type Value = Dataset['templateFields'][number];

/** What the portal's own templates say of a dataset: a panel for each template. */
export function TemplateValues({ dataset: { templateFields } }: { readonly dataset: Dataset }) {
  const page = usePage();
  const shown = templateFields
    .map((value) => ({ ...value, content: contentOf(page, value) }))
    .filter(({ content }) => content !== null);
  return (
    <>
      {[...Map.groupBy(shown, ({ template }) => template)].map(([template, rows]) => (
        <section class="panel" aria-labelledby={`template-${template}`} key={template}>
          <h2 id={`template-${template}`} dir="auto">
            {rows[0]?.templateTitle ?? template}
          </h2>
          <dl>
            {rows.map(({ field, label, content }) => (
              <div key={field}>
                <dt dir="auto">{label ?? field}</dt>
                <dd dir="auto">{content}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** The number of values of a list that are shown at once; the others are folded. */
const shownItems = 12;

/** What is shown of a value; null where there is nothing. */
function contentOf(
  page: Page,
  { type, value, choiceLabels }: Pick<Value, 'type' | 'value' | 'choiceLabels'>,
): ComponentChild {
  const partOf = (part: unknown): ComponentChild => contentOf(page, { type, value: part, choiceLabels });
  const { language } = page;
  if (Array.isArray(value)) return listOf(page, value.map(partOf));
  if (isRecord(value)) {
    if (type === 'geo_shape') return <code>{textOf(value['type'])}</code>;
    if (type === 'multitext')
      return listOf(
        page,
        Object.entries(value).map(([name, text]) => `${name}: ${textOf(text)}`),
      );
    const found = textIn(page, value);
    return found ? <div lang={found.code}>{partOf(found.text)}</div> : null;
  }
  if (typeof value === 'boolean') return language.t(value ? 'yes' : 'no');
  if (typeof value === 'number') return language.number(value);
  if (typeof value !== 'string' || value === '') return null;
  if (type === 'html')
    return (
      <div class="prose">
        <RichText html={value} shownLength={shownCharacters} />
      </div>
    );
  if (type === 'date') return language.date(value);
  if (type === 'datetime') return language.dateTime(value);
  const text = choiceText(page, choiceLabels, value);
  return /^https?:\/\/\S+$/.test(value) ? (
    <a href={value} rel="nofollow">
      {text}
    </a>
  ) : (
    text
  );
}

/** How long a text is before it pushes the other values out of sight. */
const shownCharacters = 700;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function listOf({ language }: Page, parts: readonly ComponentChild[]): ComponentChild {
  const shown = parts.filter((part) => part !== null);
  if (shown.length === 0) return null;
  const list = (items: readonly ComponentChild[]) => (
    <ul class="values">
      {items.map((item) => (
        <li dir="auto">{item}</li>
      ))}
    </ul>
  );
  return (
    <>
      {list(shown.slice(0, shownItems))}
      {shown.length > shownItems && (
        <details>
          <summary>{language.t('more')}</summary>
          {list(shown.slice(shownItems))}
        </details>
      )}
    </>
  );
}
