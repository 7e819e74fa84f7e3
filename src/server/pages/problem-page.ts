import { encode } from 'html-entities';
import type { CatalogError } from '#kernel/fail.ts';

/** The Content-Security-Policy of the page, which loads nothing. */
export const problemPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page for a failure outside of the portal's views: why it failed, and what to do. */
export const problemPage = (
  { message }: CatalogError,
  { basePath, again }: { readonly basePath: string; readonly again: string | undefined },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Signing in did not work</title>
</head>
<body>
<main>
<h1>Signing in did not work</h1>
<p>${encode(message)}</p>
<p>${again === undefined ? '' : `<a href="${encode(again)}">Try again</a> · `}<a href="${encode(basePath)}/">Go on without signing in</a></p>
</main>
</body>
</html>
`;
