import type { Head } from './view.tsx';

/** The path of the same page in a language, whatever the visitor prefers. */
export function pathInLanguage(path: string, code: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  searchParams.set('lang', code);
  return `${pathname}?${searchParams.toString()}`;
}

/** The address of a page for search engines: that in a language is another one than that in the visitor's language. Undefined for a page without one. */
export function canonicalPathOf({ canonicalPath }: Head, url: URL, languages: readonly string[]): string | undefined {
  const chosen = url.searchParams.get('lang');
  return canonicalPath === undefined || chosen === null || !languages.includes(chosen)
    ? canonicalPath
    : pathInLanguage(canonicalPath, chosen);
}

/** The addresses of a page by language, for search engines; none for a page that they leave out. */
export function pathsByLanguage(
  { canonicalPath, isHidden = false }: Head,
  languages: readonly string[],
): readonly { readonly code: string; readonly path: string }[] {
  if (canonicalPath === undefined || isHidden) return [];
  return [
    ...languages.map((code) => ({ code, path: pathInLanguage(canonicalPath, code) })),
    { code: 'x-default', path: canonicalPath },
  ];
}

/** The way to a page as search engines read it (schema.org/BreadcrumbList); undefined for a page without one. */
export const breadcrumbsOf = ({ trail }: Head, absolute: (path: string) => string): object | undefined =>
  trail && {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
