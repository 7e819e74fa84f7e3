import type { ComponentChild } from 'preact';
import type { DatasetPageQuery } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';

/** A fact about a dataset; null where the metadata do not say it. */
type Fact = ComponentChild;

/** What the metadata of a dataset say in the words of DCAT. */
type Described = Pick<NonNullable<DatasetPageQuery['catalogDataset']>, 'dcatFields'>;

/** A text of the metadata of DCAT; undefined without one. */
export function dcatText({ dcatFields }: Described, name: string): string | undefined {
  const value: unknown = dcatFields.find(({ field }) => field === name)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The names of frequencies in authority tables, where they are not those of the page. */
const frequencyNames: Readonly<Record<string, string>> = {
  ...{ cont: 'continuous', irreg: 'irregular', annual_2: 'semiannual', yearly: 'annual' },
};

/** How often the data is renewed, in the words of the reader where the metadata have a term or its address; another text as it is. */
export function frequencyFact(dataset: Described, { find }: Language): Fact {
  const text = dcatText(dataset, 'accrualperiodicity');
  if (text === undefined) return null;
  const term = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  return find(`frequencies.${frequencyNames[term] ?? term}`) ?? text;
}

/** The time that the data is about: from a day to a day, or in words. */
export function periodFact(dataset: Described, { t, date }: Language): Fact {
  const [start, end, words] = ['temporal_coverage_start', 'temporal_coverage_end', 'temporal'].map((name) =>
    dcatText(dataset, name),
  );
  if (start === undefined && end === undefined) return words ?? null;
  const days =
    start !== undefined && end !== undefined
      ? `${date(start)} – ${date(end)}`
      : t(start === undefined ? 'untilDay' : 'sinceDay', { date: date(start ?? end ?? '') });
  return words === undefined ? days : `${days}, ${words}`;
}

/** What is an address of mail, and cannot be anything else of an address. */
const mailPattern = /^[^\s@?&#"<>]{1,64}@[^\s@?&#"<>]{1,255}$/;

/** The address for mail about a dataset; undefined without a valid one. */
export function contactEmail(dataset: Described): string | undefined {
  const email = dcatText(dataset, 'contact_email')?.replace(/^mailto:/i, '');
  return email !== undefined && mailPattern.test(email) ? email : undefined;
}

/** Whom readers ask about the data. */
export function contactFact(dataset: Described): Fact {
  const name = dcatText(dataset, 'contact_name');
  const email = contactEmail(dataset);
  if (email === undefined) return name ?? dcatText(dataset, 'contact_email') ?? null;
  return <a href={`mailto:${email}`}>{name ?? email}</a>;
}
