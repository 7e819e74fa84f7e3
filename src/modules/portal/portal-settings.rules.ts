import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { repeatedLanguage } from '#api/types/typed-value.type.ts';
import { accentProblem, pageBackgrounds } from '#kernel/colors.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { lineProblem } from '#kernel/text.ts';
import type { StoredAgent, StoredTexts } from './portal-setting.entity.ts';
import type {
  PortalAgentInput,
  PortalLegalPageInput,
  PortalLinkInput,
  PortalThemeInput,
  PortalTranslationInput,
  UpdatePortalSettingsInput,
} from './portal-settings.inputs.ts';

const maxLanguages = 20;
const maxLinks = 20;
const maxThemes = 24;
const lengths = {
  name: 100,
  description: 1_000,
  heroTitle: 200,
  footerText: 1_000,
  label: 100,
  url: 2_000,
  agent: 200,
};

/** Fails INVALID_INPUT with what is wrong in all fields. */
export function checkPortalSettings(input: UpdatePortalSettingsInput): void {
  const { defaultLanguage, translations, accentColor, accentColorDark, legalPages, themes, languages } = input;
  failOnFields({
    ...problem('defaultLanguage', defaultLanguage != null && !isLanguage(defaultLanguage) && languageAdvice),
    ...translationErrors(translations ?? []),
    ...problem('accentColor', accentColor != null && accentProblem(accentColor, pageBackgrounds.light)),
    ...problem('accentColorDark', accentColorDark != null && accentProblem(accentColorDark, pageBackgrounds.dark)),
    ...legalPageErrors(legalPages ?? []),
    ...themeErrors(themes ?? []),
    ...agentErrors('publisher', input.publisher),
    ...agentErrors('contact', input.contact),
    ...problem('languages', languages != null && languagesProblem(languages)),
  });
}

const languageAdvice = 'Use an ISO 639-1 language code, such as en.';

/** The errors of several values. */
const allErrors = (errors: readonly FieldErrors[]): FieldErrors =>
  Object.fromEntries(errors.flatMap((each) => Object.entries(each)));

const problem = (field: string, message: string | false | undefined): FieldErrors =>
  message === false || message === undefined ? {} : { [field]: [message] };

function languagesProblem(languages: readonly string[]): string | undefined {
  if (languages.length === 0 || languages.length > maxLanguages) return `Give 1 to ${maxLanguages} languages.`;
  if (new Set(languages).size < languages.length) return 'Give each language once.';
  return languages.every(isLanguage) ? undefined : 'Use ISO 639-1 language codes, such as en.';
}

function translationErrors(translations: readonly PortalTranslationInput[]): FieldErrors {
  const field = 'translations';
  if (translations.length > maxLanguages) return { [field]: [`Give at most ${maxLanguages} languages.`] };
  const texts = translations.map(({ language }) => ({ language, text: '' }));
  return {
    ...problem(field, repeatedLanguage(texts)),
    ...allErrors(translations.map((each, index) => textErrors(`${field}.${String(index)}`, each))),
  };
}

function textErrors(path: string, texts: PortalTranslationInput): FieldErrors {
  const { language, name, description, heroTitle, footerText, footerLinks } = texts;
  return {
    ...problem(`${path}.language`, !isLanguage(language) && languageAdvice),
    ...problem(`${path}.name`, lineProblem(name ?? '', lengths.name)),
    ...problem(`${path}.description`, textProblem(description ?? '', lengths.description)),
    ...problem(`${path}.heroTitle`, lineProblem(heroTitle ?? '', lengths.heroTitle)),
    ...problem(`${path}.footerText`, textProblem(footerText ?? '', lengths.footerText)),
    ...linkErrors(`${path}.footerLinks`, footerLinks ?? []),
  };
}

function textProblem(text: string, maxLength: number): string | undefined {
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return 'Control characters other than tabs and line breaks are not allowed.';
  return text.length > maxLength ? `Use ${maxLength} characters at most.` : undefined;
}

function linkErrors(path: string, links: readonly PortalLinkInput[]): FieldErrors {
  if (links.length > maxLinks) return { [path]: [`Give at most ${maxLinks} links.`] };
  const errors = links.map(({ label, url }, index) => ({
    ...problem(
      `${path}.${String(index)}.label`,
      label.trim() === '' ? 'Give the link a text.' : lineProblem(label, lengths.label),
    ),
    ...problem(`${path}.${String(index)}.url`, linkProblem(url)),
  }));
  return allErrors(errors);
}

/**
 * What is wrong with the address of a link: it must be a URL of the web, or a path of the portal. A path has no white space and no `\`:
 * browsers remove tabs and line breaks from URLs and read `\` as `/`, so the path could lead to another host.
 */
function linkProblem(url: string): string | undefined {
  const isPath = url.length <= lengths.url && /^\/(?!\/)[^\s\p{Cc}\\]*$/u.test(url);
  return isPath || isHttpUrl(url)
    ? undefined
    : 'Give an http or https URL without a name or password in it, or a path of the portal that begins with one "/".';
}

function legalPageErrors(pages: readonly PortalLegalPageInput[]): FieldErrors {
  return {
    ...problem(
      'legalPages',
      new Set(pages.map(({ kind }) => kind)).size < pages.length && 'Give each kind of page once.',
    ),
    ...allErrors(
      pages.slice(0, 20).map(({ url }, index) => problem(`legalPages.${String(index)}.url`, linkProblem(url))),
    ),
  };
}

function themeErrors(themes: readonly PortalThemeInput[]): FieldErrors {
  if (themes.length > maxThemes) return { themes: [`Give at most ${maxThemes} themes.`] };
  return {
    ...problem('themes', new Set(themes.map(({ theme }) => theme)).size < themes.length && 'Give each theme once.'),
    ...allErrors(
      themes.map(({ theme, pictogram, image }, index) => ({
        ...problem(
          `themes.${String(index)}.theme`,
          theme.trim() === '' ? 'Give a theme.' : lineProblem(theme, lengths.agent),
        ),
        ...problem(
          `themes.${String(index)}.image`,
          pictogram != null && image != null && 'Give either a pictogram or an image.',
        ),
      })),
    ),
  };
}

function agentErrors(field: string, agent: PortalAgentInput | null | undefined): FieldErrors {
  if (agent == null) return {};
  const { name, url, email } = agent;
  return {
    ...problem(field, !name?.trim() && !email && 'Give a name or an e-mail address, or null for none.'),
    ...problem(`${field}.name`, lineProblem(name ?? '', lengths.agent)),
    ...problem(`${field}.url`, url != null && !isHttpUrl(url) && 'Give an http or https URL.'),
    ...problem(
      `${field}.email`,
      email != null && !isMailAddress(email) && 'Give an e-mail address, such as data@example.org.',
    ),
  };
}

/** Whether a text is an e-mail address as everyone writes them: it becomes a link, so quotes and spaces are not allowed. */
export const isMailAddress = (text: string): boolean =>
  text.length <= lengths.agent && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text);

/** The texts as they are stored: without what is not translated. */
export const storedTextsOf = (translations: readonly PortalTranslationInput[]): Record<string, StoredTexts> =>
  Object.fromEntries(
    translations.map(({ language, name, description, heroTitle, footerText, footerLinks }) => [
      language,
      {
        ...(name?.trim() && { name: name.trim() }),
        ...(description?.trim() && { description: description.trim() }),
        ...(heroTitle?.trim() && { heroTitle: heroTitle.trim() }),
        ...(footerText?.trim() && { footerText: footerText.trim() }),
        ...(footerLinks?.length && {
          footerLinks: footerLinks.map(({ label, url }) => ({ label: label.trim(), url })),
        }),
      },
    ]),
  );

/** An agent as it is stored. */
export const storedAgentOf = ({ name, url, email }: PortalAgentInput): StoredAgent => ({
  name: name?.trim() || null,
  url: url ?? null,
  email: email ?? null,
});
