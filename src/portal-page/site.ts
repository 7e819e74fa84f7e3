import type { Page } from './page-context.ts';

type Settings = Page['settings'];

/** The settings in place of those that could not be read. */
export const noSettings: Settings = Object.freeze({
  defaultLanguage: 'en',
  isAgentAccessEnabled: false,
  isGraphOpen: false,
  name: null,
  description: null,
  footerText: null,
  footerLinks: [],
  legalPages: [],
  logo: null,
  favicon: null,
  accentColor: null,
  accentColorDark: null,
  contact: null,
  languages: null,
});

/** The name of the portal. */
export const siteName = ({ name }: Settings): string => name ?? 'Catalograph';

/** The title of the document of a view: that of the view, then the name of the portal, which is the title of the home page. */
export const documentTitle = (title: string, settings: Settings): string =>
  title === siteName(settings) ? title : `${title} – ${siteName(settings)}`;

/** Whether the portal offers a language. */
export const isOffered = ({ languages }: Settings, code: string): boolean => languages?.includes(code) ?? true;

/** The path of a picture of the portal on this server, whose address the graph gives with its host. */
export const picturePath = ({ url }: { readonly url: string }): string => URL.parse(url)?.pathname ?? '';

/** The picture for tabs of browsers: the one that is chosen, or a square logo; without one, browsers ask for none. */
export function iconOf({ favicon, logo }: Settings): string {
  if (favicon) return picturePath(favicon);
  return logo && logo.pixelWidth === logo.pixelHeight ? picturePath(logo) : 'data:,';
}
