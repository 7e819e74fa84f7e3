import { useAdmin } from '../admin-context.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import type { Values } from '../editing/edit-form.tsx';
import type { Choice, ControlProps, FormField } from '../editing/form-field.tsx';
import { rowList, rowsOf } from '../editing/row-list.tsx';
import type { AdminSettingsQuery } from '../generated/operations.ts';
import { PictureControl, pictureOf } from './picture-control.tsx';

/** The settings of the portal, as the graph has them. */
export type Settings = AdminSettingsQuery['portalSettings'];

/** The parts of the settings, each a form of its own. */
export const parts = ['texts', 'look', 'identity', 'features'] as const;

/** A part of the settings. */
export type Part = (typeof parts)[number];

const pictograms = [
  'administration',
  'agriculture',
  'building',
  'culture',
  'economy',
  'education',
  'energy',
  'environment',
  'health',
  'justice',
  'map',
  'people',
  'safety',
  'science',
  'sport',
  'tourism',
  'transport',
  'water',
] as const;

const legalPageKinds = ['imprint', 'privacy', 'accessibility', 'terms'] as const;

/** Values of rows as lines of the list of changes. */
const shownRows =
  (...names: readonly string[]) =>
  (value: unknown): string =>
    rowsOf(value)
      .map((row) => names.flatMap((name) => shownCell(row[name])).join(' – '))
      .join('\n');

const shownCell = (value: unknown): readonly string[] => {
  const text = typeof value === 'string' ? value : pictureOf(value)?.url.split('/').at(-1);
  return text === undefined || text === '' ? [] : [text];
};

const shownPicture = (value: unknown): string | null => pictureOf(value)?.url.split('/').at(-1) ?? null;

function Picture({ id, field, value, set }: ControlProps) {
  const { t } = useAdmin().texts;
  return <PictureControl id={id} label={t(field.label)} value={value} set={set} isLabelled />;
}

/** A color, by its code or chosen. */
function Color({ id, field, value, set }: ControlProps) {
  const { t } = useAdmin().texts;
  const code = typeof value === 'string' ? value : '';
  return (
    <div class="color">
      <input
        id={id}
        aria-label={t(field.label)}
        aria-describedby={`${id}-notes`}
        placeholder="#rrggbb"
        value={code}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <input
        type="color"
        aria-label={t('chooseColor', { label: t(field.label) })}
        value={/^#[\da-f]{6}$/i.test(code) ? code : '#000000'}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );
}

const none: readonly Choice[] = [['', '–']];

const FooterLinks = rowList(
  [
    { name: 'label', label: 'linkText' },
    { name: 'url', label: 'address' },
  ],
  'addLink',
);

const LegalPages = rowList(
  [
    { name: 'kind', label: 'kind', choices: (t) => legalPageKinds.map((kind) => [kind, t(`legalPageKinds.${kind}`)]) },
    { name: 'url', label: 'address' },
  ],
  'addLegalPage',
);

const Themes = rowList(
  [
    { name: 'theme', label: 'theme' },
    {
      name: 'pictogram',
      label: 'pictogram',
      choices: (t) => [...none, ...pictograms.map((name): Choice => [name, t(`pictograms.${name}`)])],
    },
    { name: 'image', label: 'pictureInstead', Control: PictureControl },
  ],
  'addTheme',
);

/** The fields of a part of the settings. */
export function fieldsOf(part: Part, languages: readonly Choice[]): readonly FormField[] {
  switch (part) {
    case 'texts':
      return [
        { name: 'name', label: 'portalName', kind: 'text' },
        { name: 'heroTitle', label: 'heroTitle', kind: 'text' },
        { name: 'description', label: 'portalDescription', kind: 'long' },
        { name: 'footerText', label: 'footerText', kind: 'long' },
        {
          name: 'footerLinks',
          label: 'footerLinks',
          help: 'addressHint',
          kind: 'custom',
          Control: FooterLinks,
          show: shownRows('label', 'url'),
        },
      ];
    case 'look':
      return [
        { name: 'logo', label: 'logo', help: 'logoHint', kind: 'custom', Control: Picture, show: shownPicture },
        {
          name: 'favicon',
          label: 'favicon',
          help: 'faviconHint',
          kind: 'custom',
          Control: Picture,
          show: shownPicture,
        },
        { name: 'accentColor', label: 'accentColor', help: 'accentColorHint', kind: 'custom', Control: Color },
        {
          name: 'accentColorDark',
          label: 'accentColorDark',
          help: 'accentColorDarkHint',
          kind: 'custom',
          Control: Color,
        },
        {
          name: 'themes',
          label: 'themes',
          help: 'themesHint',
          kind: 'custom',
          Control: Themes,
          show: shownRows('theme', 'pictogram', 'image'),
        },
      ];
    case 'identity':
      return [
        ...agentFields('publisher'),
        ...agentFields('contact'),
        {
          name: 'legalPages',
          label: 'legalPages',
          help: 'addressHint',
          kind: 'custom',
          Control: LegalPages,
          show: shownRows('kind', 'url'),
        },
      ];
    case 'features':
      return [
        { name: 'isFeedbackEnabled', label: 'isFeedbackEnabled', kind: 'switch' },
        { name: 'isMarketplaceEnabled', label: 'isMarketplaceEnabled', kind: 'switch' },
        {
          name: 'defaultLanguage',
          label: 'defaultLanguage',
          help: 'defaultLanguageHint',
          kind: 'choice',
          choices: languages,
        },
        {
          name: 'languages',
          label: 'offeredLanguages',
          help: 'offeredLanguagesHint',
          kind: 'options',
          choices: languages,
        },
      ];
  }
}

const agentFields = (agent: 'publisher' | 'contact'): readonly FormField[] => [
  { name: `${agent}.name`, label: `${agent}Name`, kind: 'text' },
  { name: `${agent}.email`, label: `${agent}Email`, kind: 'email' },
  { name: `${agent}.url`, label: `${agent}Url`, kind: 'text' },
];

/** The title of a part. */
export const titleOfPart: Readonly<Record<Part, AdminMessageName>> = {
  texts: 'settingsParts.texts',
  look: 'settingsParts.look',
  identity: 'settingsParts.identity',
  features: 'settingsParts.features',
};

const textNames = ['name', 'heroTitle', 'description', 'footerText', 'footerLinks'] as const;
const agents = ['publisher', 'contact'] as const;
const agentNames = ['name', 'email', 'url'] as const;

/** The saved values of the form of a part, its texts in a language. */
export function valuesOf(settings: Settings, part: Part, language: string): Values {
  const { logo, favicon, themes, legalPages, languages } = settings;
  if (part === 'texts') {
    const texts = settings.translations.find((each) => each.language === language);
    return {
      name: texts?.name,
      heroTitle: texts?.heroTitle,
      description: texts?.description,
      footerText: texts?.footerText,
      footerLinks: (texts?.footerLinks ?? []).map(({ label, url }) => ({ label, url })),
    };
  }
  return {
    ...settings,
    languages: languages ?? [],
    logo: pictureOf(logo),
    favicon: pictureOf(favicon),
    themes: themes.map(({ theme, pictogram, image }) => ({
      theme,
      pictogram: pictogram ?? '',
      image: pictureOf(image) ?? null,
    })),
    legalPages: legalPages.map(({ kind, url }) => ({ kind, url })),
    ...Object.fromEntries(
      agents.flatMap((agent) => agentNames.map((name) => [`${agent}.${name}`, settings[agent]?.[name] ?? null])),
    ),
  };
}

/** The field of a form that a path of the input is about. */
export function fieldOfPath(path: string): string | undefined {
  const [first, second, third] = path.split('.');
  if (first === 'translations') return third;
  if (first === 'publisher' || first === 'contact') return `${first}.${second ?? 'name'}`;
  return first;
}

/** What the service takes: texts and agents are replaced as a whole, so what does not change goes along. No text clears. */
export function inputOf(settings: Settings, part: Part, language: string, changes: Values): Values {
  const { revision: expectedRevision } = settings;
  const sent = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, sentOf(name, value)]));
  if (part === 'texts') return { expectedRevision, translations: translationsWith(settings, language, sent) };
  const changedAgents = agents.flatMap((agent) => {
    const changed = agentNames.filter((name) => Object.hasOwn(sent, `${agent}.${name}`));
    if (changed.length === 0) return [];
    const value = Object.fromEntries(
      agentNames.map((name) => [
        name,
        changed.includes(name) ? sent[`${agent}.${name}`] : (settings[agent]?.[name] ?? null),
      ]),
    );
    return [[agent, Object.values(value).every((each) => each === null) ? null : value] as const];
  });
  return {
    expectedRevision,
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => !name.includes('.'))),
    ...Object.fromEntries(changedAgents),
  };
}

function sentOf(name: string, value: unknown): unknown {
  if (value === '') return null;
  if (name === 'logo' || name === 'favicon') return pictureOf(value)?.sha256 ?? null;
  if (name === 'themes')
    return rowsOf(value).map(({ theme, pictogram, image }) => ({
      theme,
      pictogram: pictogram === '' ? null : pictogram,
      image: pictureOf(image)?.sha256 ?? null,
    }));
  // no language chosen is all that the page has
  if (name === 'languages') return Array.isArray(value) && value.length === 0 ? null : value;
  return value;
}

function translationsWith({ translations }: Settings, language: string, texts: Values): readonly Values[] {
  const changed = translations.map((each) => ({
    language: each.language,
    ...Object.fromEntries(textNames.map((name) => [name, each[name]])),
    footerLinks: each.footerLinks.map(({ label, url }) => ({ label, url })),
    ...(each.language === language && texts),
  }));
  return translations.some((each) => each.language === language) ? changed : [...changed, { language, ...texts }];
}
